"""What one seat may know: everything public, what it saw under the cup, what it may do. The one door for secrets."""

from engine.core import view as core
from engine.core.dice import NOBODY
from engine.poker_cup.legal import NOTHING, CupLegal, legal
from engine.poker_cup.state import CupGame, State


class CupView(core.View[State, CupLegal], frozen=True):
    """A game of the cup as a seat sees it.

    `mine` is what the seat last saw of the dice now under the cup, sorted; on a slippery table (K14) it may no
    longer be true.
    """


def view(game: CupGame, seat: int | None = None) -> CupView:
    """Everything that `seat` may know and nothing more; an onlooker (None) sees what is public."""
    state, cup = game.state, game.hidden
    if seat is None:
        return CupView(None, cup.seen(NOBODY), NOTHING, state.awaited(), state)
    return CupView(seat, cup.seen(seat), legal(game, seat), state.awaited(), state)
