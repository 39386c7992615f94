"""A game as one seat may know it, and its moves. Only each family's `view` function reads the hidden dice."""

from typing import Generic, TypeVar

import msgspec

from engine.core.dice import Hand
from engine.core.state import State


class Legal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The legal moves of one seat. `settle` has each debtor and how to settle; `gift` has those who may be given one.

    `ahead`: a poll asks others first and this seat later (C4), but it may decide already.
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

    `mine` are the hidden dice that the seat has seen, `legal` are its moves, `awaited` are the seats that the game
    waits for, and `state` is the public state.
    """

    seat: int | None
    mine: Hand
    legal: L_co
    awaited: tuple[int, ...]
    state: S_co
