"""Determine the opener of the next round."""

from engine.bids.state import State


def next_opener(state: State, due: int) -> int:
    """Return the next opener: the first player from `due` on who may open a palifico round (C6), otherwise `due`.

    The caller determines `due` by the table's policy (O1, O2), or after an exact call as the caller of exact (C5). If
    that player is out or has left, the next player in turn order who is in takes the place (O3).
    """
    first = state.or_next(due)
    if not state.palifico_next:
        return first
    return next((seat for seat in state.circle_from(first) if may_open_palifico(state, seat)), first)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: return whether `seat` has just come down to one die while more than two players are left."""
    return seat in state.palifico_next and state.is_in(seat) and len(state.circle) > 2
