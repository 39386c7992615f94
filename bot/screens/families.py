"""The presenters by family. A family that has none is not played here: its lobby does not start."""

from collections.abc import Callable
from typing import Any

from bot.screens.bids import COMMON_HAND
from bot.screens.bids import lesson as lesson_of_bids
from bot.screens.bids import rejections as bid_refusals
from bot.screens.bids.example import example_round as told_round_of_bids
from bot.screens.bids.house_rules import house_rules as rules_of_bids
from bot.screens.common_house_rules import RulesPage
from bot.screens.lesson import Course
from bot.screens.poker_cup import SINGLE_CUP
from bot.screens.poker_cup import lesson as lesson_of_the_cup
from bot.screens.poker_cup import rejections as cup_refusals
from bot.screens.poker_cup.example import example_round as told_round_of_the_cup
from bot.screens.poker_cup.rules_in_words import house_rules as rules_of_the_cup
from bot.screens.presenter import Presenter
from engine import games
from engine.games import AnyRules, AnyView

PRESENTERS: dict[str, Presenter] = {"common-hand": COMMON_HAND, "single-cup": SINGLE_CUP}
"""By the family's name in the engine."""

REFUSALS = (bid_refusals.sentence, cup_refusals.sentence)
"""What each family says of its own reasons."""

MOMENTS = bid_refusals.MOMENTS
"""Reasons of theirs that are about the moment, and do not say what goes on instead."""

HOUSE_RULES: dict[str, Callable[[Any], tuple[RulesPage, ...]]] = {
    "common-hand": rules_of_bids,
    "single-cup": rules_of_the_cup,
}
"""The house rules that a host may choose from by the table's rules (None: all), by the family's name in the engine."""

EXAMPLES: dict[str, Callable[[Any, str | None], tuple[str, ...]]] = {
    "common-hand": told_round_of_bids,
    "single-cup": told_round_of_the_cup,
}
"""One round told, by the family's name in the engine."""

COURSES: dict[str, Course] = {"common-hand": lesson_of_bids.COURSE, "single-cup": lesson_of_the_cup.COURSE}
"""The first game of somebody who learns, by the family's name in the engine."""


def presenter(value: AnyRules | AnyView) -> Presenter | None:
    """The presenter of the family that rules or a view are of; None for a family that is not played here."""
    return PRESENTERS.get(games.family(value).name)


def house_rules(rules: AnyRules) -> tuple[RulesPage, ...]:
    """The pages of house rules that fit a table which plays by these."""
    return HOUSE_RULES[games.family(rules).name](rules)


def told_round(rules: AnyRules, forfeit: str | None) -> tuple[str, ...]:
    """One round by these rules in steps, a paragraph each; nothing for a family that has no example yet.

    `forfeit` is what a loser must do, "" for the usual one; None where nobody owes anything.
    """
    tell = EXAMPLES.get(games.family(rules).name)
    return tell(rules, forfeit) if tell is not None else ()


def course(rules: AnyRules) -> Course:
    """How somebody learns the family of a game by these rules."""
    return COURSES[games.family(rules).name]


def to_press(rules: AnyRules) -> tuple[str, ...]:
    """What to press and type in a game by these rules, a line each."""
    shown = presenter(rules)
    return shown.to_press() if shown is not None else ()
