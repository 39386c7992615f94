"""Who opens the next round."""

from engine.common_hand.state import State


def next_opener(state: State, due: int) -> int:
    """The seat that opens: who has the chance of a palifico round (C6), else who is `due`.

    Due is whom the table's policy names (O1, O2), after an exact call the caller (C5); where that player is out or has
    left, the next one in turn order who is in (O3).
    """
    return state.palifico_next if may_open_palifico(state, state.palifico_next) else state.or_next(due)


def may_open_palifico(state: State, seat: int) -> bool:
    """C6: `seat` is down to one die for the first time, and more than two players are left."""
    return seat == state.palifico_next and state.is_in(seat) and len(state.circle) > 2
