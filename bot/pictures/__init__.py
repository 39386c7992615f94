"""The drawn pictures of dice.

A set is a folder. Each picture has two files: name.svg is the drawing, name.png is uploaded. The bot renders none of
them while it runs. After a drawing has changed, `make pictures` renders it once.
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


class Picture(msgspec.Struct, frozen=True):
    """One picture, 128 pixels wide and high. The name of its `emoji` changes with the drawing."""

    name: str
    emoji: str
    file: Path

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return self.file.read_bytes()


@cache
def pictures(folder: str = HOUSE) -> tuple[Picture, ...]:
    """Return all pictures of a set, sorted by name."""
    return tuple(Picture(file.stem, _emoji(file), file) for file in sorted((FOLDER / folder).glob("*.png")))


@cache
def sets() -> tuple[str, ...]:
    """Return the names of all sets."""
    return tuple(each.name for each in sorted(FOLDER.iterdir()) if any(each.glob("*.svg")))


def is_ours(emoji: str) -> bool:
    """Return whether an emoji has the name of one of the bot's pictures, in its present or an earlier form."""
    name, _, digits = emoji.rpartition("_")
    drawn = any(picture.name == name for each in sets() for picture in pictures(each))
    return drawn and len(digits) == HASH and set(digits) <= set("0123456789abcdef")


def _emoji(file: Path) -> str:
    return f"{file.stem}_{hashlib.sha256(file.read_bytes()).hexdigest()[:HASH]}"
