"""One move in progress: each of its events is folded in before the next is decided."""

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
    """A family's endings: its `ending.py`."""

    def after_departure(self, state: Any, leaver: int) -> GameOver | None:
        """Return the result if too few players are left or a majority wants to quit; `leaver` has just left."""

    def called_quits(self, state: Any) -> GameOver | None:
        """Return the result if a majority wants to quit."""

    def as_it_stands(self, state: Any, why: End) -> GameOver:
        """Return the result if the game ended now."""

    def brings(self, state: Any, over: GameOver) -> Iterable[Event]:
        """Return the events that the end causes; `state` is the one before it."""


Folds = Mapping[type[Event], Callable[[Any, Any], Any]]
"""Folds by the type of an event: from the value before and the event to the value after."""


class Move(msgspec.Struct, Generic[S, H], gc=False):
    """The events of one move so far, and the public and the hidden state after them.

    A family sets `FOLDS` and `HIDDEN_FOLDS`, the changes that its events make, and `ENDING`, how its games end.
    """

    state: S
    hidden: H
    chance: Chance
    events: list[Event] = []

    FOLDS: ClassVar[Folds]
    HIDDEN_FOLDS: ClassVar[Folds]
    ENDING: ClassVar[Ending]

    def add(self, event: Event) -> None:
        """Add an event and fold it in."""
        kind = type(event)
        self.events.append(event)
        self.state = self.FOLDS[kind](self.state, event)
        if kind in self.HIDDEN_FOLDS:
            self.hidden = self.HIDDEN_FOLDS[kind](self.hidden, event)

    def extend(self, events: Iterable[Event]) -> None:
        """Add events that were all decided before the first of them."""
        for event in tuple(events):
            self.add(event)


def take_seats(move: Move[Any, Any], ante: int, seating: Seating, direction: Direction) -> None:
    """Start a game: the antes (E6), the roll-off (S1, S2) and the turn order (S3)."""
    players = len(move.state.players)
    move.extend(antes(players, ante))
    throws, seats = seated(seating, players, move.chance, move.state.throws)
    move.extend(throws)
    move.add(Ordered(in_direction(seats, direction)))
