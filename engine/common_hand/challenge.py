"""Who may challenge, whether it is in turn, and whom a poll asks (C1, C4, C5)."""

from engine.common_hand.rules import Challengers, ExactBy, Verdict
from engine.common_hand.state import State
from engine.core.dice import NOBODY
from engine.core.refusals import Refused, Why
from engine.core.seating import following
from engine.core.state import BIDDING, POLL


def may_challenge(state: State, seat: int) -> bool:
    """C1: whether `seat`, who is in the game, may challenge now: in turn, or at any moment where anyone may."""
    if state.phase is not BIDDING or state.standing is None or state.standing.bidder == seat:
        return False
    return state.turn == seat or state.round_rules.challenge is Challengers.ANYONE


def may_call_exact(state: State, seat: int) -> bool:
    """C5: whether `seat` may say that the standing bid is exact: in turn, or anyone but its bidder (calza)."""
    rules = state.round_rules
    if not rules.exact or state.phase is not BIDDING or state.standing is None or state.standing.bidder == seat:
        return False
    return state.turn == seat or rules.exact_by is ExactBy.ANYONE


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now."""
    _check_accusable(state, seat)
    if not may_challenge(state, seat):
        raise Refused(Why.OUT_OF_TURN, turn=state.turn)


def check_exact(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may call the standing bid exact (C5)."""
    if not state.round_rules.exact:
        raise Refused(Why.NO_EXACT)
    _check_accusable(state, seat)
    if not may_call_exact(state, seat):
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)


def _check_accusable(state: State, seat: int) -> None:
    """Raise `Refused` unless a bid stands that is not `seat`'s own, and that nobody has challenged."""
    if state.phase is POLL:
        raise Refused(Why.CHALLENGED, turn=state.turn)
    if state.phase is not BIDDING:
        raise Refused(Why.NO_ROUND)
    if state.standing is None:
        raise Refused(Why.NOTHING_TO_CHALLENGE, turn=state.turn)
    if state.standing.bidder == seat:
        raise Refused(Why.OWN_BID)


def in_turn(state: State, seat: int) -> bool:
    """Judged on arrival; with two players left every challenge is in turn (C1)."""
    return state.turn == seat or len(state.circle) == 2


def polled(state: State) -> bool:
    """Whether a challenge is followed by a poll (C4)."""
    return state.round_rules.verdict is Verdict.POLL


def next_voter(state: State) -> int:
    """C4: whom a poll asks next, from the challenger in turn order; `NOBODY` when all have said."""
    assert state.standing is not None
    said = {state.standing.bidder, state.challenger, *(seat for seat, _ in state.votes)}
    asked = (seat for seat in following(state.order, state.challenger) if seat not in said and state.is_in(seat))
    return next(asked, NOBODY)
