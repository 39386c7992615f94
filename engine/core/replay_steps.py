"""Split a finished game into steps. Each step has the dice that each player knew at that time."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from engine.core.actions import Action
from engine.core.dice import Hand
from engine.core.events import Event, GameOver, RoundBegan
from engine.core.highlights import Highlights, Moment


class Step(msgspec.Struct, frozen=True):
    """One step of a finished game: its `events`, hidden ones included, and the game after them.

    `round` is the number of the round, or 0 before the first. `view` is the view of an onlooker. `seen` has the hidden
    dice that each seat knew. `dice` has all hidden dice: a hand for each seat, or the dice under the one cup. If a
    player bid, claimed or called in this step, `likely` (0-1) is the probability that the player was right, given what
    the player saw.
    """

    round: int
    events: tuple[Event, ...]
    view: Any
    seen: tuple[Hand, ...]
    dice: tuple[Hand, ...]
    likely: float | None = None

    def __repr__(self) -> str:
        return f"Step(round={self.round}, {len(self.events)} events)"


class Marks(msgspec.Struct, frozen=True):
    """The steps with the highlights, as indices from 0. A highlight that the game lacks is None."""

    boldest_lie: int | None = None
    worst_call: int | None = None
    turning_point: int | None = None


class Replayed(msgspec.Struct, frozen=True):
    """A whole game in steps, at least one."""

    steps: tuple[Step, ...]
    highlights: Highlights[Any]
    marks: Marks


class Replaying(msgspec.Struct, frozen=True, kw_only=True):
    """The functions and types that split a family's games into steps.

    - `ends`: the events that end a step, unless an event in `goes_with` follows.
    - `lifted`: the event of a showdown. The step of a showdown has every event up to the next round or the end.
    - `unlifted`: the events that end a round without a showdown. They end steps as a showdown does.
    - `seen`: returns the hidden dice that each seat knows.
    - `dice`: returns all hidden dice.
    - `likely`: returns the probability that a bid, claim or call was right, or None for other events. Its first
      argument is the game after the event.
    - `made`: returns the move that an event records. It returns None for events whose moves are not weighed.
    - `says`: returns whether an event is the bid or claim that a moment describes.
    - `calls`: returns whether an event is the call that a moment describes.
    """

    ends: frozenset[type[Event]]
    goes_with: frozenset[type[Event]]
    lifted: type[Event]
    unlifted: tuple[type[Event], ...] = ()
    seen: Callable[[Any], tuple[Hand, ...]]
    dice: Callable[[Any], tuple[Hand, ...]]
    likely: Callable[[Any, Event], float | None]
    made: Callable[[Event], Action | None]
    says: Callable[[Any, Event], bool]
    calls: Callable[[Any, Event], bool]

    def cut(self, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
        """Split the events of a whole game into steps. Each step has at least one event.

        Events between two moves belong to the later step. After a showdown they belong to the step of the showdown.
        """
        step: list[Event] = []
        for event, following in zip_longest(events, events[1:]):
            step.append(event)
            if self._ends(step, following):
                yield tuple(step)
                step = []

    def _ends(self, step: Sequence[Event], following: Event | None) -> bool:
        match following:
            case None | RoundBegan():
                return True
            case GameOver():
                return self._decides_a_round(step)
            case _ if type(following) in self.goes_with:
                return False
            case _:
                return type(step[-1]) in self.ends

    def marks(self, steps: Sequence[Step], best: Highlights[Any]) -> Marks:
        """Return the indices of the steps with the highlights."""
        turning = best.turning_point
        decided = [at for at, step in enumerate(steps) if turning is not None and self._decides(step, turning.round)]
        return Marks(
            boldest_lie=_found(steps, best.boldest_lie, self.says),
            worst_call=_found(steps, best.worst_call, self.calls),
            turning_point=decided[0] if decided else None,
        )

    def _decides(self, step: Step, number: int) -> bool:
        return step.round == number and self._decides_a_round(step.events)

    def _decides_a_round(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, (self.lifted, *self.unlifted)) for event in events)


def _found(steps: Sequence[Step], moment: Moment | None, is_it: Callable[[Any, Event], bool]) -> int | None:
    """Return the index of the step in which a moment happened, or None."""
    if moment is None:
        return None
    of_round = (at for at, step in enumerate(steps) if step.round == moment.round)
    return next((at for at in of_round if any(is_it(moment, event) for event in steps[at].events)), None)
