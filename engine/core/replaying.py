"""A game that is over, told again step by step: what could be known then, by whom, and how likely they were right."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from engine.core.actions import Action
from engine.core.dice import Hand
from engine.core.events import Event, GameOver, RoundBegan
from engine.core.story import Highlights, Moment


class Step(msgspec.Struct, frozen=True):
    """One step: the `events` that happened in it, hidden ones too, and the game after them.

    `round` is the one that it belongs to, 0 before the first; `view` what an onlooker saw. `seen` are the hidden dice
    that each seat knew, `dice` those that there were, in the family's own order: a hand a seat, or what lay under the
    one cup. Where something was said, `likely`, 0-1, is how likely it was to be right, going by what who said it saw.
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
    """The numbers of the steps, from 0, in which the highlights happened; None where there was none."""

    boldest_lie: int | None = None
    worst_call: int | None = None
    turning_point: int | None = None


class Replayed(msgspec.Struct, frozen=True):
    """A whole game in steps, at least one."""

    steps: tuple[Step, ...]
    highlights: Highlights[Any]
    marks: Marks


class Replaying(msgspec.Struct, frozen=True, kw_only=True):
    """How a family's games are told again.

    - `ends`: the events that end a step, unless one that `goes_with` them follows; `lifted` is the showdown, with which
      goes all that follows before the next round or the end.
    - `seen`, `dice`: what each seat knows of the hidden dice of a game, and all of them.
    - `likely`: how likely what was said in an event is right; the game after it; None for an event that says nothing.
    - `made`: the move that an event was, of those that are weighed; None for any other event.
    - `says`, `calls`: whether an event is what a moment tells of: the bid or claim, and its call.
    """

    ends: frozenset[type[Event]]
    goes_with: frozenset[type[Event]]
    lifted: type[Event]
    seen: Callable[[Any], tuple[Hand, ...]]
    dice: Callable[[Any], tuple[Hand, ...]]
    likely: Callable[[Any, Event], float | None]
    made: Callable[[Event], Action | None]
    says: Callable[[Any, Event], bool]
    calls: Callable[[Any, Event], bool]

    def cut(self, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
        """The events of a whole game by steps; each has at least one.

        What happens beside goes with the step that follows it, and after a showdown with that.
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
                return any(isinstance(event, self.lifted) for event in step)
            case _ if type(following) in self.goes_with:
                return False
            case _:
                return type(step[-1]) in self.ends

    def marks(self, steps: Sequence[Step], best: Highlights[Any]) -> Marks:
        """Where the highlights are among the steps."""
        turning = best.turning_point
        decided = [at for at, step in enumerate(steps) if turning is not None and self._decides(step, turning.round)]
        return Marks(
            boldest_lie=_found(steps, best.boldest_lie, self.says),
            worst_call=_found(steps, best.worst_call, self.calls),
            turning_point=decided[0] if decided else None,
        )

    def _decides(self, step: Step, number: int) -> bool:
        return step.round == number and any(isinstance(event, self.lifted) for event in step.events)


def _found(steps: Sequence[Step], moment: Moment | None, is_it: Callable[[Any, Event], bool]) -> int | None:
    """The number of the step in which a moment happened."""
    if moment is None:
        return None
    of_round = (at for at, step in enumerate(steps) if step.round == moment.round)
    return next((at for at in of_round if any(is_it(moment, event) for event in steps[at].events)), None)
