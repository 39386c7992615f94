"""The moves about forfeits, which both families read alike."""

from collections.abc import Sequence

from engine.core.actions import Gift, How, Settle
from engine.core.dice import NOBODY
from engine.core.state import State

MOVES = frozenset(("settle", "gift"))
"""Their words."""


def read(state: State, seat: int, words: Sequence[str], names: Sequence[str]) -> tuple[int, Settle | Gift] | None:
    """Who does what by `words`, said of `seat`. None where they are no such.

    A forfeit is waived by who won it (P1); who puts another's on the tab stands first, the debtor last.
    """
    match words:
        case ("gift", name) if name in names:
            return seat, Gift(names.index(name))
        case ("settle", How.TAB, name) if name in names:
            return seat, Settle(names.index(name), How.TAB)
        case ("settle", how) if how in tuple(How):
            waived = how == How.WAIVED and seat in state.debtors and state.creditor != NOBODY
            return state.creditor if waived else seat, Settle(seat, How(how))
        case _:
            return None
