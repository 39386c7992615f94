"""Define the classes for house rules, and the house rules that every family of games has.

A house rule is an option of RECORD.md as a host chooses it.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.screens.elements.labels import WINNERS_GIFT
from bot.screens.elements.option_values import (
    CLOCKS,
    chance,
    is_none,
    length,
    read_chance,
    read_clock,
    read_number,
    span,
    time_per_turn,
    turn_time,
)
from bot.words.cleaning import clean, escaped
from bot.words.language import _, ngettext, number, pgettext
from engine.core.policies import Opener
from engine.games import AnyRules
from engine.options import LONGEST_STAKE, OPTIONS, Whole


class Value(msgspec.Struct, frozen=True):
    """One value of a house rule.

    `value` is the option's value in the words of RECORD.md. `label` is its name. The lobby shows `label` alone, so it
    must make sense by itself. `about` is a sentence about its effect for players.
    """

    value: str
    label: str
    about: str = ""


class Typed(msgspec.Struct, frozen=True):
    """How to type values that the menu of a house rule does not offer.

    - `label`: the text of the choice that opens the form. `about`: an explanation of what can be typed.
    - `read`: turns typed text into the option's word. If it cannot read a text, it returns the text unchanged, and the
      rules then refuse it with a correct example.
    - `say`: returns any value in words. `write`: returns a value as the form's field shows it.
    """

    label: str
    about: str
    read: Callable[[str], str]
    say: Callable[[str], Value]
    longest: int = 20
    write: Callable[[str], str] = str


class HouseRule(msgspec.Struct, frozen=True):
    """A house rule: the word of its option, its name, and the values to choose from.

    `typed` says how to type other values. It is None if there are no other values. `aside` returns a line about the
    rule at a table with the given rules, or "". `only` returns whether the rule belongs to a game with these rules, if
    the option alone does not decide that.
    """

    option: str
    name: str
    values: tuple[Value, ...]
    typed: Typed | None = None
    aside: Callable[[Any], str] = lambda _rules: ""
    only: Callable[[Any], bool] = lambda _rules: True

    def value(self, word: str) -> Value | None:
        """Return the value for a word of RECORD.md, or None if this house rule has no such value.

        It may be a value that a host has to type.
        """
        offered = next((each for each in self.values if each.value == word), None)
        return self.typed.say(word) if offered is None and self.typed is not None else offered

    def fits(self, rules: AnyRules) -> bool:
        """Return whether this house rule can matter at a table with these rules (P6)."""
        return (self.option == CLOCK or OPTIONS[self.option].fits(rules)) and self.only(rules)


class RulesPage(msgspec.Struct, frozen=True):
    """A page of house rules. It has room for five rules."""

    title: str
    emoji: str
    rules: tuple[HouseRule, ...]


def on_off(option: str, name: str, on: str) -> HouseRule:
    """Return a house rule whose value is on or off. `on` describes what the rule does when it is on."""
    # Translators: a house rule that is off; {rule} is its name.
    return HouseRule(option, name, (Value("on", name, on), Value("off", _("{rule}: off").format(rule=name))))


def typed(about: str, read: Callable[[str], str], say: Callable[[str], Value], write: Callable[[str], str]) -> Typed:
    """Return the `Typed` of a house rule with the usual label. `about` explains what can be typed."""
    # Translators: the last choice in a menu of values, for typing another value.
    return Typed(_("other…"), about, read, say, write=write)


ANTES = (0, 1, 2, 5, 10, 20, 50, 100, 500, 1000, 10_000, 100_000, 1_000_000)
"""The antes to choose from, in play chips. Other numbers are typed."""

CHANCES = ("0.02", "0.05", "0.1", "0.25", "0.5", "1")
"""The chances to choose from. Other chances are typed."""

ROUNDS, MINUTES = (1, 3, 5, 10, 20, 50, 100), (10, 20, 30, 45, 60, 90, 120, 240)

CLOCK = "clock"
"""The word for the turn clock, which is the table's own (`Setup.clock`). The engine does not know it."""


def at_the_table() -> RulesPage:
    """Return the page about seats, stakes and absent players (S1 to S3, E6, L2)."""
    return RulesPage(_("At the table"), "🪑", (direction(), seating(), ante(), stake(), absence()))


def how_long() -> RulesPage:
    """Return the page about the length of a game and about the turn clock (E1, L2)."""
    return RulesPage(_("How long"), "⏳", (rounds(), minutes(), clock()))


def direction() -> HouseRule:
    """Return the house rule for the direction of turns (S3)."""
    return HouseRule(
        "direction",
        _("Direction"),
        (
            Value("clockwise", _("Clockwise")),
            Value("counterclockwise", _("Counterclockwise")),
        ),
    )


def seating() -> HouseRule:
    """Return the house rule for the order of seats and the first opener (S1, S2)."""
    return HouseRule(
        "seating",
        _("Seating"),
        (
            Value("first", _("Roll-off for first")),
            Value("order", _("Roll-off for every seat")),
            Value("joined", _("No roll-off")),
        ),
    )


def ante() -> HouseRule:
    """Return the house rule for the ante, in play chips (E6)."""

    def say(word: str) -> Value:
        # Translators: {n} is the number of play chips that each player puts into the pot.
        return Value(word, ngettext("Ante of {n}", "Ante of {n}", int(word)).format(n=_number(word)))

    none = Value("0", _("No pot"))
    # Translators: {most} is a number with the language’s own thousands separators.
    chips = _("Chips from 0 to {most}").format(most=number(_highest("ante")))
    others = typed(chips, read_number, say, _number)
    return HouseRule("ante", _("The pot"), (none, *(say(str(n)) for n in ANTES if n)), others)


def stake() -> HouseRule:
    """Return the house rule for the stake in words: what everybody who does not win must do (E6)."""
    nothing = Value("", _("No extra stake"))

    def say(word: str) -> Value:
        words = escaped(word)
        return Value(word, f"“{words}”") if word else nothing

    about = _("Up to 80 characters; leave it empty for none")
    others = Typed(pgettext("words", "other…"), about, clean, say, LONGEST_STAKE)
    return HouseRule("stake", _("Extra stake"), (), others)


def chances(option: str, name: str, never: Value, about: str, label: str) -> HouseRule:
    """Return a house rule whose values are chances from 0 to 1 (T2, K14).

    `never` is the value for 0, and `label` is the text of the other values, with a placeholder `{chance}`.
    """

    def say(word: str) -> Value:
        return Value(word, label.format(chance=chance(word)), about)

    others = typed(_("“1 in 50”, “2%” or “0.02”: from 0 to 1"), read_chance, say, number)
    return HouseRule(option, name, (never, *(say(word) for word in CHANCES)), others)


def rounds() -> HouseRule:
    """Return the house rule for the number of rounds (E1)."""

    def say(word: str) -> Value:
        return Value(word, length("rounds", int(word)))

    none = Value("none", _("Any number of rounds"))
    others = typed(_("Rounds from 1 to 100, or “none”"), _number_or_none, say, _number)
    return HouseRule("rounds", _("Rounds"), (none, *(say(str(n)) for n in ROUNDS)), others)


def minutes() -> HouseRule:
    """Return the house rule for the time limit, in minutes (E1)."""

    def say(word: str) -> Value:
        return Value(word, length("minutes", int(word)))

    none = Value("none", _("No time limit"))
    words = _("Minutes from 1 to {most} (a week), or “none”").format(most=number(_highest("minutes")))
    others = typed(words, _number_or_none, say, _number)
    return HouseRule("minutes", _("Minutes"), (none, *(say(str(n)) for n in MINUTES)), others)


def clock() -> HouseRule:
    """Return the house rule for the turn clock (L2)."""

    def say(word: str) -> Value:
        return Value(word, turn_time(int(word)))

    none = Value("none", turn_time(None))
    words = _("30 seconds to 7 days: “90 seconds”, “5 minutes”, “2 days” or “none”")
    others = typed(words, read_clock, say, lambda word: "" if word == "none" else span(int(word)))
    return HouseRule(CLOCK, time_per_turn(), (none, *(say(str(n)) for n in CLOCKS)), others)


def _highest(option: str) -> int:
    takes = OPTIONS[option].takes
    assert isinstance(takes, Whole)
    return takes.high


def _number(word: str) -> str:
    """Return a number as a form's field shows it, or "" for "none"."""
    return "" if word == "none" else number(int(word))


def _number_or_none(text: str) -> str:
    return "none" if is_none(text) else read_number(text)


def absence() -> HouseRule:
    """Return the house rule for absent players (L2)."""
    return HouseRule(
        "absence",
        # Translators: the name of a house rule: what becomes of players who are away.
        _("Dozing players"),
        (
            Value("sit-out", _("The house plays for dozing players")),
            Value("leave", _("Out after two missed turns")),
        ),
    )


def gift() -> HouseRule:
    """Return the house rule for the winner's gift (P5)."""
    return on_off("gift", _(WINNERS_GIFT), gives())


def gives() -> str:
    """Return the sentence that describes the winner's gift (P5)."""
    return _("The winner may give a third player a forfeit too.")


def forfeits_decide() -> str:
    """Return the sentence for games in which being wrong costs a forfeit, and the fewest forfeits win (P1, E5)."""
    return _("Be wrong, take a forfeit; fewest forfeits wins.")


def everyone_must() -> str:
    """Return the question about what everybody who does not win must do (E6)."""
    return _("Everyone who doesn’t win must…")


def opens(*besides: Value) -> HouseRule:
    """Return the house rule that decides who opens the next round (O1, O2).

    `besides` are values that only one family has.
    """
    return HouseRule(
        "opens",
        _("Who opens next"),
        (
            Value("winner", _("The winner opens")),
            Value("loser", _("The loser opens")),
            Value("challenger", _("The caller opens")),
            *besides,
        ),
    )


def who_opens(opens: Opener) -> str:
    """Return the sentence about the opener of the next round (O1, O2)."""
    match opens:
        case Opener.WINNER:
            return _("The winner opens.")
        case Opener.LOSER:
            return _("The loser opens.")
        case Opener.CHALLENGER:
            return _("The caller opens.")
        case Opener.NEXT:
            return _("Everyone opens in turn.")
