"""Decide which public buttons a player may press, from the legal moves of the player's seat."""

from bot.presses.base import Press
from bot.presses.bids import CallExact, OpenBidForm, PlaceBid, TurnBids
from bot.presses.game import Call, CastVote, HoldOn, NextRound, OpenGifts, SettleForfeit
from bot.presses.poker_cup import (
    AskToBlame,
    BeginClaim,
    BlameThePass,
    GiveUpRound,
    KeepAndShake,
    LookUnder,
    MakeClaim,
    MarkDice,
    OpenBlind,
    PeekUnder,
    PullOut,
    PutUnder,
    RollDice,
    ShakeCup,
)
from bot.tables.model import TableView
from engine.bids.legal import Legal
from engine.core.state import BETWEEN
from engine.games import AnyView
from engine.poker_cup.legal import CupLegal

MOST_HOLDS = 3
"""How many times one person may press Wait after the same showdown."""


def is_theirs(press: Press, table: TableView, view: AnyView) -> bool:
    """Return whether the player who sees the game as `view` may press this button now."""
    legal, seat = view.legal, view.seat
    match press:
        case Call():
            return legal.challenge
        case SettleForfeit(debtor=debtor, how=how):
            return (debtor, how) in legal.settle
        case OpenGifts():
            return bool(legal.gift)
        case NextRound():
            return view.state.phase is BETWEEN and seat not in table.annotations.ready
        case HoldOn():
            return view.state.phase is BETWEEN and table.annotations.holds.count(seat or 0) < MOST_HOLDS
        case _ if isinstance(legal, CupLegal):
            return _of_the_cup(press, legal)
        case _:
            return _of_bids(press, legal)


def _of_bids(press: Press, legal: Legal) -> bool:
    match press:
        case PlaceBid():
            return legal.allows(press)
        case OpenBidForm() | TurnBids():
            return legal.may_bid()
        case TurnBids():
            return bool(legal.show)
        case CallExact():
            return legal.exact
        case CastVote():
            return legal.vote or legal.ahead
        case _:
            return False


def _of_the_cup(press: Press, legal: CupLegal) -> bool:
    match press:
        case PeekUnder():
            return legal.peek
        case OpenBlind():
            return legal.blind
        case GiveUpRound():
            return legal.give_up
        case LookUnder():
            return legal.look
        case BlameThePass() | AskToBlame():
            return legal.protest
        case BeginClaim():
            return legal.claim or legal.blind
        case MakeClaim(blind=blind):
            return legal.blind if blind else legal.claim
        case _:
            return _of_the_dice(press, legal)


def _of_the_dice(press: Press, legal: CupLegal) -> bool:
    match press:
        case MarkDice(marks=marks):  # without marks this button leads back from a blind claim
            return bool(legal.show or legal.cover or legal.throw) or (legal.blind and not marks)
        case PullOut():
            return bool(legal.show)
        case PutUnder():
            return bool(legal.cover)
        case RollDice():
            return bool(legal.throw)
        case ShakeCup() | KeepAndShake():
            return legal.shake
        case _:
            return False
