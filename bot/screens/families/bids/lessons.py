"""Choose the lesson of a bidding game by its rules."""

from bot.screens.families.bids import pure_lesson, show_lesson, teaching
from bot.screens.families.teaching import Course
from engine.bids.rules import Raising, Rules


def course(rules: Rules) -> Course:
    """Return the lesson that teaches games with these rules."""
    if rules.raising is Raising.PURE:
        return pure_lesson.COURSE
    return show_lesson.COURSE if rules.show else teaching.COURSE
