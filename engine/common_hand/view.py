"""What one seat may know: everything public, its own dice, and what it may do. The one door for secrets."""

import msgspec

from engine.common_hand.absence import awaited
from engine.common_hand.legal import NO_BIDS, Legal, least_bids, legal
from engine.common_hand.raising import Least
from engine.common_hand.rules import Rules
from engine.common_hand.state import Game, Player, Showdown, StandingBid
from engine.core.dice import Hand
from engine.core.standings import Result
from engine.core.state import BIDDING, OVER, POLL, Phase


class View(msgspec.Struct, frozen=True):
    """A game as `seat` sees it; as an onlooker sees it where `seat` is None.

    Seats are numbers in joining order. `standing` is the bid to beat, `showdown` the last one while the
    next round has not begun, `mine` the seat's own dice of this round (empty when it holds none), `bids_in_turn`
    the least bids by face of whoever's turn it is.
    """

    seat: int | None
    mine: Hand
    legal: Legal
    bids_in_turn: Least
    awaited: tuple[int, ...]
    rules: Rules
    round_rules: Rules
    phase: Phase
    players: tuple[Player, ...]
    still_in: tuple[int, ...]
    order: tuple[int, ...]
    round: int
    opener: int
    turn: int
    pool: int
    wild: int
    red: int
    palifico: bool
    standing: StandingBid | None
    challenger: int
    votes: tuple[tuple[int, bool], ...]
    debtors: tuple[int, ...]
    creditor: int
    gift_open: bool
    playing_off: tuple[int, ...]
    time_up: bool
    showdown: Showdown | None
    result: Result | None


def view(game: Game, seat: int | None = None) -> View:
    """Everything that `seat` may know and nothing more; an onlooker (None) sees what is public."""
    state = game.state
    running = state.phase in (BIDDING, POLL)
    return View(
        seat=seat,
        mine=() if seat is None else game.hands[seat],
        legal=Legal() if seat is None else legal(state, seat),
        bids_in_turn=least_bids(state, state.turn) if state.phase is BIDDING else NO_BIDS,
        awaited=awaited(state) if state.phase is not OVER else (),
        rules=state.rules, round_rules=state.round_rules, phase=state.phase, players=state.players,
        still_in=state.seats_in(), order=state.order, round=state.round, opener=state.opener, turn=state.turn,
        pool=state.pool, wild=state.wild() if running else 0, red=state.red if running else 0,
        palifico=state.palifico and running, standing=state.standing if running else None,
        challenger=state.challenger, votes=state.votes, debtors=state.debtors, creditor=state.creditor,
        gift_open=state.gift_open, playing_off=state.playing_off, time_up=state.time_up,
        showdown=state.showdown, result=state.result,
    )  # fmt: skip
