"""Find the drawn pictures of dice.

Each set of pictures is a folder. Each picture has two files: name.svg is the drawing, and name.png is uploaded to
Discord. `make pictures` renders a drawing after it has changed. The running bot renders no pictures of dice.
"""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
HOUSE = "ivory"
"""The set of pictures that everybody has."""
HASH = 6
"""The number of digits of a picture's hash in the name of its emoji. The name has at most 32 characters of
[A-Za-z0-9_]."""


FACES = ("one", "two", "three", "four", "five", "six")
SPOKEN = {"counting": "_counts", "table": "_on_table", "under": "_under_cup", "die": ""}
"""The ending of an emoji's name after the face, by the kind of picture. Other kinds end in the name of the kind."""


class Picture(msgspec.Struct, frozen=True):
    """One picture, 128 pixels wide and high. The name of its `emoji` changes when its drawing changes.

    Screen readers read the name of the emoji aloud, so it names the die: "five_1a2b3c". `former` is the name that
    earlier versions gave the emoji of the same drawing: "die5_1a2b3c".
    """

    name: str
    emoji: str
    former: str
    file: Path

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return self.file.read_bytes()


@cache
def pictures(folder: str = HOUSE) -> tuple[Picture, ...]:
    """Return all pictures of a set, sorted by name."""
    return tuple(_picture(file) for file in sorted((FOLDER / folder).glob("*.png")))


def _picture(file: Path) -> Picture:
    digits = hashlib.sha256(file.read_bytes()).hexdigest()[:HASH]
    return Picture(file.stem, f"{spoken(file.stem)}_{digits}", f"{file.stem}_{digits}", file)


def spoken(name: str) -> str:
    """Return the name of a picture for screen readers: "five" for "die5", "two_wild" for "wild2"."""
    kind, face = name.rstrip("123456"), name[-1]
    return f"{FACES[int(face) - 1]}{SPOKEN.get(kind, f'_{kind}')}" if face.isdigit() else name


@cache
def sets() -> tuple[str, ...]:
    """Return the names of all sets."""
    return tuple(each.name for each in sorted(FOLDER.iterdir()) if any(each.glob("*.svg")))


def is_ours(emoji: str) -> bool:
    """Return whether an emoji has the name of one of the bot's pictures, in the current or an earlier form."""
    name, _, digits = emoji.rpartition("_")
    drawn = any(name in (picture.name, spoken(picture.name)) for each in sets() for picture in pictures(each))
    return drawn and len(digits) == HASH and set(digits) <= set("0123456789abcdef")
