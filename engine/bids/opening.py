"""Determine the opener of the next round."""

from engine.bids.state import State


def next_opener(state: State, due: int) -> int:
    """Return the opener of the next round.

    This is the first player from `due` on who may open a palifico round (C6). If nobody may, it is `due`. The caller
    determines `due` by the table's policy (O1, O2). After an exact call, `due` is the player who called (C5). If that
    player is out or has left, the next player in turn order opens (O3).
    """
    first = state.or_next(due)
    if not state.palifico_next:
        return first
    return next((seat for seat in state.circle_from(first) if may_open_palifico(state, seat)), first)


def may_open_palifico(state: State, seat: int) -> bool:
    """Return whether `seat` may open a palifico round.

    C6: the seat has just come down to one die, and more than two players are left, or the rules ask for fewer.
    """
    may = seat in state.palifico_next and state.is_in(seat)
    return may and state.rules.enough_for_palifico(len(state.circle))
