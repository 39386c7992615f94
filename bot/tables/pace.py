"""How fast a table moves by itself: how long computer players think, and how long a showdown stands."""

import math
from datetime import timedelta
from enum import StrEnum

import msgspec


class PaceName(StrEnum):
    """A pace, as the host chooses it."""

    QUICK = "quick"
    EASY = "easy"
    CEREMONIOUS = "ceremonious"


class Run(msgspec.Struct, frozen=True):
    """Computer players that follow each other between two people's turns.

    `left` of them, at least one, have not moved yet; the others took `taken` seconds. To show a move took `showing`
    seconds lately.
    """

    left: int
    taken: float = 0.0
    showing: float = 0.0


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How long everything takes that a table does by itself, in seconds.

    - A computer's move takes from `quickest` to `slowest`, and all those between two people's turns take at most `run`,
      shown. Where more of them follow each other than there is time to show, some are shown together: one `edit` takes
      at least that long, for Discord takes five in five seconds.
    - Where anybody may challenge (C1), what is shown `stands` for at least that long, and a run takes at most
      `run_anyone`; where both are not possible, `run_anyone` holds.
    - In a poll (C4) each computer player `votes` after that time, as far as a run has it.
    - The first move after a deal waits for at most `dice` for the messages that bring people their dice.
    - A showdown stands for `pause`, and `hand` more for each hand, at most `longest`; where a forfeit waits (P1) at
      least `forfeit`, unless it is settled or all have pressed Next before. Whoever asks for it holds it for `hold`.
    - `calls` says whether people who are asked and do not move are pinged; when is the same at every pace (`calls.py`).
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
        """Return how long a computer's move takes; `draw` is from 0 up to but not 1.

        `anyone`: others may challenge what stands, or will stand, there. Without a `run` no person waits for a turn.
        """
        least = self.stands if anyone else 0.0
        quickest, slowest = max(self.quickest, least), max(self.slowest, least)
        return self._within(run, quickest + draw * (slowest - quickest), anyone)

    def voting(self, run: Run | None = None) -> timedelta:
        """Return how long a computer's vote takes."""
        return self._within(run, self.votes, anyone=False)

    def together(self, anyone: bool, run: Run | None) -> int:
        """Return how many computers' turns are shown by one edit now, so that a run keeps within its time."""
        return math.ceil(run.left / self._edits(anyone, run)) if run is not None else 1

    def _within(self, run: Run | None, wish: float, anyone: bool) -> timedelta:
        """Return the wished time (seconds), shortened to what a run has time for without the time of showing it."""
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
        """Return how long a showdown of `hands` hands stands before the next round; `owed`: a forfeit waits."""
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
"""Seconds for which a beat of a showdown stands at least, and all beats together, before the verdict."""


def beat(pace: PaceName, many: int) -> float:
    """Return for how many seconds each of `many` beats stands; of four at most 6 seconds in all, ceremonious 9."""
    each, together = REVEALS[pace]
    return max(each, together / many)
