"""Determine the legal moves of a player, in compact form. `play` refuses all other moves."""

from engine.bids import pure, raising
from engine.bids.actions import Bid
from engine.bids.challenge import asked_later, may_call_exact, may_challenge
from engine.bids.refusals import (
    BothAtOnce,
    CalledAlready,
    FaceFixed,
    FewerThanOpens,
    MoreThanPool,
    NoWord,
    OpeningAces,
    TooFew,
    TooLow,
)
from engine.bids.rules import Raising
from engine.bids.showing import hidden_of
from engine.bids.state import Game, MadeBid, State
from engine.core import view as core
from engine.core.debts import gifts, settlements
from engine.core.dice import FLYING, Called, CalledBid, Hand, is_pure
from engine.core.refusals import NoRound, NoSuchFace, NotYourTurn, Reason, Refused
from engine.core.state import BETWEEN, BIDDING, OVER, POLL


class Legal(core.Legal, frozen=True, omit_defaults=True):
    """The legal moves of one seat.

    `bids` has the least bid on each face that may be bid. `most` is the greatest quantity that may be bid (B3). If
    `climbs` is a face, bids on other faces have their least quantity (B4). `show` has the hidden dice, if those that
    count for a bid may be shown with it, but not all at once (B6).
    """

    bids: raising.Least = ()
    most: int = 0
    climbs: int = 0
    show: Hand = ()
    in_turn: bool = False
    exact: bool = False
    vote: bool = False

    def may_bid(self) -> bool:
        """Return whether any bid is legal."""
        return bool(self.bids)

    def allows(self, bid: CalledBid) -> bool:
        """Return whether this bid is legal."""
        return bid.quantity <= self.most and raising.allows(self.bids, bid, self.climbs)

    def most_on(self, least: CalledBid) -> int:
        """Return the greatest quantity that may be bid on the face of this least bid."""
        return self.most if self.climbs in (0, least.face) else least.quantity

    def every_bid(self) -> tuple[Bid, ...]:
        """Return every legal bid, sorted by face and then by quantity."""
        return tuple(
            Bid(many, least.face, least.called)
            for least in self.bids
            for many in range(least.quantity, self.most_on(least) + 1)
        )


NOTHING = Legal()


def legal(game: Game, seat: int) -> Legal:
    """Return all legal moves of `seat`.

    This takes a microsecond or two, which is fast enough to do it for every press.
    """
    state = game.state
    if state.turn == seat and state.phase is BIDDING:
        return Legal(
            bids=least_bids(state, seat),
            most=most_dice(state),
            climbs=climbs(state),
            show=hidden_of(state, seat, game.hidden[seat]) if state.round_rules.show else (),
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


def most_dice(state: State) -> int:
    """Return the greatest quantity that may be bid now: the number of dice in the pool (B3)."""
    return state.pool


def least_bids(state: State, seat: int) -> raising.Least:
    """Return the least bid on each face for `seat`, whose turn it is.

    Leave out bids that exceed the size of the pool.
    """
    rules, bids = state.round_rules, state.bids
    if state.palifico:
        return _palifico_bids(state, seat)
    if not bids:
        return openings(state)
    return raising.raises(rules.raising, bids[-1], most_dice(state), state.wild())


def climbs(state: State) -> int:
    """Return the only face on which more than the least raise may be bid, or 0 if that is so on every face (B4)."""
    return 0 if state.palifico else raising.climbs(state.round_rules.raising, state.standing)


def openings(state: State) -> raising.Least:
    """Return the least opening bid on each face, outside palifico rounds.

    B5: the table may ask for a number of dice, or for one more than players threw. A pure bid then needs one less. No
    bid needs more dice than the pool has.
    """
    rules, most = state.round_rules, most_dice(state)
    if rules.least_opening == 1:
        return raising.openings(rules.raising, most)
    per_player = not rules.least_opening
    wild = len(state.threw()) + 1 if per_player else rules.least_opening
    least = raising.opening(rules.raising)
    return tuple(Bid(min(most, wild - (per_player and is_pure(bid))), bid.face, bid.called) for bid in least)


def _palifico_bids(state: State, seat: int) -> raising.Least:
    """Return the least bids of `seat` in a palifico round (C6).

    The opening bid may be on any face, including aces (B4). Later bids keep the face, unless `seat` may change it.
    """
    bid = state.standing
    if bid is None:
        return raising.within(raising.ANY, most_dice(state))
    dice, is_opener = state.players[seat].dice, seat == state.opener
    free = raising.may_change_face(state.round_rules.palifico_face, is_opener, dice)
    return raising.palifico_raises(bid, free, most_dice(state))


def check_bid(state: State, seat: int, bid: Bid) -> None:
    """Raise `Refused` unless `seat` may make this bid (B2-B4, C6).

    B1: the quantity is from 1 to the size of the pool, on any face. A player's own dice do not limit their bids.
    """
    may = state.turn == seat and state.phase is BIDDING and bid.quantity <= most_dice(state)
    if not may or not raising.allows(least_bids(state, seat), bid, climbs(state)):
        raise Refused(_why_no_bid(state, seat, bid))


def heard(state: State, bid: Bid) -> Bid:
    """Return a bid as it is meant now, with its word where it is pure or flying (B4)."""
    return pure.heard(bid, state.standing) if state.round_rules.raising is Raising.PURE else bid


def _why_no_bid(state: State, seat: int, bid: Bid) -> Reason:
    if state.phase is not BIDDING:
        return CalledAlready(state.turn) if state.phase is POLL else NoRound()
    if state.turn != seat:
        return NotYourTurn(state.turn)
    if not 1 <= bid.face <= 6:
        return NoSuchFace(bid.face)
    if bid.quantity < 1:
        return TooFew()
    if bid.quantity > state.pool:
        return MoreThanPool(bid.quantity, state.pool)
    least, standing = least_bids(state, seat), state.standing
    never = bid.called is FLYING and bid.face == pure.ONES
    if never or (bid.called is not Called.NOTHING and all(each.called is not bid.called for each in least)):
        return NoWord(bid, Bid.of(standing) if standing is not None else None, least)
    if standing is not None and raising.allows(least, bid):
        return BothAtOnce(bid, Bid.of(standing))
    if standing is not None:
        return _why_too_low(state, standing, bid, least)
    return FewerThanOpens(bid, least) if raising.fewest(least, bid.face) else OpeningAces()


def _why_too_low(state: State, standing: MadeBid, bid: Bid, least: raising.Least) -> Reason:
    if state.palifico and bid.face != standing.face and all(each.face == standing.face for each in least):
        return FaceFixed(standing.face, raising.fewest(least, standing.face))
    return TooLow(bid, Bid.of(standing), least)
