"""The drawn pictures. A set is a folder, and a picture is a file: name.svg is the drawing, name.png is for Discord.

Nothing is rendered while the bot runs: `make pictures` does it once, after a drawing has changed.
"""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
HOUSE = "ivory"
"""Everybody's set."""
HASH = 6
"""How many digits of a picture's hash are in its emoji's name, which has at most 32 characters of [A-Za-z0-9_]."""


class Picture(msgspec.Struct, frozen=True):
    """One picture, 128 pixels wide and high; the name of its `emoji` changes with the drawing."""

    name: str
    emoji: str
    file: Path

    def png(self) -> bytes:
        """Return the picture's bytes."""
        return self.file.read_bytes()


@cache
def pictures(folder: str = HOUSE) -> tuple[Picture, ...]:
    """Return every picture of a set, by name."""
    return tuple(Picture(file.stem, _emoji(file), file) for file in sorted((FOLDER / folder).glob("*.png")))


@cache
def sets() -> tuple[str, ...]:
    """Return the names of all sets."""
    return tuple(each.name for each in sorted(FOLDER.iterdir()) if any(each.glob("*.svg")))


def is_ours(emoji: str) -> bool:
    """Return whether an emoji has the name of one of our pictures, in its present form or an earlier one."""
    name, _, digits = emoji.rpartition("_")
    drawn = any(picture.name == name for each in sets() for picture in pictures(each))
    return drawn and len(digits) == HASH and set(digits) <= set("0123456789abcdef")


def _emoji(file: Path) -> str:
    return f"{file.stem}_{hashlib.sha256(file.read_bytes()).hexdigest()[:HASH]}"
