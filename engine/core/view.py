"""A game as one seat may know it, with its legal moves.

The only hidden dice in a view are those that the seat has seen.
"""

from typing import Generic, TypeVar

import msgspec

from engine.core.dice import Hand
from engine.core.state import State


class Legal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The legal moves of one seat.

    `settle` lists each debtor with a way to settle the forfeit. `gift` lists the players who may be given a forfeit.
    `ahead` is True if a poll asks other players first and this seat later (C4), so that the player may decide in
    advance.
    """

    challenge: bool = False
    settle: tuple[tuple[int, str], ...] = ()
    gift: tuple[int, ...] = ()
    leave: bool = False
    quit: bool = False
    ahead: bool = False


S_co = TypeVar("S_co", bound=State, covariant=True)

L_co = TypeVar("L_co", bound=Legal, covariant=True)


class View(msgspec.Struct, Generic[S_co, L_co], frozen=True, gc=False):
    """A game as `seat` sees it, or as an onlooker sees it if `seat` is None.

    `mine` are the hidden dice that the seat has seen. `legal` are its legal moves. `awaited` are the seats that the
    game waits for. `state` is the public state.
    """

    seat: int | None
    mine: Hand
    legal: L_co
    awaited: tuple[int, ...]
    state: S_co
