"""Choose the acts that are played for a player whose turn ran out of time (L2)."""

from engine.bids.actions import Action, Bid, Challenge, How, Settle, Vote
from engine.bids.legal import least_bids
from engine.bids.state import Game, MadeBid
from engine.core.dice import PURE
from engine.core.state import BETWEEN, POLL


def played_for(game: Game, seat: int) -> Action:
    """Return the act that rule L2 plays for `seat`. The game must be waiting for this seat.

    Of the hidden dice, only the player's own matter.
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
    """Return whether `bid` asks for more dice than `seat` can expect to count.

    These are the seat's own dice that count, those of others in the open (B6), and a share of the hidden ones. If the
    bid does not ask for too much, it is below the size of the pool, so that one more die of the same face may be bid.
    """
    hand, counts = game.hidden[seat], game.state.counting(bid)
    opened = [die for other, dice in enumerate(game.state.open) if other != seat for die in dice]
    others = game.state.pool - len(hand) - len(opened)
    known = counts.stash(hand) + counts.each(tuple(opened))
    return 6 * bid.quantity > 6 * known + others * len(counts.numbers)


def _opening_bid(game: Game, seat: int) -> Bid:
    """Return the least bid on the face that the player holds most often. Among equal faces, choose the lowest.

    Only faces that may open count. If the player holds none of them, return the least bid on twos. No bid is called
    pure.
    """
    hand = game.hidden[seat]
    least = [bid for bid in least_bids(game.state, seat) if bid.called is not PURE]
    held = [bid for bid in least if bid.face in hand]
    twos = next(bid for bid in least if bid.face == 2)
    return max(held, key=lambda bid: (hand.count(bid.face), -bid.face), default=twos)


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
