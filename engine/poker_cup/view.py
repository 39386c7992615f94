"""A cup game as one seat may know it. A view contains only those hidden dice that the seat has seen."""

from engine.core import view as core
from engine.core.dice import NOBODY
from engine.poker_cup.legal import NOTHING, CupLegal, legal
from engine.poker_cup.state import CupGame, State


class CupView(core.View[State, CupLegal], frozen=True):
    """A cup game as a seat sees it.

    `mine` are the dice under the cup as the seat last saw them, sorted. On a table where dice may slip (K14), they may
    have changed since.
    """


def view(game: CupGame, seat: int | None = None) -> CupView:
    """Return everything that `seat` may know, and nothing more. An onlooker (None) sees what everybody has seen."""
    state, cup = game.state, game.hidden
    if seat is None:
        return CupView(None, cup.seen(NOBODY), NOTHING, state.awaited(), state)
    return CupView(seat, cup.seen(seat), legal(game, seat), state.awaited(), state)
