"""Who opens the next round (O1-O3, C5, C6)."""

from typing import assert_never

from engine.common_hand.rules import Opener
from engine.common_hand.state import NOBODY, State


def next_opener(state: State, bidder: int, challenger: int, holds: bool) -> int:
    """After a challenge: the seat that opens, or the next one in turn order who is in (O3)."""
    if may_open_palifico(state, state.palifico_next):
        return state.palifico_next
    match state.round_rules.opens:
        case Opener.WINNER:
            opener = bidder if holds else challenger
        case Opener.LOSER:
            opener = challenger if holds else bidder
        case Opener.CHALLENGER:
            opener = challenger
        case kind:
            assert_never(kind)
    return state.or_next(opener)


def opener_after_exact(state: State, caller: int) -> int:
    """C5: the caller opens the next round, right or wrong."""
    if may_open_palifico(state, state.palifico_next):
        return state.palifico_next
    return state.or_next(caller)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: `seat` is down to one die for the first time, and more than two players are left."""
    return seat != NOBODY and seat == state.palifico_next and state.is_in(seat) and len(state.seats_in()) > 2
