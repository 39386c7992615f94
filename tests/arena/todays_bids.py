"""The computer player in the games of bids of release 0.1, an opponent: the odds, and an eye on the last bid."""

from collections.abc import Mapping

from engine.bids import actions as a
from engine.bids.counting import at_least
from engine.bids.odds import expected, holds, is_exact, unseen
from engine.bids.rules import Challengers, Price, Raising
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import AnyBid
from engine.core.state import Phase

CHOSEN, FOLLOWED = 0.7, 0.3
"""How far a bid speaks for one more die under its bidder's cup: of a face they chose; of the one that stood before."""

FREELY_CHOSEN = 0.9
"""How far a bid speaks for one more die where every raise may be on any face at one price."""

PLAIN, ABSURD = 0.6, 0.2
"""To somebody without dice: a bid as likely as the first is doubted by nobody, one like the second by everybody."""


def believed(view: View, bid: AnyBid) -> float:
    """How likely, 0-1, a bid holds: by the dice, and by what the standing bid says of its bidder's, if it says so.

    Whoever may choose a face chooses one that they hold. Among computer players bids are true roughly as often as this.
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
    """How likely, 0-1, the next player challenges such a bid: the less it looks like the pool, the likelier."""
    looks = state.counting(bid).likely((), state.pool)
    return min(1.0, max(0.0, (PLAIN - looks) / (PLAIN - ABSURD)))


def average(state: State, face: int) -> float:
    """How many dice of the pool count for a bid on `face` on average, to somebody without dice (C2)."""
    return state.pool / state.counting(a.Bid(1, face)).one_in()


DICE_A_BID: Mapping[Raising, float] = {Raising.QUANTITY: 1.0, Raising.QUANTITY_AND_FACE: 1.0}
"""How many dice a small raise takes where it is not `HALF_A_DIE` (B4)."""

HALF_A_DIE = 0.5
"""Where a raise may keep the quantity, about every other one does."""


def dice_a_bid(state: State) -> float:
    """By how many dice bids grow from one small raise to the next, about, under this round's rules (B4, C6)."""
    return 1.0 if state.palifico else DICE_A_BID.get(state.round_rules.raising, HALF_A_DIE)


RARE_LIE = 0.04
"""A standing bid less likely than this is called whatever the raise would be."""

SURE_ENOUGH = 0.1
"""Out of turn a wrong bang costs two bads (P3), so a bid must be less likely than this."""

SURELY_EXACT = 0.34
"""Exact is called only where it is likelier than this (C5)."""

MOODY = 1 / 12
"""How much sooner or later than reckoned a mood lets a player challenge or doubt, at most."""

LIKING = 0.2
"""How much a face that a player holds is worth, beside the dice that a raise takes."""


def choose(view: View, draw: float) -> a.Action:
    """What `view.seat`, who is awaited, does. `draw`, from 0 up to but not 1, is the player's mood.

    Equal views and draws give equal moves. Raises `ValueError` where nothing is awaited of the seat.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # the forfeits of computer players are settled at once (L4)
    if view.state.phase is Phase.POLL:
        return a.Vote(_standing_holds(view) + (draw - 0.5) * MOODY >= 0.5)
    return _opening(view, draw) if view.state.standing is None else _answer(view, draw)


def may_cry(state: State) -> bool:
    """Whether anybody might challenge out of turn (C1): only goods are worth the noise, elsewhere it can wait."""
    rules = state.round_rules
    return bool(state.bids) and rules.challenge is Challengers.ANYONE and rules.price is Price.BADS


def would_challenge(view: View, draw: float) -> bool:
    """Whether `view.seat` cries out of turn (C1): seldom, and only at what is almost surely a lie."""
    if not view.legal.challenge or view.legal.in_turn or not may_cry(view.state):
        return False
    return _standing_holds(view) < SURE_ENOUGH * draw


def _opening(view: View, draw: float) -> a.Bid:
    """A bid on a face the player likes, so low that small raises bring it round before the pool is spent.

    The mood says for how many bids there is to be room: for a whole round of the table, or up to three fewer.
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
    """Challenge, call exact or raise, whichever is likeliest to come out well."""
    true = _standing_holds(view)
    raised = _small_raise(view, draw)
    well = _comes_out_well(view, raised) if raised else 0.0
    if view.legal.exact and is_exact(view) > max(SURELY_EXACT, 1 - true, well):
        return a.CallExact()
    if raised is None or true < RARE_LIE or 1 - true > well + (draw - 0.5) * 2 * MOODY:
        return a.Challenge()
    return raised


def _small_raise(view: View, draw: float) -> a.Bid | None:
    """The least raise that comes out well most likely, takes few dice of the pool, and has a face the player likes."""

    def worth(bid: a.Bid) -> float:
        takes = bid.quantity / average(view.state, bid.face)
        return _comes_out_well(view, bid) - takes + LIKING * _liked(view, bid.face, draw)

    return max(view.legal.bids, key=worth, default=None)


def _comes_out_well(view: View, bid: a.Bid) -> float:
    """How likely a raise costs nothing: the next player lets it pass, or it holds."""
    return 1 - (1 - believed(view, bid)) * doubted(view.state, bid)


def _standing_holds(view: View) -> float:
    """How likely the player thinks that the standing bid holds."""
    assert view.state.standing is not None
    return believed(view, view.state.standing)


def _liked(view: View, face: int, draw: float) -> float:
    """How much a player likes a face: how likely there is more of it than on average, and a whim."""
    return holds(view, a.Bid(round(expected(view, a.Bid(1, face))) + 1, face)) + _whim(draw, face)


def _whim(draw: float, face: int) -> float:
    """A little liking for a face, from the draw's further digits: other players cannot read the hand from the bid."""
    return 0.25 * (draw * 97 * face % 1)
