"""The options of a table: their words, their ranges, and which of them make no sense together."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.bids.rules import (
    Challengers,
    ExactBy,
    ExactPays,
    Loss,
    Palifico,
    PalificoFace,
    Price,
    Raising,
    Verdict,
    Wild,
)
from engine.core.policies import Absence, Direction, Opener, Seating
from engine.core.refusals import OptionsClash, OptionValue, Refused, UnknownOption
from engine.games import AnyRules, family
from engine.variants import variant


class Option:
    """One option: its word in RECORD.md, its field in the rules, and the values it takes."""

    def __init__(self, word: str, allowed: str, read: Callable[[str], Any], write: Callable[[Any], str] = str) -> None:
        self.word, self.allowed, self.read, self.write = word, allowed, read, write
        self.field = word.replace("-", "_")


def _choice(word: str, words: type[StrEnum]) -> Option:
    return Option(word, ", ".join(words), words)


def _whole(word: str, low: int, high: int, none: bool = False) -> Option:
    def read(text: str) -> int | None:
        if none and text == "none":
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
            raise ValueError(text)
        return int(text)

    return Option(word, f"{low}-{high}" + (" or none" if none else ""), read, lambda v: "none" if v is None else str(v))


def _switch(word: str) -> Option:
    return Option(word, "on, off", {"on": True, "off": False}.__getitem__, lambda value: "on" if value else "off")


CHANCE = "0-1"
"""What an option takes that is a likelihood, as `Option.allowed` says it."""


def _likelihood(word: str) -> Option:
    def read(text: str) -> float:
        if len(text) > 20 or not text.isascii() or not set(text) <= set("0123456789."):
            raise ValueError(text)
        value = float(text)
        if not 0 <= value <= 1:
            raise ValueError(text)
        return value

    return Option(word, CHANCE, read, lambda value: f"{value:.10f}".rstrip("0").rstrip("."))


MOST_DICE = 10
"""The most dice that a player may hold."""


def _dice() -> Option:
    words = {"auto": 0, **{str(number): number for number in range(1, MOST_DICE + 1)}}
    return Option("dice", f"1-{MOST_DICE} or auto", words.__getitem__, lambda value: str(value) if value else "auto")


LONGEST_STAKE = 80
WORDS = f"words, up to {LONGEST_STAKE} characters"
"""What an option takes that is free text, as `Option.allowed` says it."""


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""What a terminal would obey, and what no text may have."""


def _stake(text: str) -> str:
    stake = " ".join(text.split())
    if len(stake) > LONGEST_STAKE or _CONTROL.search(stake):
        raise ValueError(text)
    return stake


_ALL = (
    _dice(),
    _choice("wild", Wild),
    _choice("raising", Raising),
    _choice("challenge", Challengers),
    _choice("verdict", Verdict),
    _choice("price", Price),
    _choice("opens", Opener),
    _choice("loss", Loss),
    _choice("seating", Seating),
    _choice("direction", Direction),
    _switch("exact"),
    _choice("exact-pays", ExactPays),
    _choice("exact-by", ExactBy),
    _choice("palifico", Palifico),
    _choice("palifico-face", PalificoFace),
    _likelihood("crooked"),
    _whole("rounds", 1, 100, none=True),
    _whole("minutes", 1, 10080, none=True),
    _whole("bads", 2, 20),
    _whole("pair-bads", 1, 20),
    _switch("playoff"),
    _switch("gift"),
    _choice("absence", Absence),
    _switch("straights"),
    _likelihood("slippery"),
    _whole("ante", 0, 1_000_000),
    Option("stake", WORDS, _stake),
)

OPTIONS: dict[str, Option] = {option.word: option for option in _ALL}
"""Every option of RECORD.md by its word."""


def read_option(word: str, text: str) -> tuple[str, Any]:
    """The field and value that `word` and `text` name. Raises `Refused` for an unknown word or a value out of range."""
    option = OPTIONS.get(word)
    if option is None:
        raise Refused(UnknownOption(word[:40], tuple(OPTIONS)))
    try:
        return option.field, option.read(text)
    except (ValueError, KeyError):
        raise Refused(OptionValue(word, text[:40], option.allowed)) from None


R = TypeVar("R", bound=AnyRules)


def with_options(rules: R, options: Mapping[str, str]) -> R:
    """`rules` with the options given as words. Raises `Refused`, also where two options make no sense together (P6).

    An option that the game does not have is accepted at the value that the game has by nature.
    """
    changed = dict(read_option(word, text) for word, text in options.items())
    known = {field: value for field, value in changed.items() if field in rules.__struct_fields__}
    by_nature = family(rules).by_nature
    for word in options:
        field = OPTIONS[word].field
        if field not in known and changed[field] != by_nature.get(field):
            raise Refused(OptionsClash(word, "variant"))
    return checked(replace(rules, **known))


def checked(rules: R) -> R:
    """`rules`, if its options make sense together. Raises `Refused` naming two that do not."""
    for first, second, senseless in family(rules).clashes:
        if senseless(rules):
            raise Refused(OptionsClash(first, second))
    return rules


def rules_for(name: str, options: Mapping[str, str] = {}) -> AnyRules:
    """The rules of variant `name` with `options` given as words of RECORD.md. Raises `Refused`."""
    return with_options(variant(name).rules, options)


def different(rules: AnyRules, preset: AnyRules) -> dict[str, str]:
    """The options in which `rules` differ from `preset`, as words, in the order of RECORD.md."""
    return {
        word: option.write(getattr(rules, option.field))
        for word, option in OPTIONS.items()
        if option.field in rules.__struct_fields__ and getattr(rules, option.field) != getattr(preset, option.field)
    }
