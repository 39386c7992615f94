"""Estimate the width of text on a phone, and the number of lines that it takes there."""

import re
import unicodedata
from functools import lru_cache

from bot.words.cleaning import GRAPHEME
from bot.words.language import unbroken

LINE = 36.0
"""The number of columns of one line in a box on a phone."""

_SIZES = (("### ", 1.1), ("## ", 1.35), ("# ", 1.6), ("-# ", 0.86))

_TOKENS = ((re.compile(r"<t:\d+:R>"), "in\u00a03\u00a0minutes"), (re.compile(r"<[@#]&?\d+>"), "@" + "n" * 12))

_MARKDOWN = re.compile(r"\\(.)|\*\*|__|~~|`")

_INVISIBLE = ("Mn", "Cf", "Me")

_PICTURE, _SIGN, _WIDE = 2.8, 2.4, 2.0
"""The number of columns that a picture of a die, an emoji and a Japanese or Chinese character take."""


def height(words: str) -> int:
    """Return how many lines a text in Discord's markdown takes, with `LINE` columns in each line."""
    return sum(_height_of_one(each) for each in words.split("\n")) if words else 0


def columns(words: str) -> float:
    """Return how many columns a text without line breaks takes."""
    for prefix, size in _SIZES:
        if words.startswith(prefix):
            return size * columns(words.removeprefix(prefix))
    return _wide(_shown(words))


def _shown(words: str) -> str:
    """Return a text as people see it: without markdown.

    Mentions and times are replaced by text of their usual width.
    """
    if "<" in words:
        for token, shown in _TOKENS:
            words = token.sub(shown, words)
    return _MARKDOWN.sub(r"\1", words)


@lru_cache(maxsize=1024)
def _height_of_one(words: str) -> int:
    """Return how many lines one paragraph takes.

    A word wraps as a whole unless it is longer than a line. Japanese and Chinese text breaks anywhere.
    """
    prefix = _prefix(words)
    size = columns(prefix + "n")
    lines, used = 1, 0.0
    for part in unbroken(_shown(words.removeprefix(prefix))):
        word = part.rstrip(" ")
        wide = size * _wide(word)
        if used and used + wide > LINE:
            lines, used = lines + 1, 0.0
        lines, used = lines + int((used + wide - 0.01) // LINE), (used + wide) % LINE if wide > LINE else used + wide
        used += size * _width(" ") * (len(part) - len(word))
    return lines


def _prefix(words: str) -> str:
    return next((prefix for prefix, _ in _SIZES if words.startswith(prefix)), "")


@lru_cache(maxsize=4096)
def _wide(signs: str) -> float:
    """Return how many columns these characters take.

    The result is cached, because most panels of a table repeat the same words.
    """
    if signs.isascii():
        return sum(map(_width, signs))
    return sum(_width(sign[0]) if _is_emoji(sign[0]) else sum(map(_width, sign)) for sign in GRAPHEME.findall(signs))


def _is_emoji(sign: str) -> bool:
    """Return whether a character is an emoji, even one that is newer than Python's tables."""
    return unicodedata.category(sign) in ("So", "Cn")


@lru_cache(maxsize=1024)
def _width(sign: str) -> float:
    kind = unicodedata.category(sign)
    if kind in _INVISIBLE:
        return 0.0
    if kind == "Co":
        return _PICTURE
    if _is_emoji(sign):
        return _SIGN
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return _WIDE
    return 0.6 if sign in " \u00a0.,:;·’'!|il" else 1.0
