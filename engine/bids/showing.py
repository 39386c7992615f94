"""Show dice along with a bid (B6): which dice a bidder may put into the open."""

from engine.bids.actions import Bid
from engine.bids.refusals import NoShow, ShowsAll, ShowsWrong
from engine.bids.state import State
from engine.core.dice import CalledBid, Hand
from engine.core.refusals import Refused


def hidden_of(state: State, seat: int, hand: Hand) -> Hand:
    """Return the dice of `hand`, the whole stash of `seat`, that are hidden. The dice in the open come first."""
    return hand[len(state.open_of(seat)) :]


def may_show(state: State, seat: int, hand: Hand, bid: CalledBid) -> Hand:
    """Return the hidden dice of `seat` that may be shown with a bid. Not all hidden dice may be shown at once.

    B6: they count for this bid, each by itself.
    """
    hidden = hidden_of(state, seat, hand)
    if not state.round_rules.show or len(hidden) < 2:
        return ()
    numbers = state.counting(bid).numbers
    return tuple(die for die in hidden if die in numbers)


def check_show(state: State, seat: int, hand: Hand, bid: Bid) -> Hand:
    """Return the hidden dice of `seat`. Raises `Refused` unless the dice of the bid may be shown (B6)."""
    if not state.round_rules.show:
        raise Refused(NoShow())
    hidden, may = hidden_of(state, seat, hand), may_show(state, seat, hand, bid)
    if any(bid.show.count(die) > hidden.count(die) for die in bid.show) or not {*bid.show} <= {*may, *hidden}:
        raise Refused(ShowsWrong(bid.show))
    if len(bid.show) >= len(hidden):
        raise Refused(ShowsAll())
    if not {*bid.show} <= {*may}:
        raise Refused(ShowsWrong(bid.show))
    return hidden
