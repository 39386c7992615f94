"""Several words in a row, as a sentence lists them."""

from collections.abc import Sequence
from functools import reduce

from bot.words.language import _


def joined(words: Sequence[str]) -> str:
    """All of them: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        return _("{first} and {second}").format(first=words[0], second=words[1])
    return _("{some} and {last}").format(some=listed(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """One of them: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    if len(words) == 2:
        return _("{first} or {second}").format(first=words[0], second=words[1])
    return _("{some} or {last}").format(some=listed(words[:-1]), last=words[-1])


def listed(words: Sequence[str]) -> str:
    """One after the other: "a, b, c"; nothing for none."""
    return reduce(lambda some, more: _("{some}, {more}").format(some=some, more=more), words) if words else ""
