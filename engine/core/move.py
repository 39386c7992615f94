"""One move as it is made: the events it brings, each folded in before the next is decided."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from engine.core.dice import Chance
from engine.core.events import End, Event, GameOver, Ordered
from engine.core.policies import Direction, Seating
from engine.core.results import antes
from engine.core.seating import in_direction, seated
from engine.core.state import State

S = TypeVar("S", bound=State)
H = TypeVar("H")


class Ending(Protocol):
    """What a family says of its endings: its `ending.py`."""

    def after_departure(self, state: Any, leaver: int) -> GameOver | None:
        """The result, where too few players are left or a majority has called it quits; `leaver` has just left."""

    def called_quits(self, state: Any) -> GameOver | None:
        """The result, where a majority has called it quits."""

    def as_it_stands(self, state: Any, why: End) -> GameOver:
        """The result as the game stands."""

    def brings(self, state: Any, over: GameOver) -> Iterable[Event]:
        """What the end brings, `state` being the one before."""


Folds = Mapping[type[Event], Callable[[Any, Any], Any]]
"""By the type of an event: what was before and the event give what is after."""


class Move(msgspec.Struct, Generic[S, H], gc=False):
    """The events of one move so far; what is public and what is hidden after them.

    A family says by `FOLDS` and `HIDDEN_FOLDS` what its events change, and by `ENDING` how its games end.
    """

    state: S
    hidden: H
    chance: Chance
    events: list[Event] = []

    FOLDS: ClassVar[Folds]
    HIDDEN_FOLDS: ClassVar[Folds]
    ENDING: ClassVar[Ending]

    def add(self, event: Event) -> None:
        """The event happens."""
        kind = type(event)
        self.events.append(event)
        self.state = self.FOLDS[kind](self.state, event)
        if kind in self.HIDDEN_FOLDS:
            self.hidden = self.HIDDEN_FOLDS[kind](self.hidden, event)

    def extend(self, events: Iterable[Event]) -> None:
        """All of them happen, having been decided before the first."""
        for event in tuple(events):
            self.add(event)


def take_seats(move: Move[Any, Any], ante: int, seating: Seating, direction: Direction) -> None:
    """How every game starts: the antes (E6), the roll-off (S1, S2) and the turn order (S3)."""
    players = len(move.state.players)
    move.extend(antes(players, ante))
    throws, seats = seated(seating, players, move.chance, move.state.throws)
    move.extend(throws)
    move.add(Ordered(in_direction(seats, direction)))
