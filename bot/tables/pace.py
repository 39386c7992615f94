"""How much time a table takes for its own doings: computer players' moves, and the showdown that stands for a while."""

from datetime import timedelta
from enum import StrEnum

import msgspec


class PaceName(StrEnum):
    """How much time a table takes for its own doings: what it proposes, and what its host chose."""

    QUICK = "quick"
    EASY = "easy"
    CEREMONIOUS = "ceremonious"


class Run(msgspec.Struct, frozen=True):
    """Computer players that follow each other between two people's turns.

    `length` of them in all, of whom `left` have not moved yet, and `taken` the time that the others took.
    """

    length: int
    left: int
    taken: timedelta = timedelta()


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds.

    - A computer's move takes from `quickest` to `slowest`, and all those between two people's turns at most `run`.
    - Where anybody may challenge (C1), a bid `stands` at least so long for the others, and a run takes at most
      `run_anyone`; where more follow each other than fit into it so, it is `run_anyone` that holds.
    - In a poll (C4) each computer player `votes` that late, for twenty of them may follow each other.
    - The first move after a deal waits at most `dice` for the messages that bring people their dice.
    - A showdown stands for `pause`, and `hand` more for each hand, at most `longest`; where a forfeit waits (P1) at
      least `forfeit`. Whoever asks for it holds it for `hold`.
    - Whether it `calls` whoever is asked and does not move; when, is the same at every pace (`calls.py`).
    """

    quickest: float = 1.0
    slowest: float = 3.0
    run: float = 10.0
    stands: float = 2.0
    run_anyone: float = 15.0
    votes: float = 0.5
    dice: float = 5.0
    pause: float = 4.0
    hand: float = 1.0
    longest: float = 12.0
    forfeit: float = 0.0
    hold: float = 20.0
    calls: bool = True

    def thinking(self, draw: float, anyone: bool, run: Run | None = None) -> timedelta:
        """How long a computer's move takes; `draw` is from 0 up to but not 1.

        `anyone`: others may challenge what stands, or will stand, there. Without a `run` nobody waits for their turn.
        """
        least = self.stands if anyone else 0.0
        quickest, slowest = max(self.quickest, least), max(self.slowest, least)
        wish = quickest + draw * (slowest - quickest)
        if run is None:
            return timedelta(seconds=wish)
        most = self.run_anyone if anyone else self.run
        share = max(most - run.taken.total_seconds(), 0) / run.left
        return timedelta(seconds=min(wish, max(share, least if run.length * least <= most else 0.0)))

    def showdown(self, hands: int, owed: bool) -> timedelta:
        """How long a showdown of so many hands stands before the next round; `owed`: a forfeit waits."""
        seconds = min(self.pause + self.hand * hands, self.longest)
        return timedelta(seconds=max(seconds, self.forfeit) if owed else seconds)


QUICK = Pace(quickest=0.5, slowest=1.5, run=6, pause=2, hand=0.5, longest=6)
EASY = Pace()
CEREMONIOUS = Pace(quickest=2, slowest=4)
PACES = {PaceName.QUICK: QUICK, PaceName.EASY: EASY, PaceName.CEREMONIOUS: CEREMONIOUS}
"""What each pace means. A ceremonious showdown takes its time while the cups are lifted, not afterwards."""

AT_ONCE = Pace(quickest=0, slowest=0, stands=0, votes=0, dice=0, pause=0, hand=0, forfeit=600, calls=False)
"""Nobody is called or waits, but for a forfeit that somebody settles by hand: for rehearsals and tests."""
