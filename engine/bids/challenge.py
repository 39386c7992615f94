"""The rules of challenges and polls (C1, C4, C5).

They say who may challenge, which challenges are in turn, and who votes.
"""

from collections.abc import Iterator

from engine.bids.events import Revealed
from engine.bids.refusals import CalledAlready, NoExact
from engine.bids.rules import Challengers, ExactBy, Verdict
from engine.bids.state import State
from engine.core.dice import NOBODY, Hand
from engine.core.refusals import NoRound, NothingToChallenge, NotYourTurn, OutOfTurn, OwnBid, Reason, Refused
from engine.core.seating import following
from engine.core.state import BIDDING, POLL

ANYONE, POLLED = Challengers.ANYONE, Verdict.POLL


def may_challenge(state: State, seat: int) -> bool:
    """Return whether `seat`, who is in the game, may challenge now.

    C1: the player whose turn it is may challenge. At some tables the others may too. The bidder never may.
    """
    bids = state.bids
    if not bids or state.phase is not BIDDING or bids[-1].bidder == seat:
        return False
    return state.turn == seat or state.round_rules.challenge is ANYONE


def may_call_exact(state: State, seat: int) -> bool:
    """Return whether `seat` may call the current bid exact.

    C5: the player whose turn it is may do so. If the table's option allows it (calza), the others may too. The bidder
    never may.
    """
    rules = state.round_rules
    if not rules.exact:
        return False
    bid = state.standing
    if bid is None or state.phase is not BIDDING or bid.bidder == seat:
        return False
    return state.turn == seat or rules.exact_by is ExactBy.ANYONE


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now."""
    if not may_challenge(state, seat):
        raise Refused(_why_not_accused(state, seat) or OutOfTurn(state.turn))


def check_exact(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may call the current bid exact (C5)."""
    if not state.round_rules.exact:
        raise Refused(NoExact())
    if not may_call_exact(state, seat):
        raise Refused(_why_not_accused(state, seat) or NotYourTurn(state.turn))


def _why_not_accused(state: State, seat: int) -> Reason | None:
    """Return the reason why `seat` could not challenge the bid even if it had the turn, or None if it could."""
    if state.phase is not BIDDING:
        return CalledAlready(state.turn) if state.phase is POLL else NoRound()
    bid = state.standing
    if bid is None:
        return NothingToChallenge(state.turn)
    return OwnBid() if bid.bidder == seat else None


def in_turn(state: State, seat: int) -> bool:
    """Return whether a challenge by `seat` counts as in turn. With two players left, every challenge does (C1)."""
    return state.turn == seat or len(state.circle) == 2


def polled(state: State) -> bool:
    """Return whether a challenge is followed by a poll (C4)."""
    return state.round_rules.verdict is POLLED


def next_voter(state: State) -> int:
    """Return the next player whom the poll asks, or `NOBODY` when all have voted.

    C4: players vote in turn order, beginning after the challenger.
    """
    return next(_still_to_say(state), NOBODY)


def asked_later(state: State) -> tuple[int, ...]:
    """Return the players whom the present poll asks after the present voter, in order (C4)."""
    return tuple(_still_to_say(state))[1:]


def _still_to_say(state: State) -> Iterator[int]:
    """Yield the players who have not voted yet, in turn order from the challenger on."""
    assert state.standing is not None
    said = {state.standing.bidder, state.challenger, *(seat for seat, _ in state.votes)}
    return (seat for seat in following(state.order, state.challenger) if seat not in said and state.is_in(seat))


def revealed(
    state: State, challenger: int, hands: tuple[Hand, ...], count: int, holds: bool, exact: bool = False
) -> Revealed:
    """Return the event of the showdown of the current bid, with all facts that are needed to display it."""
    bid = state.bids[-1]
    return Revealed(
        bid.bidder,
        bid.quantity,
        bid.face,
        challenger,
        state.challenge_in_turn,
        exact,
        state.votes,
        hands,
        state.wild(),
        count,
        holds,
        bid.called,
        *state.round_rules.hands(),
        open=tuple(map(len, state.open)),
    )
