"""What one seat may know of a game, and may do in it. The one door for secrets is the `view` of each family."""

from typing import Generic, TypeVar

import msgspec

from engine.core.dice import Hand
from engine.core.state import State


class Legal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The legal moves of one seat. `settle` has who owes and how it may be settled, `gift` who may be given one.

    `ahead`: a poll asks others first, and will ask this seat too (C4), which may make up its mind already.
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
    """A game as `seat` sees it; as an onlooker sees it where `seat` is None.

    `mine` are the hidden dice that the seat has seen, `legal` is what it may do, `awaited` whom the game waits for;
    `state` is all that is public.
    """

    seat: int | None
    mine: Hand
    legal: L_co
    awaited: tuple[int, ...]
    state: S_co
