"""The acts that the clock plays for a player whose turn ran out of time (L2)."""

from engine.bids.actions import Action, Bid, Challenge, How, Settle, Vote
from engine.bids.legal import least_bids
from engine.bids.state import Game, MadeBid
from engine.core.state import BETWEEN, POLL


def played_for(game: Game, seat: int) -> Action:
    """Return the act that rule L2 plays for `seat`, which must be awaited.

    It depends on the player's own dice only.
    """
    state = game.state
    if state.phase is BETWEEN:
        return Settle(seat, How.TAB)
    bid = state.standing
    if bid is None:
        return _opening_bid(game, seat)
    asks_too_much = _asks_too_much(game, seat, bid)
    if state.phase is POLL:
        return Vote(believes=not asks_too_much)
    return Challenge() if asks_too_much else Bid(bid.quantity + 1, bid.face)


def _asks_too_much(game: Game, seat: int, bid: MadeBid) -> bool:
    """Return whether `bid` asks for more dice than `seat` may expect: its own that count, and a share of the others.

    If not, the bid is below the size of the pool, so that one die more of the same face may be bid.
    """
    hand, counts = game.hidden[seat], game.state.counting(bid)
    others = game.state.pool - len(hand)
    return 6 * bid.quantity > 6 * counts.stash(hand) + others * len(counts.numbers)


def _opening_bid(game: Game, seat: int) -> Bid:
    """Return a bid of one die on the face that the player holds most often; among equal faces the lowest.

    Only faces that may open count.
    """
    hand = game.hidden[seat]
    held = [bid for bid in least_bids(game.state, seat) if bid.face in hand]
    return max(held, key=lambda bid: (hand.count(bid.face), -bid.face)) if held else Bid(1, 2)


def in_words(act: Action) -> str:
    """Return an act of `played_for` in the words of RECORD.md."""
    match act:
        case Bid():
            return f"bid {act}"
        case Vote():
            return "believe" if act.believes else "doubt"
        case Settle():
            return f"settle {act.how}"
        case _:
            return "liar"
