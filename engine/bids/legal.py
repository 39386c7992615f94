"""What a player may do now, compactly; `play` refuses everything else."""

from functools import cache

from engine.bids import raising
from engine.bids.challenge import asked_later, may_call_exact, may_challenge
from engine.bids.refusals import CalledAlready, FaceFixed, MoreThanPool, OpeningAces, TooFew, TooLow
from engine.bids.state import Game, MadeBid, State
from engine.core import view as core
from engine.core.debts import gifts, settlements
from engine.core.refusals import NoRound, NoSuchFace, NotYourTurn, Reason, Refused
from engine.core.state import BETWEEN, BIDDING, OVER, POLL

_openings, _raises, _palifico_raises = cache(raising.openings), cache(raising.raises), cache(raising.palifico_raises)
"""The tables of B3, B4 and C6, worked out once for each bid that anybody has made in a pool of this size."""

NO_BIDS: raising.Least = (0, 0, 0, 0, 0, 0, 0)


class Legal(core.Legal, frozen=True, omit_defaults=True):
    """The legal moves of one seat.

    `bids[face]` is the least quantity for that face, 0 where it cannot be bid; `most` the greatest (B3).
    """

    bids: raising.Least = NO_BIDS
    most: int = 0
    in_turn: bool = False
    exact: bool = False
    vote: bool = False

    def may_bid(self) -> bool:
        """Whether any bid is legal."""
        return any(self.bids)


NOTHING = Legal()


def legal(game: Game, seat: int) -> Legal:
    """Everything `seat` may do now. Costs a microsecond or two: cheap enough for every press of a button."""
    state = game.state
    if state.turn == seat and state.phase is BIDDING:
        return Legal(
            bids=least_bids(state, seat),
            most=state.pool,
            challenge=bool(state.bids),
            in_turn=True,
            exact=may_call_exact(state, seat),
            leave=True,
            quit=not state.players[seat].quits,
        )
    if state.phase is OVER or not 0 <= seat < len(state.players) or state.players[seat].left:
        return NOTHING
    if not state.is_in(seat):
        return Legal(leave=True)
    may_quit = not state.players[seat].quits
    if state.phase is BETWEEN:
        ways = settlements(state, seat)
        return Legal(settle=ways, gift=gifts(state, seat), leave=True, quit=may_quit)
    if state.phase is POLL:
        asked = state.turn == seat
        return Legal(vote=asked, in_turn=asked, ahead=seat in asked_later(state), leave=True, quit=may_quit)
    return Legal(challenge=may_challenge(state, seat), exact=may_call_exact(state, seat), leave=True, quit=may_quit)


def least_bids(state: State, seat: int) -> raising.Least:
    """The least quantity per face that `seat`, whose turn it is, may bid; limited by the pool (B3)."""
    rules, bids = state.round_rules, state.bids
    if state.palifico:
        return _palifico_bids(state, seat)
    if not bids:
        return _openings(rules.raising, state.pool)
    bid = bids[-1]
    return _raises(rules.raising, bid.quantity, bid.face, state.pool)


def _palifico_bids(state: State, seat: int) -> raising.Least:
    """One face, unless `seat` may change it; any face to open, aces too (C6, B4)."""
    bid = state.standing
    if bid is None:
        return raising.within(raising.ANY, state.pool)
    dice, is_opener = state.players[seat].dice, seat == state.opener
    free = raising.may_change_face(state.round_rules.palifico_face, is_opener, dice)
    return _palifico_raises(bid.quantity, bid.face, free, state.pool)


def check_bid(state: State, seat: int, quantity: int, face: int) -> None:
    """Raise `Refused`, with the least legal quantities beside it, unless `seat` may make this bid (B2-B4, C6).

    B1: any quantity from 1 to the size of the pool, and any face; nobody's own dice limit what they may bid.
    """
    if state.turn == seat and state.phase is BIDDING and 1 <= face <= 6:
        least = least_bids(state, seat)[face]
        if least and least <= quantity <= state.pool:
            return
    raise Refused(_why_no_bid(state, seat, quantity, face))


def _why_no_bid(state: State, seat: int, quantity: int, face: int) -> Reason:
    if state.phase is not BIDDING:
        return CalledAlready(state.turn) if state.phase is POLL else NoRound()
    if state.turn != seat:
        return NotYourTurn(state.turn)
    if not 1 <= face <= 6:
        return NoSuchFace(face)
    if quantity < 1:
        return TooFew()
    if quantity > state.pool:
        return MoreThanPool(quantity, state.pool)
    bid = state.standing
    return OpeningAces() if bid is None else _why_too_low(bid, quantity, face, least_bids(state, seat), state.palifico)


def _why_too_low(bid: MadeBid, quantity: int, face: int, least: raising.Least, palifico: bool) -> Reason:
    if palifico and face != bid.face and not least[face]:
        return FaceFixed(bid.face, least[bid.face])
    return TooLow(quantity, face, (bid.quantity, bid.face), least)
