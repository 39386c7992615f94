"""Play chips that losers owe. A forfeit of chips is stored as a text that is the same in every language: "🪙 3"."""

import re

from bot.words.language import ngettext, number

CHOICES = (1, 2, 3, 5, 10)
"""The numbers of chips that a host may choose."""

_CHIPS = re.compile(r"🪙 ([1-9]\d{0,5})")


def as_text(chips: int) -> str:
    """Return the text of a forfeit of this many chips."""
    return f"🪙 {chips}"


def chips_in(text: str) -> int:
    """Return the number of chips that the text of a forfeit means, or 0 if the forfeit is something else."""
    found = _CHIPS.fullmatch(text)
    return int(found[1]) if found else 0


def in_words(chips: int) -> str:
    """Return a number of play chips in words."""
    return ngettext("{n} chip", "{n} chips", chips).format(n=number(chips))
