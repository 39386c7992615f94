"""What one seat may know of a game. The one door for secrets is the `view` of each family."""

from typing import Generic, TypeVar

import msgspec

from engine.core.dice import Hand
from engine.core.legal import Legal
from engine.core.state import State

S_co = TypeVar("S_co", bound=State, covariant=True)
L_co = TypeVar("L_co", bound=Legal, covariant=True)


class View(msgspec.Struct, Generic[S_co, L_co], frozen=True, gc=False):
    """A game as `seat` sees it; as an onlooker sees it where `seat` is None.

    `mine` are the hidden dice that the seat has seen, `legal` is what it may do, `awaited` whom the game waits for;
    `state` is all that is public.
    """

    seat: int | None
    mine: Hand
    legal: L_co
    awaited: tuple[int, ...]
    state: S_co
