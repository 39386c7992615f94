"""What a player may do now, compactly; `play` refuses everything else."""

from functools import cache

import msgspec

from engine.common_hand import raising
from engine.common_hand.challenge import may_call_exact, may_challenge
from engine.common_hand.state import State
from engine.core.debts import gifts, settlements
from engine.core.refusals import Refused, Why
from engine.core.state import BETWEEN, BIDDING, OVER, POLL

_opening, _palifico_least = cache(raising.opening), cache(raising.palifico_least)
_least, _within = cache(raising.least), cache(raising.within)
"""The tables of B3, B4 and C6, worked out once for each bid that anybody has made."""

NO_BIDS: raising.Least = (0, 0, 0, 0, 0, 0, 0)


class Legal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The legal moves of one seat.

    `bids[face]` is the least quantity for that face, 0 where it cannot be bid; `most` the greatest (B3).
    """

    bids: raising.Least = NO_BIDS
    most: int = 0
    challenge: bool = False
    in_turn: bool = False
    exact: bool = False
    vote: bool = False
    settle: tuple[tuple[int, str], ...] = ()
    gift: tuple[int, ...] = ()
    leave: bool = False
    quit: bool = False

    def may_bid(self) -> bool:
        """Whether any bid is legal."""
        return any(self.bids)


def legal(state: State, seat: int) -> Legal:
    """Everything `seat` may do now. Costs a microsecond or two: cheap enough for every press of a button."""
    if state.turn == seat and state.phase is BIDDING:
        return Legal(
            bids=least_bids(state, seat), most=state.pool, challenge=state.standing is not None, in_turn=True,
            exact=may_call_exact(state, seat), leave=True, quit=not state.players[seat].quits,
        )  # fmt: skip
    if state.phase is OVER or not 0 <= seat < len(state.players) or state.players[seat].left:
        return Legal()
    if not state.is_in(seat):
        return Legal(leave=True)
    may_quit = not state.players[seat].quits
    if state.phase is BETWEEN:
        ways = settlements(state, seat)
        return Legal(settle=ways, gift=gifts(state, seat), leave=True, quit=may_quit)
    if state.phase is POLL:
        return Legal(vote=state.turn == seat, in_turn=state.turn == seat, leave=True, quit=may_quit)
    return Legal(
        challenge=may_challenge(state, seat), exact=may_call_exact(state, seat), leave=True, quit=may_quit
    )  # fmt: skip


def least_bids(state: State, seat: int) -> raising.Least:
    """The least quantity per face that `seat`, whose turn it is, may bid; limited by the pool (B3)."""
    return _within(_unlimited(state, seat), state.pool)


def _unlimited(state: State, seat: int) -> raising.Least:
    standing = state.standing
    if standing is None:
        return raising.ANY if state.palifico else _opening(state.round_rules.raising)
    if state.palifico:
        dice, is_opener = state.players[seat].dice, seat == state.opener
        free = raising.may_change_face(state.round_rules.palifico_face, is_opener, dice)
        return _palifico_least(standing.quantity, standing.face, free)
    return _least(state.round_rules.raising, standing.quantity, standing.face)


def check_bid(state: State, seat: int, quantity: int, face: int) -> None:
    """Raise `Refused`, with the least legal quantity beside it, unless `seat` may make this bid (B2-B4, C6).

    B1: any quantity from 1 to the size of the pool, and any face; nobody's own dice limit what they may bid.
    """
    if state.phase is not BIDDING:
        raise Refused(Why.CHALLENGED, turn=state.turn) if state.phase is POLL else Refused(Why.NO_ROUND)
    if state.turn != seat:
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    if not 1 <= face <= 6:
        raise Refused(Why.NO_SUCH_FACE, face=face)
    if quantity < 1:
        raise Refused(Why.TOO_FEW, quantity=quantity)
    if quantity > state.pool:
        raise Refused(Why.MORE_THAN_POOL, quantity=quantity, pool=state.pool)
    least = _unlimited(state, seat)[face]
    if not least or quantity < least:
        raise _too_low(state, quantity, face, least_bids(state, seat))


def _too_low(state: State, quantity: int, face: int, bids: raising.Least) -> Refused:
    if state.standing is None:
        return Refused(Why.OPENING_ACES)
    if state.palifico and face != state.standing.face and not bids[face]:
        return Refused(Why.FACE_FIXED, face=state.standing.face, least=bids[state.standing.face])
    standing = (state.standing.quantity, state.standing.face)
    return Refused(Why.TOO_LOW, quantity=quantity, face=face, standing=standing, least=bids[face], bids=bids)
