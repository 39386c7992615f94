"""A game of the cup as one seat may know it. Only this module reads the cup: a view has the dice that the seat saw."""

from engine.core import view as core
from engine.core.dice import NOBODY
from engine.poker_cup.legal import NOTHING, CupLegal, legal
from engine.poker_cup.state import CupGame, State


class CupView(core.View[State, CupLegal], frozen=True):
    """A game of the cup as a seat sees it.

    `mine` are the dice now under the cup as the seat last saw them, sorted. On a slippery table (K14) they may have
    changed since.
    """


def view(game: CupGame, seat: int | None = None) -> CupView:
    """Return everything that `seat` may know, and nothing more. An onlooker (None) sees the public state."""
    state, cup = game.state, game.hidden
    if seat is None:
        return CupView(None, cup.seen(NOBODY), NOTHING, state.awaited(), state)
    return CupView(seat, cup.seen(seat), legal(game, seat), state.awaited(), state)
