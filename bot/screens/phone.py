"""How much room words take on a phone of 360 pixels, and as many lines as there is room for.

A column is the width of an average letter of body text. The figures are those of Discord's own styles, rounded up.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

LINE = 36.0
"""The columns of one line within a box."""

_SIZES = (("### ", 1.1), ("## ", 1.35), ("# ", 1.6), ("-# ", 0.86))

_TOKENS = ((re.compile(r"<t:\d+:R>"), "in 3 minutes"), (re.compile(r"<[@#]&?\d+>"), "@" + "n" * 12))

_MARKDOWN = re.compile(r"\\(.)|\*\*|__|~~|`")

_INVISIBLE = ("Mn", "Cf", "Me")

_PICTURE, _SIGN = 2.8, 2.4


def height(words: str, line: float = LINE) -> int:
    """How many lines a paragraph in Discord's markdown takes, where a line has so many columns."""
    return sum(_height_of_one(each, line) for each in words.split("\n")) if words else 0


def columns(words: str) -> float:
    """How wide words without line breaks are."""
    for prefix, size in _SIZES:
        if words.startswith(prefix):
            return size * columns(words.removeprefix(prefix))
    if "<" in words:
        for token, shown in _TOKENS:
            words = token.sub(shown, words)
    return sum(map(_width, _MARKDOWN.sub(r"\1", words)))


def _height_of_one(words: str, line: float) -> int:
    """Words go on the next line whole, but for one that is longer than a line."""
    size = columns(_prefix(words) + "n")
    lines, used = 1, 0.0
    for word in words.removeprefix(_prefix(words)).split(" "):
        wide = size * columns(word)
        if used and used + wide > line:
            lines, used = lines + 1, 0.0
        lines, used = lines + int((used + wide - 0.01) // line), (used + wide) % line if wide > line else used + wide
        used += size * _width(" ")
    return lines


def _prefix(words: str) -> str:
    return next((prefix for prefix, _ in _SIZES if words.startswith(prefix)), "")


@lru_cache(maxsize=1024)
def _width(sign: str) -> float:
    kind = unicodedata.category(sign)
    if kind in _INVISIBLE:
        return 0.0
    if kind == "Co":
        return _PICTURE
    if kind == "So" or unicodedata.east_asian_width(sign) == "W":
        return _SIGN
    return 0.6 if sign in " \u00a0.,:;·’'!|il" else 1.0


def newest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """The last lines that take no more than `room` together, as `size` measures them, in their order."""
    return oldest(lines[::-1], room, size)[::-1]


def oldest(lines: Sequence[str], room: float, size: Callable[[str], float] = len) -> list[str]:
    """The first lines that take no more than `room` together, as `size` measures them."""
    kept: list[str] = []
    for line in lines:
        room -= size(line)
        if room < 0:
            break
        kept.append(line)
    return kept
