"""C1, C5: who may challenge, and whether it is in turn."""

from engine.common_hand.rules import Challengers, Verdict
from engine.common_hand.state import BIDDING, POLL, State
from engine.refusals import Refused, Why


def may_challenge(state: State, seat: int) -> bool:
    """Whether `seat`, who is in the game, may challenge now (C1)."""
    if state.phase is not BIDDING or state.standing is None or state.standing.bidder == seat:
        return False
    return state.turn == seat or state.round_rules.challenge is Challengers.ANYONE


def may_call_exact(state: State, seat: int) -> bool:
    """Whether `seat` may say that the standing bid is exact (C5): in turn only."""
    return (
        state.rules.exact and not state.playing_off and state.phase is BIDDING
        and state.standing is not None and state.turn == seat
    )  # fmt: skip


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now."""
    if state.phase is POLL:
        raise Refused(Why.CHALLENGED, turn=state.turn)
    if state.phase is not BIDDING:
        raise Refused(Why.NO_ROUND)
    if state.standing is None:
        raise Refused(Why.NOTHING_TO_CHALLENGE, turn=state.turn)
    if state.standing.bidder == seat:
        raise Refused(Why.OWN_BID)
    if not may_challenge(state, seat):
        raise Refused(Why.OUT_OF_TURN, turn=state.turn)


def check_exact(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may call the standing bid exact (C5)."""
    if not state.rules.exact or state.playing_off:
        raise Refused(Why.NO_EXACT)
    check_challenge(state, seat)
    if state.turn != seat:
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)


def in_turn(state: State, seat: int) -> bool:
    """C1: judged on arrival; with two players left every challenge is in turn."""
    return state.turn == seat or len(state.seats_in()) == 2


def polled(state: State) -> bool:
    """Whether a challenge is followed by a poll (C4)."""
    return state.round_rules.verdict is Verdict.POLL
