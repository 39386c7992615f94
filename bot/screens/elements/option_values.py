"""Write the values of a table's options (times, paces, chances and numbers) as text, and read typed values."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from gettext import NullTranslations
from itertools import takewhile
from typing import TypeVar, assert_never
from unicodedata import normalize

import msgspec

from bot.screens.elements.amounts import bads, minutes
from bot.tables.model import LONGEST_CLOCK, SHORTEST_CLOCK
from bot.tables.pace import PaceName
from bot.tables.trouble import Code, Trouble
from bot.words.faces_and_numbers import numbers_by_name
from bot.words.language import (
    ENGLISH,
    _,
    listed,
    ngettext,
    number,
    percentage,
    pgettext,
    speaking,
    spoken_key,
    spoken_language,
)
from bot.words.vocabulary import plain
from engine.games import AnyRules
from engine.options import OPTIONS

CLOCKS = (30, 60, 90, 180, 600, 3600, 86400, 604800)
"""The turn clocks that the form offers, in seconds."""

DELAYS = (600, 900, 1200, 1800, 2700, 3600, 5400, *(hours * 3600 for hours in (2, 3, 4, 5, 6, 8, 10, 12, 18, 24)))
"""The times until a game that `/play` proposes, in seconds. The first and the last are the limits."""


def span(seconds: int) -> str:
    """Return a number of seconds as text, in the largest unit that fits: "3 minutes", "2 days"."""
    unit = next(unit for unit in (86400, 3600, 60, 1) if seconds % unit == 0)
    return _of_units(seconds // unit, unit)


def _of_units(many: int, unit: int) -> str:
    """Return `many` units of `unit` seconds each as text: "90 seconds"."""
    match unit:
        case 86400:
            words = ngettext("{n} day", "{n} days", many)
        case 3600:
            words = ngettext("{n} hour", "{n} hours", many)
        case 60:
            return minutes(many)
        case _:
            words = ngettext("{n} second", "{n} seconds", many)
    return words.format(n=number(many))


class PaceWords(msgspec.Struct, frozen=True):
    """The emoji, the name and the description of a pace."""

    emoji: str
    label: str
    about: str


def pace_words(pace: PaceName) -> PaceWords:
    """Return the emoji, the name and the description of a pace."""
    match pace:
        case PaceName.QUICK:
            about = _("Short showdowns, brisk computers")
            return PaceWords("🐇", _("Quick pace"), about)
        case PaceName.EASY:
            return PaceWords("🚶", _("Easy pace"), _("Time to look at the dice and laugh"))
        case PaceName.CEREMONIOUS:
            return PaceWords("🕯️", _("Ceremonial pace"), _("Showdowns cup by cup"))
        case kind:
            assert_never(kind)


_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,8})?)\s*%")

_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}([ .,’'])\d{3}(?:\1\d{3})*(?![\d.,]?\d)")
"""Matches a whole number with the thousands separator of any language."""

_AMOUNT = re.compile(r"([^\W\d]*)\s*(\d{1,9})\s*(\D*)")

_UNITS = (1, 60, 3600, 86400)
"""The seconds of each unit of time. A number without a unit is in the first unit."""


def read_number(text: str) -> str:
    """Return a typed whole number without its thousands separators: "10,000" becomes "10000"."""
    return _ungrouped(text).strip()


def _ungrouped(text: str) -> str:
    """Return a typed text without the thousands separators in its numbers."""
    return _GROUPED.sub(lambda found: re.sub(r"\D", "", found[0]), normalize("NFKC", text))


def read_chance(text: str) -> str:
    """Return a typed chance as a decimal number: "1 in 50", "1/50", "2%" and "0.02" all become "0.02".

    Other text is returned almost unchanged. The rules check the result later.
    """
    said, names = plain(text), numbers_by_name(spoken_language())
    for pattern in _odds(spoken_language()):
        if found := pattern.fullmatch(said):
            n, all_ = (names.get(each) or int(re.sub(r"\D", "", each)) for each in (found["n"], found["all"]))
            return _decimal(n / all_) if all_ else said
    if found := _PERCENT.fullmatch(said):
        return _decimal(float(found[1].replace(",", ".")) / 100)
    return said.replace(",", ".")


@lru_cache(maxsize=16)
def _odds(language: NullTranslations) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of typed chances: "1 in 50" in the current language and in English, and fractions."""
    names = "|".join(map(re.escape, sorted(numbers_by_name(language), key=len, reverse=True)))
    numeral = rf"\d{{1,3}}(?:[ .,’']\d{{3}})+|\d{{1,12}}|{names}"
    found = {"{n}": f"(?P<n>{numeral})", "{all}": f"(?P<all>{numeral})", " ": r"\s*"}
    with speaking(""):
        english = _ways_of_odds()
    ways = [[part for part in re.split(r"(\{n\}|\{all\}| )", way) if part] for way in (*_ways_of_odds(), *english)]
    patterns = ["".join(found.get(part, re.escape(part)) for part in way) for way in ways]
    return tuple(map(re.compile, (*patterns, rf"{found['{n}']}\s*[/:⁄]\s*{found['{all}']}")))


def _ways_of_odds() -> list[str]:
    """Return the ways to type a chance in the current language, with {n} and {all} for the numbers."""
    # Translators: every usual way to type a chance such as 1 in 50: {n} is the 1, and {all} is the 50.
    ways = pgettext(
        "how a chance is typed, with strokes between",
        "{n} in {all} / {n} in every {all} / {n} out of {all} / {n} out of every {all} / {n} of {all} / {n} to {all} / "
        "{n} chance in {all} / {n} chances in {all} / {n} in {all} chance / {n} time in {all} / {n} times in {all}",
    )
    return [plain(way) for way in ways.split("/")]


def chance(word: str) -> str:
    """Return a chance as text: "1 in 7" or "12.5%"."""
    value = float(word)
    one_in = round(1 / value) if value else 0
    if one_in > 1 and _decimal(1 / one_in) == _decimal(value):
        # Translators: a chance: “1 in 50”.
        return _("1 in {n}").format(n=number(one_in))
    return percentage(_decimal(value * 100))


def read_clock(text: str) -> str:
    """Return the seconds of a typed turn clock, such as "90", "3 minutes" or "2 days", or "none" for no clock.

    Raises `Trouble` for any other text.
    """
    if is_none(text):
        return "none"
    many, unit = _amount(text, _UNITS, _of_units)
    if unit is None:
        raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)
    return str(many * unit)


def read_delay(text: str) -> int:
    """Return the seconds of a typed time until a game, such as "45" for minutes, or "2 hours".

    Raises `Trouble` for any other text, and for a time that is too short or too long.
    """
    many, unit = _amount(text, (60, 3600), _of_units)
    seconds = many * unit if unit is not None else 0
    if not DELAYS[0] <= seconds <= DELAYS[-1]:
        raise Trouble(Code.DELAY_RANGE, low=DELAYS[0], high=DELAYS[-1])
    return seconds


def is_none(text: str) -> bool:
    """Return whether a typed text means that there is no limit: it is empty, or a word such as "none"."""
    words = pgettext("words typed for no rounds, no minutes or no clock, with strokes between", "none/no/nothing")
    return plain(text) in ("", "none", *map(plain, words.split("/")))


_Unit = TypeVar("_Unit", str, int)


def _amount(text: str, units: Sequence[_Unit], in_words: Callable[[int, _Unit], str]) -> tuple[int, _Unit | None]:
    """Return a typed number and its unit, in whichever order they were typed.

    The unit is None if the text cannot be read, and the first unit if there is only a number. Otherwise the typed word
    is compared with the units in the current language, and the unit with the longest common beginning is returned. If
    no unit begins with the same letter, the word is compared with the English units. So "10 m" means minutes, but in
    French, where rounds are "manches", it means rounds.
    """
    found = _AMOUNT.fullmatch(plain(_ungrouped(text)))
    if found is None:
        return 0, None
    many, typed = int(found[2]), _letters(found[1] + found[3])
    for locale in (spoken_key(), ENGLISH):
        with speaking(locale):
            alike = {unit: _alike(typed, _letters(in_words(many, unit))) for unit in units}
        best = max(alike, key=alike.__getitem__)
        if alike[best] or not typed:
            return many, best
    return many, None


def _alike(one: str, other: str) -> int:
    """Return the length of the common beginning of two words."""
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _letters(words: str) -> str:
    return re.sub(r"[\d\W]", "", plain(words))


def _decimal(value: float) -> str:
    return f"{value:.10f}".rstrip("0").rstrip(".")


_BETWEEN = re.compile("[,，、]")

_LENGTHS = ("rounds", "minutes", "bads")
"""The options that limit the length of a game. A number without a unit means the first option."""


def turn_time(seconds: int | None) -> str:
    """Return a line about the turn clock; `seconds` is None if there is no clock."""
    # Translators: {time} is a phrase such as “3 minutes”.
    return _("⏳ {time} a turn").format(time=span(seconds)) if seconds else _("⏳ no clock")


def time_per_turn() -> str:
    """Return the name of the option for the turn clock."""
    return _("Time per turn")


def length_in_words(rules: AnyRules) -> str:
    """Return the limits on the length of a game as text, or "" if there are none.

    The text has the format that people type in the form.
    """
    ends = {"rounds": rules.rounds, "minutes": rules.minutes}
    if rules.counts_bads():
        ends["bads"] = int(OPTIONS["bads"].of(rules))
    return listed([length(word, many) for word, many in ends.items() if many is not None])


def read_length(text: str) -> dict[str, str]:
    """Return the options for a typed length: {"rounds": "10"} for "10 rounds".

    Raises `Trouble` if the text is not a length.
    """
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, _BETWEEN.split(_ungrouped(text)))):
        many, word = _amount(part, _LENGTHS, lambda many, word: length(word, many))
        if word is None:
            raise Trouble(Code.LENGTH, said=part[:40])
        found[word] = str(many)
    if found.get("bads") == OPTIONS["bads"].usual:
        del found["bads"]
    if found.get("bads") == "2":
        found["pair-bads"] = "2"  # E4: two players together never need more bads than one alone
    return found


def length(word: str, many: int) -> str:
    """Return a number of rounds, minutes or bads as text; `word` is the name of the option."""
    match word:
        case "rounds":
            return ngettext("{n} round", "{n} rounds", many).format(n=number(many))
        case "minutes":
            return minutes(many)
        case _:
            return bads(many)
