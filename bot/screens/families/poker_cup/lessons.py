"""Choose the lesson and the sample round of a cup game by its ranking."""

from collections.abc import Mapping

from bot.screens.families.poker_cup import teaching, two_dice_lesson
from bot.screens.families.teaching import Course, SampleRound
from engine.poker_cup.ranking import Kinds
from engine.poker_cup.rules import CupRules

_LESSONS: Mapping[Kinds, tuple[Course, SampleRound]] = {
    each.RULES.ranking.known: (each.COURSE, each.SAMPLE) for each in (teaching, two_dice_lesson)
}
"""The lesson and the sample round of each ranking, by all kinds of hands that records of its games may name."""


def course(rules: CupRules) -> Course:
    """Return the lesson that teaches games with these rules."""
    return _LESSONS[rules.ranking.known][0]


def sample(rules: CupRules) -> SampleRound:
    """Return the sample round of games with these rules."""
    return _LESSONS[rules.ranking.known][1]
