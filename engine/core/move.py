"""A move in progress. Each event is applied before the next one is decided."""

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
    """The functions that decide when a family's games end. They are in the family's `ending.py`."""

    def after_departure(self, state: Any, leaver: int) -> GameOver | None:
        """Return the result if too few players are left or a majority wants to quit, otherwise None.

        `leaver` is the player who has just left.
        """

    def called_quits(self, state: Any) -> GameOver | None:
        """Return the result if a majority wants to quit, otherwise None."""

    def as_it_stands(self, state: Any, why: End) -> GameOver:
        """Return the result of ending the game now, for the reason `why`."""

    def brings(self, state: Any, over: GameOver) -> Iterable[Event]:
        """Return the events that follow from the end `over`. `state` is the state before the end."""


Folds = Mapping[type[Event], Callable[[Any, Any], Any]]
"""The functions that apply events, by the type of the event.

Each takes the value and the event, and returns the new value.
"""


class Move(msgspec.Struct, Generic[S, H], gc=False):
    """The events of one move so far, with the public and the hidden state after them.

    Each family sets three class variables. `FOLDS` and `HIDDEN_FOLDS` apply its events to the two states, and `ENDING`
    decides when its games end.
    """

    state: S
    hidden: H
    chance: Chance
    events: list[Event] = []

    FOLDS: ClassVar[Folds]
    HIDDEN_FOLDS: ClassVar[Folds]
    ENDING: ClassVar[Ending]

    def add(self, event: Event) -> None:
        """Add an event, and apply it to the state."""
        kind = type(event)
        self.events.append(event)
        self.state = self.FOLDS[kind](self.state, event)
        if kind in self.HIDDEN_FOLDS:
            self.hidden = self.HIDDEN_FOLDS[kind](self.hidden, event)

    def extend(self, events: Iterable[Event]) -> None:
        """Add several events. All of them are determined before the first is applied."""
        for event in tuple(events):
            self.add(event)


def take_seats(move: Move[Any, Any], ante: int, seating: Seating, direction: Direction) -> None:
    """Start a game: collect the antes (E6), hold the roll-off (S1, S2) and set the turn order (S3)."""
    players = len(move.state.players)
    move.extend(antes(players, ante))
    throws, seats = seated(seating, players, move.chance, move.state.throws)
    move.extend(throws)
    move.add(Ordered(in_direction(seats, direction)))
