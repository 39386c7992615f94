"""Several words in a row, as a sentence lists them."""

from collections.abc import Sequence
from functools import reduce

from bot.words.language import _


def joined(words: Sequence[str]) -> str:
    """All of them: "a, b and c"."""
    match words:
        case []:
            return ""
        case [only]:
            return only
        case [first, second]:
            return _("{first} and {second}").format(first=first, second=second)
        case [*some, last]:
            return _("{some} and {last}").format(some=listed(some), last=last)
    raise AssertionError(words)


def either(words: Sequence[str]) -> str:
    """One of them: "a, b or c"."""
    match words:
        case []:
            return ""
        case [only]:
            return only
        case [first, second]:
            return _("{first} or {second}").format(first=first, second=second)
        case [*some, last]:
            return _("{some} or {last}").format(some=listed(some), last=last)
    raise AssertionError(words)


def listed(words: Sequence[str]) -> str:
    """One after the other: "a, b, c"; nothing for none."""
    return reduce(lambda some, more: _("{some}, {more}").format(some=some, more=more), words) if words else ""
