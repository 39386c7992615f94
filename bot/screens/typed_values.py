"""What people type of a number that is not among those offered: chances, chips, times; and how each is said."""

import re

from bot.screens.clocks import span
from bot.tables.model import LONGEST_CLOCK, SHORTEST_CLOCK
from bot.tables.trouble import Code, Trouble
from bot.words.language import _

_FRACTION = re.compile(r"(\d{1,9})\s*(?:[/:]|[^\W\d_]+)\s*(\d{1,9})")
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,8})?)\s*%")
_GROUPED = re.compile(r"\d{1,3}(?:[ .,’']\d{3})+")
_TIME = re.compile(r"(\d{1,9})\s*(\D*)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
"""What a word for a time begins with, in English; a number alone counts seconds."""


def read_number(text: str) -> str:
    """A whole number, however its thousands are set apart: "10,000"."""
    said = text.strip()
    return re.sub(r"\D", "", said) if _GROUPED.fullmatch(said) else said


def read_chance(text: str) -> str:
    """A chance from 0 to 1: "1 in 50", "1/50", "2 %" or "0.02"."""
    said = text.strip()
    if (found := _FRACTION.fullmatch(said)) and int(found[2]):
        return _decimal(int(found[1]) / int(found[2]))
    if found := _PERCENT.fullmatch(said):
        return _decimal(float(found[1].replace(",", ".")) / 100)
    return said.replace(",", ".")


def chance(word: str) -> str:
    """A chance in words: "1 in 7", "12.5 %"."""
    value = float(word)
    one_in = round(1 / value) if value else 0
    if one_in and _decimal(1 / one_in) == _decimal(value):
        return _("1 in {n}").format(n=one_in)
    return _("{percent} %").format(percent=_decimal(value * 100))


def read_clock(text: str) -> str:
    """The seconds for a turn: "90", "3 minutes", "2 days"; "none" for no clock. Raises `Trouble` for anything else."""
    said = text.strip().casefold()
    if said in ("", "none", _("none").casefold()):
        return "none"
    found = _TIME.fullmatch(said)
    if found is not None:
        unit = _SECONDS.get(found[2].strip()[:1])
        spoken = (each for each in _SECONDS.values() if said == span(int(found[1]) * each).casefold())
        if (each := next(spoken, unit)) is not None:
            return str(int(found[1]) * each)
    raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)


def _decimal(value: float) -> str:
    return f"{value:.10f}".rstrip("0").rstrip(".")
