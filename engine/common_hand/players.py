"""A computer player in the games of bids."""

from engine.common_hand import actions as a
from engine.common_hand.odds import holds, is_exact
from engine.common_hand.rules import Challengers, Price
from engine.common_hand.state import State
from engine.common_hand.view import View
from engine.core.state import Phase

BELIEVED = 0.45
"""How often a raise that is a lie gets by, roughly: the next player believes it or lets it pass."""

RARE_LIE = 0.04
"""A standing bid less likely than this is called whatever the raise would be."""

SURE_ENOUGH = 0.1
"""Out of turn a wrong bang costs two bads (P3), so a bid must be less likely than this."""


def choose(view: View, draw: float) -> a.Action:
    """What `view.seat`, who is awaited, does. `draw`, from 0 up to but not 1, is the player's mood.

    Equal views and draws give equal moves. Raises `ValueError` where nothing is awaited of the seat.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # the forfeits of computer players are settled at once (L4)
    if view.state.phase is Phase.POLL:
        assert view.state.standing is not None
        return a.Vote(holds(view, view.state.standing.quantity, view.state.standing.face) + (draw - 0.5) / 10 >= 0.5)
    return _opening(view, draw) if view.state.standing is None else _answer(view, draw)


def may_cry(state: State) -> bool:
    """Whether anybody might challenge out of turn (C1): only goods are worth the noise, elsewhere it can wait."""
    rules = state.round_rules
    return bool(state.bids) and rules.challenge is Challengers.ANYONE and rules.price is Price.BADS


def would_challenge(view: View, draw: float) -> bool:
    """Whether `view.seat` cries out of turn (C1): seldom, and only at what is almost surely a lie."""
    bid = view.state.standing
    if bid is None or not view.legal.challenge or view.legal.in_turn or not may_cry(view.state):
        return False
    return holds(view, bid.quantity, bid.face) < SURE_ENOUGH * draw


def _opening(view: View, draw: float) -> a.Bid:
    """A bid near what is likely, of a face the player holds; now and then of one they do not."""
    faces = [face for face in range(1, 7) if view.legal.bids[face]]
    weight = {face: holds(view, max(1, view.state.pool // 3), face) + _whim(draw, face) for face in faces}
    face = max(faces, key=lambda face: weight[face])
    comfortable = 0.6 + draw / 4
    quantity = view.legal.bids[face]
    while quantity < view.legal.most and holds(view, quantity + 1, face) >= comfortable:
        quantity += 1
    return a.Bid(quantity, face)


def _whim(draw: float, face: int) -> float:
    """A little liking for a face, from the draw's further digits: other players cannot read the hand from the bid."""
    return 0.25 * (draw * 97 * face % 1)


def _answer(view: View, draw: float) -> a.Action:
    """Challenge, call exact or raise, whichever is likeliest to come out well."""
    assert view.state.standing is not None
    true = holds(view, view.state.standing.quantity, view.state.standing.face)
    best = _best_raise(view, draw)
    if view.legal.exact and is_exact(view) > max(0.34, 1 - true, best[0] if best else 0):
        return a.CallExact()
    if best is None or true < RARE_LIE or 1 - true > best[0] + (draw - 0.5) / 6:
        return a.Challenge()
    return best[1]


def _best_raise(view: View, draw: float) -> tuple[float, a.Bid] | None:
    """The least raise that is likeliest to come out well, and how likely: it holds, or it is believed."""
    ways = []
    for face in range(1, 7):
        if quantity := view.legal.bids[face]:
            likely = holds(view, quantity, face)
            well = likely + (1 - likely) * BELIEVED * min(1.0, 2 * likely + draw / 5)
            ways.append((well + _whim(draw, face) / 10, a.Bid(quantity, face)))
    return max(ways, key=lambda way: way[0], default=None)
