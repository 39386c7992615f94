"""The opponents against which the strong player is measured.

Each opponent is a value: its name, the function that chooses its move, and whether it challenges out of turn.
"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from engine import games
from engine.bids import actions as a
from engine.bids.odds import expected, holds, own
from engine.bids.view import View
from engine.core.actions import Action
from engine.core.characters import Character
from engine.core.state import Phase
from engine.games import AnyView
from engine.poker_cup.view import CupView
from tests.arena import todays_bids, todays_cup

Mover = Callable[[AnyView, float], Action]


def never(view: AnyView, draw: float) -> bool:
    return False


@dataclass(frozen=True)
class Opponent:
    """A player that chooses a move from its view of the game and a random number in [0, 1)."""

    name: str
    choose: Mover
    cries: Callable[[AnyView, float], bool] = never


def todays() -> Opponent:
    """Return the computer player of release 0.1."""

    def choose(view: AnyView, draw: float) -> Action:
        return todays_cup.choose(view, draw) if isinstance(view, CupView) else todays_bids.choose(view, draw)

    def cries(view: AnyView, draw: float) -> bool:
        return isinstance(view, View) and todays_bids.would_challenge(view, draw)

    return Opponent("today's", choose, cries)


def ours(character: Character) -> Opponent:
    """Return one of our computer players."""
    return Opponent(
        character.name,
        lambda view, draw: games.choose(view, draw, character),
        lambda view, draw: games.would_challenge(view, draw, character),
    )


def binom(below: float) -> Opponent:
    """Return an opponent that plays by the odds alone. It calls a bid whose probability is less than `below`."""
    return Opponent(f"binom({below:.1f})", lambda view, draw: _binom(view, below))


def _binom(view: AnyView, below: float) -> Action:
    assert isinstance(view, View)
    state, legal = view.state, view.legal
    if state.phase is Phase.BETWEEN:
        assert view.seat is not None
        return a.Settle(view.seat, a.How.PAID)
    bid = state.standing
    if bid is None:
        return _opening(view)
    true = holds(view, bid)
    if state.phase is Phase.POLL:
        return a.Vote(true >= 0.5)
    raises = [
        replace(least, quantity=least.quantity + more)
        for least in legal.bids
        for more in (0, 1)
        if least.quantity + more <= min(legal.most_on(least), bid.quantity + 1)
    ] or list(legal.bids)
    if true < below or not raises:
        return a.Challenge()
    return max(raises, key=lambda each: (holds(view, each), own(view, each), each.face))


def _opening(view: View) -> a.Bid:
    """Return a bid on the most frequent face of the hand, at the highest quantity that is at least 50 % likely."""
    legal = view.legal
    bid = max(legal.bids, key=lambda bid: (own(view, bid), expected(view, bid), bid.face))
    while bid.quantity < legal.most and holds(view, more := replace(bid, quantity=bid.quantity + 1)) >= 0.5:
        bid = more
    return bid
