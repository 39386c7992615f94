"""Who opens the next round."""

from engine.bids.state import State


def next_opener(state: State, due: int) -> int:
    """The seat that opens: the first from who is `due` on who has the chance of a palifico round (C6), else who is due.

    Due is whom the table's policy names (O1, O2), after an exact call the caller (C5); where that player is out or has
    left, the next one in turn order who is in (O3).
    """
    first = state.or_next(due)
    if not state.palifico_next:
        return first
    return next((seat for seat in state.circle_from(first) if may_open_palifico(state, seat)), first)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: `seat` has just come down to one die, and more than two players are left."""
    return seat in state.palifico_next and state.is_in(seat) and len(state.circle) > 2
