"""What a computer player makes of a bid: whether it believes it, and whether others will."""

from collections.abc import Mapping

from engine.bids.odds import at_least, holds, one_in, own, unseen
from engine.bids.rules import Raising
from engine.bids.state import State
from engine.bids.view import View

CHOSEN, FOLLOWED = 0.7, 0.3
"""How far a bid speaks for one more die under its bidder's cup: of a face they chose; of the one that stood before."""

FREELY_CHOSEN = 0.9
"""How far a bid speaks for one more die where every raise may be on any face at one price."""

PLAIN, ABSURD = 0.6, 0.2
"""To somebody without dice: a bid as likely as the first is doubted by nobody, one like the second by everybody."""


def believed(view: View, quantity: int, face: int) -> float:
    """How likely, 0-1, a bid holds: by the dice, and by what the standing bid says of its bidder's, if it says so.

    Whoever may choose a face chooses one that they hold. Among computer players bids are true roughly as often as this.
    """
    standing, need = view.state.standing, quantity - own(view, face)
    by_dice = holds(view, quantity, face)
    if standing is None or standing.face != face or standing.bidder == view.seat or need <= 0:
        return by_dice
    trust = _trust(view.state)
    with_one_more = at_least(need - 1, max(unseen(view) - 1, 0), one_in(face, view.state.wild()))
    return (1 - trust) * by_dice + trust * with_one_more


def _trust(state: State) -> float:
    if state.round_rules.raising is Raising.QUANTITY:
        return FREELY_CHOSEN
    bid, before = state.bids[-1], state.bids[-2:-1]
    followed = any(other.face == bid.face and bid.quantity <= other.quantity + 1 for other in before)
    return FOLLOWED if followed else CHOSEN


def doubted(state: State, quantity: int, face: int) -> float:
    """How likely, 0-1, the next player challenges such a bid: the less it looks like the pool, the likelier."""
    looks = at_least(quantity, state.pool, one_in(face, state.wild()))
    return min(1.0, max(0.0, (PLAIN - looks) / (PLAIN - ABSURD)))


def average(state: State, face: int) -> float:
    """How many dice of the pool count for a bid on `face` on average, to somebody without dice (C2)."""
    return state.pool / one_in(face, state.wild())


DICE_A_BID: Mapping[Raising, float] = {Raising.QUANTITY: 1.0, Raising.QUANTITY_AND_FACE: 1.0}
"""How many dice a small raise takes where it is not `HALF_A_DIE` (B4)."""

HALF_A_DIE = 0.5
"""Where a raise may keep the quantity, about every other one does."""


def dice_a_bid(state: State) -> float:
    """By how many dice bids grow from one small raise to the next, about, under this round's rules (B4, C6)."""
    return 1.0 if state.palifico else DICE_A_BID.get(state.round_rules.raising, HALF_A_DIE)
