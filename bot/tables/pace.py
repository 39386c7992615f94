"""How fast a table moves by itself: how long computer players think, and how long a showdown stays."""

import math
from datetime import timedelta
from enum import StrEnum

import msgspec


class PaceName(StrEnum):
    """A pace in the host's choice."""

    QUICK = "quick"
    EASY = "easy"
    CEREMONIOUS = "ceremonious"


class Run(msgspec.Struct, frozen=True):
    """Computer players that follow each other between two people's turns.

    `left` of them, at least one, have not moved yet; the others took `taken` seconds. Showing a move lately took
    `showing` seconds.
    """

    left: int
    taken: float = 0.0
    showing: float = 0.0


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The durations of everything that a table does by itself, in seconds.

    - A computer's move takes from `quickest` to `slowest`, and all those between two people's turns take at most `run`,
      shown. If more of them follow each other than there is time to show, some are shown together: one `edit` takes at
      least that long, since Discord allows five in five seconds.
    - If anybody may challenge (C1), each state `stands` for at least that long, and a run takes at most `run_anyone`,
      which wins if both are not possible.
    - In a poll (C4) each computer player `votes` after that time, as far as a run allows.
    - The first move after a deal waits at most `dice` for the messages that bring people their dice.
    - A showdown stays for `pause`, and `hand` more for each hand, at most `longest`; with an open forfeit (P1) at least
      `forfeit`, unless it is settled or all have pressed Next before. Each hold adds `hold`.
    - `calls` is whether people who are asked and do not move are pinged; the times are the same at every pace
      (`reminders.py`).
    """

    quickest: float = 1.0
    slowest: float = 3.0
    run: float = 10.0
    stands: float = 2.0
    run_anyone: float = 15.0
    edit: float = 1.0
    votes: float = 1.5
    dice: float = 5.0
    pause: float = 4.0
    hand: float = 1.0
    longest: float = 12.0
    forfeit: float = 0.0
    hold: float = 20.0
    calls: bool = True

    def thinking(self, draw: float, anyone: bool, run: Run | None = None) -> timedelta:
        """Return how long a computer's move takes; `draw` is in [0, 1).

        `anyone`: others may challenge the present bid, or the next one. Without a `run` no person waits for a turn.
        """
        least = self.stands if anyone else 0.0
        quickest, slowest = max(self.quickest, least), max(self.slowest, least)
        return self._within(run, quickest + draw * (slowest - quickest), anyone)

    def voting(self, run: Run | None = None) -> timedelta:
        """Return how long a computer's vote takes."""
        return self._within(run, self.votes, anyone=False)

    def together(self, anyone: bool, run: Run | None) -> int:
        """Return how many computers' turns one edit shows now, so that a run keeps within its time."""
        return math.ceil(run.left / self._edits(anyone, run)) if run is not None else 1

    def _within(self, run: Run | None, wish: float, anyone: bool) -> timedelta:
        """Return the wished time (seconds), shortened to the time that a run has beside showing it."""
        if run is None:
            return timedelta(seconds=wish)
        share = self._remaining(anyone, run) / self._edits(anyone, run) - run.showing
        return timedelta(seconds=max(min(wish, share), 0.0))

    def _edits(self, anyone: bool, run: Run) -> int:
        """Return how many edits a run still has time for: at least one, and no more than turns are left."""
        each = max((self.stands if anyone else 0.0) + run.showing, self.edit)
        return max(1, min(run.left, int(self._remaining(anyone, run) / each)))

    def _remaining(self, anyone: bool, run: Run) -> float:
        return max((self.run_anyone if anyone else self.run) - run.taken, 0.0)

    def showdown(self, hands: int, owed: bool) -> timedelta:
        """Return how long a showdown of `hands` hands stays before the next round; `owed`: a forfeit is open."""
        seconds = min(self.pause + self.hand * hands, self.longest)
        return timedelta(seconds=max(seconds, self.forfeit) if owed else seconds)


QUICK = Pace(quickest=0.5, slowest=1.5, run=6, votes=0.5, pause=2, hand=0.5, longest=6)
EASY = Pace(forfeit=20)
CEREMONIOUS = Pace(quickest=2, slowest=4, forfeit=45)
PACES = {PaceName.QUICK: QUICK, PaceName.EASY: EASY, PaceName.CEREMONIOUS: CEREMONIOUS}
"""The paces by name. A ceremonious showdown takes its time while the cups are lifted, not afterwards."""

AT_ONCE = Pace(quickest=0, slowest=0, stands=0, votes=0, dice=0, pause=0, hand=0, forfeit=600, calls=False)
"""The pace of rehearsals and tests: nothing takes time, and nobody is pinged; only a forfeit waits to be settled."""

REVEALS = {PaceName.QUICK: (1.0, 1.0), PaceName.EASY: (1.4, 4.2), PaceName.CEREMONIOUS: (2.2, 6.6)}
"""Seconds for which each beat of a showdown stays at least, and all beats together, before the verdict."""


def beat(pace: PaceName, many: int) -> float:
    """Return the seconds for which each of `many` beats stays; at most 6 in all for four beats, ceremonious 9."""
    each, together = REVEALS[pace]
    return max(each, together / many)
