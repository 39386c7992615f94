"""How long computer players take for a move, and the table before the next deal."""

from datetime import timedelta
from enum import StrEnum

import msgspec


class PaceName(StrEnum):
    """How much time a table takes for its own doings: what it proposes, and what its host chose."""

    QUICK = "quick"
    EASY = "easy"
    CEREMONIOUS = "ceremonious"


class Pace(msgspec.Struct, frozen=True):
    """Seconds: a computer's move takes from `quickest` to `slowest`, the next deal waits for `deal`."""

    quickest: float = 0.5
    slowest: float = 1.0
    deal: float = 1.0

    def thinking(self, draw: float) -> timedelta:
        """How long a move takes; `draw` is from 0 up to but not 1."""
        return timedelta(seconds=self.quickest + draw * (self.slowest - self.quickest))

    def before_the_deal(self) -> timedelta:
        """How long a showdown stands before the next round begins."""
        return timedelta(seconds=self.deal)


AT_ONCE = Pace(0, 0, 0)
"""Nobody waits: for rehearsals and tests."""
