"""A step of a game that is over, as somebody looks at it again."""

import msgspec

from bot.presses.history import ALL
from bot.screens.cast import Cast
from bot.tables.pending import Chapter
from engine.core.retelling import Step
from engine.games import AnyRules


class Scene(msgspec.Struct, frozen=True):
    """A `step`, and the public events of its round up to its end, seen with an `eye` (`presses/replaying.py`).

    `follows`: after this round came another one.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None
    chapter: Chapter
    step: Step
    eye: int
    follows: bool

    def sees(self, seat: int) -> bool:
        """Whether these eyes see what that seat knows."""
        return self.eye in (ALL, seat + 1)


def percent(likely: float) -> int:
    """How likely something is, in percent: 0 and 100 are for what is certain."""
    return round(100 * likely) if likely in (0.0, 1.0) else min(99, max(1, round(100 * likely)))
