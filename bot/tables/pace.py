"""The pace of a table: how long computer players think, and how long a showdown stays on the screen."""

import math
from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import StrEnum

import msgspec

from engine.core.tension import Tension


class PaceName(StrEnum):
    """The name of a pace that a host can choose."""

    QUICK = "quick"
    EASY = "easy"
    CEREMONIOUS = "ceremonious"


class Run(msgspec.Struct, frozen=True):
    """A run: a series of computer players' turns between two people's turns.

    `left` is the number of computer players that have not moved yet, at least one. The run has taken `taken` seconds
    so far. `showing` is the number of seconds that Discord lately took to show a move.
    """

    left: int
    taken: float = 0.0
    showing: float = 0.0


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The durations, in seconds, of everything that a table does by itself.

    - A computer player's move takes from `quickest` to `slowest` seconds. All such moves between two people's turns
      take at most `run` seconds, including the time to show them. If there are too many moves to show in that time, one
      edit shows several. Each edit takes at least `edit` seconds, because Discord allows five edits in five seconds.
    - If anybody may challenge (C1), each bid stays for at least `stands` seconds, and all such moves together take at
      most `run_anyone` seconds. If both are not possible, bids stay for less time.
    - In a poll (C4) a computer player votes after `votes` seconds, or earlier if there is no time for that.
    - The first move after a deal waits at most `dice` seconds for the DMs with people's dice.
    - A showdown stays for `pause` seconds, plus `hand` seconds for each hand, but at most `longest` seconds. If it
      decides little, it stays for the share `light` of that. With an open forfeit (P1) it stays for at least `forfeit`
      seconds, and with the first forfeit of an evening for at least `first` seconds, in practice only if this pace
      `explains` it to newcomers. The first showdown of an evening stays for at least `opening` seconds. It ends earlier
      if the forfeit is settled or if all people press Next. Each hold adds `hold` seconds. After a loser has said that
      a dare is done, it stays for at least `applause` seconds.
    - `calls` is whether people who do not move are pinged. The times of these pings do not depend on the pace
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
    pause: float = 7.0
    hand: float = 1.0
    longest: float = 15.0
    light: float = 1.0
    forfeit: float = 0.0
    first: float = 0.0
    explains: bool = True
    opening: float = 0.0
    hold: float = 20.0
    applause: float = 5.0
    calls: bool = True

    def thinking(self, draw: float, anyone: bool, run: Run | None = None) -> timedelta:
        """Return how long a computer player's move takes; `draw` is a random number in [0, 1).

        `anyone` is whether other players may challenge the present bid or the next one. `run` is None if no person
        waits for a turn.
        """
        least = self.stands if anyone else 0.0
        quickest, slowest = max(self.quickest, least), max(self.slowest, least)
        return self._within(run, quickest + draw * (slowest - quickest), anyone)

    def voting(self, run: Run | None = None) -> timedelta:
        """Return how long a computer player's vote takes."""
        return self._within(run, self.votes, anyone=False)

    def together(self, anyone: bool, run: Run | None) -> int:
        """Return how many turns of computer players the next edit has to show so that the run ends in time."""
        return math.ceil(run.left / self._edits(anyone, run)) if run is not None else 1

    def _within(self, run: Run | None, wish: float, anyone: bool) -> timedelta:
        """Return `wish` seconds, or fewer seconds if the time left in the run does not allow as many for each edit."""
        if run is None:
            return timedelta(seconds=wish)
        share = self._remaining(anyone, run) / self._edits(anyone, run) - run.showing
        return timedelta(seconds=max(min(wish, share), 0.0))

    def _edits(self, anyone: bool, run: Run) -> int:
        """Return for how many edits a run still has time: at least one, and at most one for each turn."""
        each = max((self.stands if anyone else 0.0) + run.showing, self.edit)
        return max(1, min(run.left, int(self._remaining(anyone, run) / each)))

    def _remaining(self, anyone: bool, run: Run) -> float:
        return max((self.run_anyone if anyone else self.run) - run.taken, 0.0)

    def showdown(
        self, hands: int, owed: bool, is_first: bool, opens: bool = False, tension: Tension = Tension.GREAT
    ) -> timedelta:
        """Return how long a showdown of this many hands stays before the next round.

        `owed` is whether a forfeit is still open, and `is_first` whether the showdown brought the first forfeit of the
        evening. `opens` is whether it is the first showdown of the evening.
        """
        share = 1.0 if tension is Tension.GREAT else self.light
        seconds = max(share * min(self.pause + self.hand * hands, self.longest), self.opening if opens else 0.0)
        least = max(self.forfeit if owed else 0.0, self.first if is_first else 0.0)
        return timedelta(seconds=max(seconds, least))


QUICK = Pace(
    quickest=0.5,
    slowest=1.5,
    run=6,
    votes=0.5,
    pause=2,
    hand=0.5,
    longest=6,
    first=15,
    explains=False,
    opening=10,
    applause=3,
)
EASY = Pace(light=0.5, forfeit=12, first=30, opening=10)
CEREMONIOUS = Pace(quickest=2, slowest=4, forfeit=45, first=60, opening=10)
PACES = {PaceName.QUICK: QUICK, PaceName.EASY: EASY, PaceName.CEREMONIOUS: CEREMONIOUS}
"""The paces by name. At the ceremonious pace, cups are lifted slowly (`REVEALS`)."""

AT_ONCE = Pace(quickest=0, slowest=0, stands=0, votes=0, dice=0, pause=0, hand=0, forfeit=600, applause=0, calls=False)
"""The pace of rehearsals and tests: moves take no time, and nobody is pinged. Only a forfeit waits to be settled."""

REVEALS = {PaceName.QUICK: 1.0, PaceName.EASY: 1.4, PaceName.CEREMONIOUS: 2.2}
"""The seconds for which each step of a showdown stays, by pace."""

BRISK = 1.2
"""The seconds for which each step of a showdown that decides little stays at the easy pace."""


def beat(pace: PaceName, tension: Tension = Tension.GREAT) -> float:
    """Return the number of seconds for which a step of a showdown stays."""
    return BRISK if pace is PaceName.EASY and tension is not Tension.GREAT else REVEALS[pace]


MOST_REVEALS = {Tension.FAR: 1, Tension.CLOSE: 2, Tension.GREAT: 3}
"""The most steps in which a showdown reveals cups or dice. At the ceremonious pace each showdown is a great one."""


def revealed_by_beat(many: int, pace: PaceName, tension: Tension) -> tuple[int, ...]:
    """Return how many of `many` cups or dice are visible after each step of a showdown.

    If there are more than the steps that its tension allows, the last one is revealed in a step of its own, unless
    there is only one step.
    """
    most = MOST_REVEALS[Tension.GREAT if pace is PaceName.CEREMONIOUS else tension]
    if many <= most:
        return tuple(range(1, many + 1))
    return (*(round((many - 1) * part / (most - 1)) for part in range(1, most)), many)


def until_decided(steps: Sequence[int], is_decided: Callable[[int], bool]) -> tuple[int, ...]:
    """Return the steps of a showdown without those that follow its decision, except for the last one.

    `steps` has the numbers of cups or dice that are visible, and `is_decided` returns whether so many decide the call.
    """
    decided = next((at for at, many in enumerate((0, *steps)) if is_decided(many)), len(steps))
    return (*steps[: min(decided, len(steps) - 1)], *steps[-1:])
