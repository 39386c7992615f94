"""The opener of the next round."""

from engine.bids.state import State


def next_opener(state: State, due: int) -> int:
    """Return the next opener: the first from `due` on with the chance of a palifico round (C6), otherwise `due`.

    The table's policy determines the seat that is due (O1, O2); after an exact call it is the caller's (C5). If that
    player is out or has left, it is the next player in turn order who is in (O3).
    """
    first = state.or_next(due)
    if not state.palifico_next:
        return first
    return next((seat for seat in state.circle_from(first) if may_open_palifico(state, seat)), first)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: return whether `seat` has just come down to one die, and more than two players are left."""
    return seat in state.palifico_next and state.is_in(seat) and len(state.circle) > 2
