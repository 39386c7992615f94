"""What somebody is told whose press came a moment too late: what stands now, with the same move for that."""

from bot.presses.base import Move
from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie
from bot.screens.cast import Cast
from bot.screens.model import Button, Row, Style, Text, Whisper
from bot.tables.model import TableInfo
from bot.words.faces import bid_spoken
from bot.words.language import _
from engine.bids.rules import Challengers
from engine.bids.view import View


def overtaken(table: TableInfo, view: View, press: Move) -> Whisper | None:
    """The private answer to a bid or challenge meant for an older panel; `view` is that of who pressed.

    None where the general words say all there is.
    """
    match press:
        case CallLie():
            return _challenge(table, view)
        case PlaceBid(quantity=quantity, face=face):
            return _bid(table, view, quantity, face)
        case _:
            return None


def _challenge(table: TableInfo, view: View) -> Whisper | None:
    """C1: the first to arrive counts; and a bid that nobody meant is never challenged."""
    if (first := _who_was_first(table, view)) is not None:
        return Whisper((Text(first),))
    now = _stands_now(table, view)
    if now is None or not view.legal.challenge:
        return None
    bang = view.state.round_rules.challenge is Challengers.ANYONE
    label, fist = (_("Bang at that"), "💥") if bang else (_("Call that a lie"), "🫵")
    return Whisper((Text(now), Row((Button(label, CallLie(table.id, table.version), fist, Style.BAD),))))


def _bid(table: TableInfo, view: View, quantity: int, face: int) -> Whisper | None:
    standing, legal = view.state.standing, view.legal
    if standing is not None and standing.bidder == view.seat:
        bid = bid_spoken(standing.quantity, standing.face)
        return Whisper((Text(_("✔️ Your bid stands: **{bid}**.").format(bid=bid)),))
    if (first := _who_was_first(table, view)) is not None:
        return Whisper((Text(first),))
    now = _stands_now(table, view)
    if now is None or not legal.bids[face : face + 1] or not 0 < legal.bids[face] <= quantity <= legal.most:
        return None
    button = Button(
        _("{bid} all the same").format(bid=bid_spoken(quantity, face)),
        PlaceBid(table.id, table.version, quantity, face),
        "🗣️",
    )
    return Whisper((Text(now), Row((button,))))


def _who_was_first(table: TableInfo, view: View) -> str | None:
    """Who has challenged, where that is over and done, or the others are being asked."""
    state = view.state
    showdown, caller = state.showdown, state.challenger
    if showdown is not None:
        caller = showdown.challenger
    if caller < 0:
        return None
    if caller == view.seat:
        return _("✔️ You were first: that counted already.")
    return _("⏱️ {name} was first.").format(name=Cast(table.seats).name(caller))


def _stands_now(table: TableInfo, view: View) -> str | None:
    """The bid that has overtaken the press."""
    standing = view.state.standing
    if standing is None:
        return None
    name = Cast(table.seats).name(standing.bidder)
    bid = bid_spoken(standing.quantity, standing.face)
    return _("⏩ {name} made it **{bid}** in the meantime.").format(name=name, bid=bid)
