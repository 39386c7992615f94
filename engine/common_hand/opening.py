"""Who opens the next round (O1-O3, C5, C6)."""

from engine.common_hand.state import State
from engine.dice import NOBODY
from engine.policies import opens_after


def next_opener(state: State, bidder: int, challenger: int, holds: bool) -> int:
    """After a challenge: the seat that opens, or the next one in turn order who is in (O3)."""
    if may_open_palifico(state, state.palifico_next):
        return state.palifico_next
    return state.or_next(opens_after(state.round_rules.opens, bidder, challenger, holds))


def opener_after_exact(state: State, caller: int) -> int:
    """C5: the caller opens the next round, right or wrong."""
    if may_open_palifico(state, state.palifico_next):
        return state.palifico_next
    return state.or_next(caller)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: `seat` is down to one die for the first time, and more than two players are left."""
    return seat != NOBODY and seat == state.palifico_next and state.is_in(seat) and len(state.circle) > 2
