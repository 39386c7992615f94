"""How long a game goes, as a host types it: "10 rounds", "45 minutes", "4 bads", or several of them."""

import re

from bot.tables.trouble import Code, Trouble
from bot.words.language import listed, ngettext
from engine.games import AnyRules

USUAL_BADS = 5
_PART = re.compile(r"(\d{1,9})\s*(\D*)")
_INITIALS = {"": "rounds", "r": "rounds", "m": "minutes", "b": "bads"}
"""What a word begins with, in English; a number alone counts rounds."""


def length_in_words(rules: AnyRules) -> str:
    """What ends a game by these rules beside its own nature, as it stands in the form; "" for nothing."""
    ends = {"rounds": rules.rounds, "minutes": rules.minutes}
    if rules.counts_bads():
        ends["bads"] = getattr(rules, "bads", USUAL_BADS)
    return listed([_in_words(word, number) for word, number in ends.items() if number is not None])


def read_length(text: str) -> dict[str, str]:
    """The options that the words mean. Raises `Trouble` for words that name no length."""
    found: dict[str, str] = {}
    for part in (part.strip() for part in text.split(",")):
        if part:
            match = _PART.fullmatch(part)
            word = _unit(part, match[1], match[2]) if match is not None else None
            if match is None or word is None:
                raise Trouble(Code.LENGTH, said=part[:40])
            found[word] = match[1]
    if found.get("bads") == str(USUAL_BADS):
        del found["bads"]
    if found.get("bads") == "2":
        found["pair-bads"] = "2"  # E4: two players together never need more bads than one alone
    return found


def _unit(part: str, number: str, unit: str) -> str | None:
    """Which option a word names: in the language of the form, or by its first letter."""
    spoken = (word for word in ("rounds", "minutes", "bads") if part == _in_words(word, int(number)))
    return next(spoken, None) or _INITIALS.get(unit.strip().lower()[:1])


def _in_words(word: str, number: int) -> str:
    match word:
        case "rounds":
            return ngettext("{n} round", "{n} rounds", number).format(n=number)
        case "minutes":
            return ngettext("{n} minute", "{n} minutes", number).format(n=number)
        case _:
            return ngettext("{n} bad", "{n} bads", number).format(n=number)
