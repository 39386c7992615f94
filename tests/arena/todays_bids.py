"""The computer player of release 0.1 in the games of bids, which is kept as an opponent.

It decides by the odds and by the standing bid.
"""

from collections.abc import Mapping

from engine.bids import actions as a
from engine.bids.counting import Stash, at_least
from engine.bids.odds import expected, holds, is_exact, unseen
from engine.bids.rules import Challengers, Raising
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import CalledBid
from engine.core.policies import Price
from engine.core.state import Phase

CHOSEN, FOLLOWED = 0.7, 0.3
"""How strongly (0-1) a bid suggests one more such die in its bidder's hand.

The first number is for a face that the bidder chose, the second for the face of the bid before.
"""

FREELY_CHOSEN = 0.9
"""How strongly a bid suggests one more die if a raise on any face needs the same quantity."""

PLAIN, ABSURD = 0.6, 0.2
"""Two chances of a bid for a player who sees no dice.

At the first nobody doubts the bid, and at the second everybody does.
"""


def believed(view: View, bid: CalledBid) -> float:
    """Return how likely (0-1) the player thinks it is that a bid is true.

    The estimate uses the player's own dice. If the standing bid is on the same face, the estimate also assumes that
    its bidder probably holds one more such die, because players usually choose a face that they hold. Among computer
    players, bids are true about as often as this function says.
    """
    standing, counts, by_dice = view.state.standing, view.state.counting(bid), holds(view, bid)
    need = bid.quantity - counts.stash(view.mine)
    if standing is None or standing.face != bid.face or standing.bidder == view.seat or need <= 0:
        return by_dice
    trust = _trust(view.state)
    with_one_more = at_least(need - 1, max(unseen(view) - 1, 0), counts.one_in())
    return (1 - trust) * by_dice + trust * with_one_more


def _trust(state: State) -> float:
    if state.round_rules.raising is Raising.QUANTITY:
        return FREELY_CHOSEN
    bid, before = state.bids[-1], state.bids[-2:-1]
    followed = any(other.face == bid.face and bid.quantity <= other.quantity + 1 for other in before)
    return FOLLOWED if followed else CHOSEN


def doubted(state: State, bid: a.Bid) -> float:
    """Return how likely (0-1) it is that the next player challenges such a bid.

    The less likely the bid is for a pool of this size, the more often it is challenged.
    """
    looks = state.counting(bid).likely((Stash((), state.pool),))
    return min(1.0, max(0.0, (PLAIN - looks) / (PLAIN - ABSURD)))


def average(state: State, face: int) -> float:
    """Return how many dice of the pool count for `face` on average, for a player who sees no dice (C2)."""
    return state.pool / state.counting(a.Bid(1, face)).one_in()


DICE_A_BID: Mapping[Raising, float] = {Raising.QUANTITY: 1.0, Raising.QUANTITY_AND_FACE: 1.0}
"""The number of dice that a small raise adds, for each rule where it is not `HALF_A_DIE` (B4)."""

HALF_A_DIE = 0.5
"""The dice that a small raise adds if it may keep the quantity. About every other raise then keeps it."""


def dice_a_bid(state: State) -> float:
    """Return the average number of dice that a small raise adds under this round's rules (B4, C6)."""
    return 1.0 if state.palifico else DICE_A_BID.get(state.round_rules.raising, HALF_A_DIE)


RARE_LIE = 0.04
"""If the standing bid is less likely than this, the player calls it, whatever raises are possible."""

SURE_ENOUGH = 0.1
"""A player challenges out of turn only if the bid is less likely than this. Such a challenge may cost two bads (P3)."""

SURELY_EXACT = 0.34
"""A player calls exact only if such a call is more likely to be right than this chance (C5)."""

MOODY = 1 / 12
"""The most by which the random number of a move shifts the chance at which a player challenges or doubts."""

LIKING = 0.2
"""The value of a face that a player holds, relative to the dice that a raise takes."""


def choose(view: View, draw: float) -> a.Action:
    """Return the move of `view.seat`, whose turn it is. `draw` is a random number in [0, 1) that varies the play.

    Equal views and draws give equal moves. Raises `ValueError` if it is not that seat's turn.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # computer players settle their forfeits immediately (L4)
    if view.state.phase is Phase.POLL:
        return a.Vote(_standing_holds(view) + (draw - 0.5) * MOODY >= 0.5)
    return _opening(view, draw) if view.state.standing is None else _answer(view, draw)


def may_cry(state: State) -> bool:
    """Return whether computer players may challenge out of turn now (C1).

    They do so only in games in which that earns goods.
    """
    rules = state.round_rules
    return bool(state.bids) and rules.challenge is Challengers.ANYONE and rules.price is Price.BADS


def would_challenge(view: View, draw: float) -> bool:
    """Return whether `view.seat` challenges out of turn (C1).

    It rarely does so, and only if the bid is almost certainly false.
    """
    if not view.legal.challenge or view.legal.in_turn or not may_cry(view.state):
        return False
    return _standing_holds(view) < SURE_ENOUGH * draw


def _opening(view: View, draw: float) -> a.Bid:
    """Return an opening bid on a face that the player likes. It is low enough for several small raises.

    `draw` decides how many raises there is room for: one for each player at the table, or up to three fewer.
    """
    state, least = view.state, {bid.face: bid.quantity for bid in view.legal.bids}
    room = max(1.0, len(state.circle) - 3 * draw) * dice_a_bid(state)
    wanted = {face: round(average(state, face) - room) for face in least}

    def worth(face: int) -> float:
        too_high = max(0, least[face] - wanted[face]) / average(state, face)
        return LIKING * _liked(view, face, draw) - too_high

    face = max(wanted, key=worth)
    return a.Bid(min(max(wanted[face], least[face]), view.legal.most), face)


def _answer(view: View, draw: float) -> a.Action:
    """Challenge, call exact or raise, whichever is most likely to turn out well."""
    true = _standing_holds(view)
    raised = _small_raise(view, draw)
    well = _comes_out_well(view, raised) if raised else 0.0
    if view.legal.exact and is_exact(view) > max(SURELY_EXACT, 1 - true, well):
        return a.CallExact()
    if raised is None or true < RARE_LIE or 1 - true > well + (draw - 0.5) * 2 * MOODY:
        return a.Challenge()
    return raised


def _small_raise(view: View, draw: float) -> a.Bid | None:
    """Return the lowest raise that is likely to succeed, adds few dice, and is on a face that the player likes."""

    def worth(bid: a.Bid) -> float:
        takes = bid.quantity / average(view.state, bid.face)
        return _comes_out_well(view, bid) - takes + LIKING * _liked(view, bid.face, draw)

    return max(view.legal.bids, key=worth, default=None)


def _comes_out_well(view: View, bid: a.Bid) -> float:
    """Return the probability that a raise costs the player nothing.

    It costs nothing if the next player does not challenge it, or if it is true.
    """
    return 1 - (1 - believed(view, bid)) * doubted(view.state, bid)


def _standing_holds(view: View) -> float:
    """Return how likely the player thinks it is that the standing bid is true."""
    assert view.state.standing is not None
    return believed(view, view.state.standing)


def _liked(view: View, face: int, draw: float) -> float:
    """Return how much the player likes a face.

    This is the probability that there are more dice of this face than the player expects, plus a small random number.
    """
    return holds(view, a.Bid(round(expected(view, a.Bid(1, face))) + 1, face)) + _whim(draw, face)


def _whim(draw: float, face: int) -> float:
    """Return a small random number for a face, which depends only on `draw` and the face.

    It varies the player's choice of faces, so that the choice does not give the player's dice away.
    """
    return 0.25 * (draw * 97 * face % 1)
