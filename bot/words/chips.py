"""Play chips that losers owe. A forfeit of chips is stored as a text that is the same in every language: "🪙 3"."""

import re

from bot.words.language import ngettext, number

CHOICES = (1, 2, 3, 5, 10)
"""The numbers of chips that a host may choose from a menu."""

MOST = 100
"""The largest number of chips that a host may type."""

_CHIPS = re.compile(r"🪙 ([1-9]\d{0,5})")


def as_text(chips: int) -> str:
    """Return the text of a forfeit of this many chips."""
    return f"🪙 {chips}"


def chips_in(text: str) -> int:
    """Return the number of chips that the text of a forfeit means, or 0 if the forfeit is something else."""
    found = _CHIPS.fullmatch(text)
    return int(found[1]) if found else 0


def chips_or_words(words: str) -> str:
    """Return what a host typed as a forfeit. If it means 1 to 100 chips, return the text of such a forfeit.

    A number means chips, and so does a number with the word for chips in English or in the present language.
    """
    found = re.fullmatch(r"(?:🪙\s*)?([1-9]\d{0,2})\b.*", words.strip())
    chips = int(found[1]) if found else 0
    meant = {str(chips), as_text(chips), f"{chips} chip", f"{chips} chips", in_words(chips).casefold()}
    return as_text(chips) if 1 <= chips <= MOST and words.strip().casefold() in meant else words


def in_words(chips: int) -> str:
    """Return a number of play chips in words."""
    return ngettext("{n} chip", "{n} chips", chips).format(n=number(chips))
