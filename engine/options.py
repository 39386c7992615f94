"""The options of a table: their names, their values, when an option matters, and which options clash."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from engine.bids.rules import (
    Alike,
    Challengers,
    Different,
    ExactBy,
    ExactPays,
    Loss,
    Met,
    Palifico,
    PalificoFace,
    Raising,
    Verdict,
    Wild,
)
from engine.core.policies import Absence, Direction, Opener, Price, Seating
from engine.core.refusals import OptionsClash, OptionValue, Refused, UnknownOption
from engine.games import AnyRules
from engine.option_clashes import (
    has_a_mia,
    has_palifico,
    is_poker,
    pays_one_each,
    senseless_opens,
    senseless_price,
    senseless_raising,
    senseless_verdict,
    senseless_wild,
    sheds_nothing,
    usual_verdict,
)
from engine.poker_cup.rules import CupWild, TopCosts
from engine.variants import variant

FEW = 20
"""Ranges of at most this many whole numbers are listed number by number."""


class Words(msgspec.Struct, frozen=True):
    """The values of an option that takes only these words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.words)


class Whole(msgspec.Struct, frozen=True):
    """The values of an option that takes a whole number from `low` to `high`, or the word `none` for no number."""

    low: int
    high: int
    none: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Return every value as a word, beginning with the word for no number.

        Return () if there are more than `FEW` numbers.
        """
        numbers = range(self.low, self.high + 1)
        return (*filter(None, (self.none,)), *map(str, numbers)) if len(numbers) <= FEW else ()

    def __str__(self) -> str:
        return f"{self.low}-{self.high}" + (f" or {self.none}" if self.none else "")


class Likelihood(msgspec.Struct, frozen=True):
    """The values of an option that takes a probability from 0 to 1."""

    def __str__(self) -> str:
        return "0-1"


class FreeText(msgspec.Struct, frozen=True):
    """The values of an option that takes text of at most `longest` characters."""

    longest: int

    def __str__(self) -> str:
        return f"words, up to {self.longest} characters"


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option, with everything that the rules know about it.

    - `word` is its name in RECORD.md. `takes` describes its values, which are written as in RECORD.md.
    - `read` makes a value from a word of RECORD.md, and raises `ValueError` or `KeyError`. `write` is the inverse.
    - `usual` is the word of the value that changes nothing. A game without the option acts as if it had this value.
      `fixed`, if given, returns that word for the rules of such a game.
    - `fits` returns whether the option has any effect under these rules (P6).
    - `under` is the option on which this one depends. While this option does not fit, every value except `usual` is
      refused (P6).
    - `goes_along` is True if this option changes when a host gives the option `under` a value that it does not fit.
    - `clash`, if given, replaces the check of whether this option and `under` conflict.
    - `follows`, if given, returns the value that a host's choice of the option `under` brings. Otherwise this option
      keeps its value if it can.
    """

    word: str
    takes: Words | Whole | Likelihood | FreeText
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    usual: str | None = None
    fixed: Callable[[Any], str] | None = None
    fits: Callable[[Any], bool] = lambda _rules: True
    under: str = ""
    goes_along: bool = False
    clash: Callable[[Any], bool] | None = None
    follows: Callable[[Any], str] | None = None

    @property
    def field(self) -> str:
        """Return the name of the option's field in the rules."""
        return self.word.replace("-", "_")

    def usual_in(self, rules: Any) -> str | None:
        """Return the value as which a game with these rules plays, if it does not have the option."""
        return self.usual if self.fixed is None else self.fixed(rules)

    def words(self) -> tuple[str, ...]:
        """Return every value as a word if there are few values, otherwise ()."""
        return self.takes.words if isinstance(self.takes, Words | Whole) else ()

    def of(self, rules: Any) -> str:
        """Return the value of the option in these rules, as a word of RECORD.md."""
        return self.write(getattr(rules, self.field))

    def is_of(self, rules: Any) -> bool:
        """Return whether games with these rules have the option."""
        return self.field in rules.__struct_fields__

    def goes_with(self, options: Container[str]) -> bool:
        """Return whether this option may have to change when one of these options changes."""
        return self.goes_along and self.under in options

    def clashes(self, rules: Any) -> bool:
        """Return whether the option's value conflicts with that of the option `under` (P6)."""
        if self.clash is not None:
            return self.clash(rules)
        return bool(self.under) and not self.fits(rules) and self.of(rules) != self.usual


def _choice(word: str, words: Sequence[str], read: Callable[[str], Any], **more: Any) -> Option:
    return Option(word=word, takes=Words(tuple(words)), read=read, **more)


def _policy(word: str, words: type[StrEnum], **more: Any) -> Option:
    return _choice(word, [each.value for each in words], words, **more)


def _switch(word: str, **more: Any) -> Option:
    on = {"on": True, "off": False}
    return _choice(word, tuple(on), on.__getitem__, write=lambda value: "on" if value else "off", usual="off", **more)


def _whole(word: str, takes: Whole, nothing: int | None = None, **more: Any) -> Option:
    """Return an option that takes a whole number. The word for no number means the value `nothing`."""

    def read(text: str) -> int | None:
        if takes.none and text == takes.none:
            return nothing
        if not (text.isascii() and text.isdigit() and len(text) < 9 and takes.low <= int(text) <= takes.high):
            raise ValueError(text)
        return int(text)

    def write(value: int | None) -> str:
        return takes.none if takes.none and value == nothing else str(value)

    return Option(word=word, takes=takes, read=read, write=write, **more)


def _likelihood(word: str) -> Option:
    def read(text: str) -> float:
        if len(text) > 20 or not text.isascii() or not set(text) <= set("0123456789."):
            raise ValueError(text)
        value = float(text)
        if not 0 <= value <= 1:
            raise ValueError(text)
        return value

    def write(value: float) -> str:
        return f"{value:.10f}".rstrip("0").rstrip(".")

    return Option(word=word, takes=Likelihood(), read=read, write=write, usual="0")


LONGEST_STAKE = 80

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Matches control characters, which a terminal might interpret, and surrogates, which no valid text contains."""


def _stake(text: str) -> str:
    stake = " ".join(text.split())
    if len(stake) > LONGEST_STAKE or _CONTROL.search(stake):
        raise ValueError(text)
    return stake


_ALL = (
    _whole("dice", Whole(1, 10, none="auto"), nothing=0, fixed=lambda r: str(r.ranking.dice)),
    _policy("wild", Wild, usual="none", under="raising", clash=senseless_wild),
    _policy("raising", Raising, under="palifico", clash=senseless_raising),
    _policy("challenge", Challengers, usual="next"),
    _policy(
        "verdict",
        Verdict,
        usual="duel",
        under="price",
        goes_along=True,
        clash=senseless_verdict,
        follows=usual_verdict,
    ),
    _policy("price", Price, usual="forfeit", under="variant", clash=senseless_price),
    _whole("lives", Whole(1, 10), usual="3", fits=lambda r: r.counts_lives(), under="price", goes_along=True),  # P7
    _policy("opens", Opener, under="variant", clash=senseless_opens),
    _policy("loss", Loss, usual="one", fits=lambda r: r.costs.by_loss, under="price", goes_along=True),  # P2
    _policy("seating", Seating),
    _policy("direction", Direction),
    _switch("exact", fits=sheds_nothing, under="price"),  # C5
    _policy("exact-pays", ExactPays, usual="back", fits=lambda r: r.exact, under="exact", goes_along=True),  # C5
    _policy("exact-by", ExactBy, usual="turn", fits=lambda r: r.exact, under="exact", goes_along=True),  # C5
    _policy("palifico", Palifico, usual="off", fits=sheds_nothing, under="price"),  # C6
    _policy(
        "palifico-face",
        PalificoFace,
        usual="single",
        fits=has_palifico,
        under="palifico",
        goes_along=True,
    ),
    _likelihood("crooked"),
    _whole("rounds", Whole(1, 100, none="none")),
    _whole("minutes", Whole(1, 10080, none="none")),
    _whole("bads", Whole(2, 20), usual="5", fits=lambda r: r.counts_bads()),
    _whole("pair-bads", Whole(1, 20), usual="3", fits=lambda r: r.counts_bads()),
    _switch("playoff", fits=lambda r: r.counts_bads(), under="price", goes_along=True),  # E4
    _switch("gift", fits=lambda r: r.counts_forfeits(), under="price", goes_along=True),  # P5
    _policy("absence", Absence),
    _switch("straights", fits=is_poker, under="variant"),  # K10
    _likelihood("slippery"),
    _whole("ante", Whole(0, 1_000_000)),
    Option(word="stake", takes=FreeText(LONGEST_STAKE), read=_stake),
    _whole("least-opening", Whole(1, 100, none="players"), nothing=0, usual="1"),  # B5
    _switch("show"),  # B6
    _policy("met", Met, usual="challenger", fits=pays_one_each, under="price", goes_along=True),  # P8
    _policy("different", Different, usual="count"),  # C7
    _policy("alike", Alike, usual="none"),  # C7
    _switch("palifico-two", fits=has_palifico, under="palifico", goes_along=True),  # C6
    _switch("equal"),
    _policy("cup-wild", CupWild, usual="none", fits=is_poker, under="variant"),  # K19
    _policy("mia", TopCosts, usual="single", fits=has_a_mia, under="variant"),  # K18
    _switch("give-up", fits=has_a_mia, under="variant"),  # K18
)

OPTIONS: dict[str, Option] = {option.word: option for option in _ALL}
"""All options of RECORD.md by their names."""

_DECIDED = tuple(option for option in _ALL if option.under)
"""The options that may clash with another one."""


def highest(word: str) -> int:
    """Return the highest number that an option takes. The option must take a whole number."""
    takes = OPTIONS[word].takes
    assert isinstance(takes, Whole)
    return takes.high


def read_option(word: str, text: str) -> tuple[str, Any]:
    """Return the field of the rules that an option sets, and its value.

    `word` and `text` are the name and the value in RECORD.md. Raises `Refused`.
    """
    option = OPTIONS.get(word)
    if option is None:
        raise Refused(UnknownOption(word[:40], tuple(OPTIONS)))
    try:
        return option.field, option.read(text)
    except (ValueError, KeyError):
        raise Refused(OptionValue(word, text[:40], str(option.takes))) from None


R = TypeVar("R", bound=AnyRules)


def with_options(rules: R, options: Mapping[str, str]) -> R:
    """Return `rules` with `options`, given as words. Raises `Refused`, for example if two options clash (P6).

    An option that the game does not have is accepted at its usual value.
    """
    return cast("R", _with_options(rules, tuple(options.items())))


@lru_cache(maxsize=1024)
def _with_options(rules: AnyRules, options: tuple[tuple[str, str], ...]) -> AnyRules:
    changed = dict(read_option(word, text) for word, text in options)
    for option in (OPTIONS[word] for word, _text in options if not OPTIONS[word].is_of(rules)):
        usual = option.usual_in(rules)
        if usual is None or changed.pop(option.field) != option.read(usual):
            raise Refused(OptionsClash(option.word, "variant"))
    return checked(replace(rules, **changed))


def checked(rules: R) -> R:
    """Return `rules` if its options are compatible. Raises `Refused` with the names of two that are not."""
    for option in _decided(rules.__struct_fields__):
        if option.clashes(rules):
            raise Refused(OptionsClash(option.word, option.under))
    return rules


@cache
def _decided(fields: tuple[str, ...]) -> tuple[Option, ...]:
    """Return the options of rules with these `fields` that may clash with another one."""
    return tuple(option for option in _DECIDED if option.field in fields)


def going_along(rules: AnyRules, word: str, value: str) -> dict[str, str]:
    """Return the values of the options that depend on the option `word`, once a host gives it this value (P6).

    The values are words. An option keeps its value if that value still fits. Otherwise it gets its usual value, or the
    first value that fits. A poll comes and goes with shedding.
    """
    field, chosen = read_option(word, value)
    after = replace(rules, **{field: chosen})
    return {each.word: _sensible(each, after) for each in _decided(rules.__struct_fields__) if each.goes_with((word,))}


def _sensible(option: Option, rules: AnyRules) -> str:
    """Return the value that follows from these rules, or the option's present value, or the first value that fits."""
    if option.follows is not None:
        return option.follows(rules)
    words = (option.of(rules), option.usual or "", *option.words())
    return next(word for word in words if not option.clashes(replace(rules, **{option.field: option.read(word)})))


def rules_for(name: str, options: Mapping[str, str] = {}) -> AnyRules:
    """Return the rules of the variant `name` with these options, which are words of RECORD.md. Raises `Refused`."""
    return with_options(variant(name).rules, options)


def different(rules: AnyRules, preset: AnyRules) -> dict[str, str]:
    """Return the options whose values differ between `rules` and `preset`, as words, in the order of RECORD.md."""
    return {
        word: option.of(rules)
        for word, option in OPTIONS.items()
        if option.is_of(rules) and getattr(rules, option.field) != getattr(preset, option.field)
    }
