"""Why a move does not count, in sentences: it is against the rules, or somebody else was faster."""

from bot.presses.base import Move
from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie
from bot.screens.cast import Cast
from bot.screens.model import Button, Ephemeral, Row, Style, Text
from bot.tables.model import TableInfo
from bot.words.dice import bid_spoken, face_name
from bot.words.language import _, ngettext
from engine.bids import refusals as b
from engine.bids.rules import Challengers
from engine.bids.view import View
from engine.core.refusals import Naming, Reason

MOMENTS: tuple[type[Reason], ...] = (b.CalledAlready, b.NoExact, b.NoPoll)
"""Reasons that are about the moment, and do not say what goes on instead."""


def sentence(reason: Reason, name: Naming) -> str | None:
    """The sentence for a reason that only the games of bids know; None for any other."""
    match reason:
        case b.TooLow():
            return _too_low(reason)
        case b.MoreThanPool(pool=pool):
            return ngettext("🎲 There is only {n} die in play.", "🎲 There are only {n} dice in play.", pool).format(
                n=pool
            )
        case b.FaceFixed(face=face):
            return _("🥁 Palifico: only {faces} may be bid this round.").format(faces=face_name(face))
        case b.NotAsked(turn=turn):
            return _("🗳️ You have had your say; {name} is asked now.").format(name=name(turn))
        case _:
            return _plain(reason)


def _too_low(reason: b.TooLow) -> str:
    beaten, bids, face = bid_spoken(*reason.standing), reason.least, reason.face
    if bids[face]:
        least = bid_spoken(bids[face], face)
        return _("🔼 Too low after **{bid}**. The least on that face is **{least}**.").format(bid=beaten, least=least)
    best = [(bids[other], other) for other in range(1, 7) if bids[other]]
    if not best:
        return _("🫵 Nothing beats **{bid}** any more: call it.").format(bid=beaten)
    least = bid_spoken(*min(best))
    return _("🔼 That face cannot beat **{bid}**. The least raise is **{least}**.").format(bid=beaten, least=least)


def _plain(reason: Reason) -> str | None:
    said: dict[type[Reason], str] = {
        b.OpeningAces: _("1️⃣ Ones may not open. Pick another face."),
        b.TooFew: _("🔼 Bid at least one die."),
        b.NoSuchQuantity: _("🔢 How many dice? A number, please: “5”, or “five”."),
        b.NoExact: _("🎯 Exact calls are not played in this round."),
        b.CalledAlready: _("🗳️ The bid is doubted already, and everybody says what they believe."),
        b.NoPoll: _("🗳️ No vote is on right now."),
    }
    return said.get(type(reason))


def overtaken(table: TableInfo, view: View, press: Move) -> Ephemeral | None:
    """The private answer to a bid or challenge meant for an older panel; `view` is that of the person who pressed.

    It is None where the general words say everything.
    """
    match press:
        case CallLie():
            return _challenge(table, view)
        case PlaceBid(quantity=quantity, face=face):
            return _bid(table, view, quantity, face)
        case _:
            return None


def _challenge(table: TableInfo, view: View) -> Ephemeral | None:
    """The answer to a challenge: the first to arrive counts, and a bid that nobody meant is never challenged (C1)."""
    if (first := _who_was_first(table, view)) is not None:
        return Ephemeral((Text(first),))
    now = _stands_now(table, view)
    if now is None or not view.legal.challenge:
        return None
    bang = view.state.round_rules.challenge is Challengers.ANYONE
    label, fist = (_("Bang at that"), "💥") if bang else (_("Call that a lie"), "🫵")
    return Ephemeral((Text(now), Row((Button(label, CallLie(table.id, table.version), fist, Style.BAD),))))


def _bid(table: TableInfo, view: View, quantity: int, face: int) -> Ephemeral | None:
    standing, legal = view.state.standing, view.legal
    if standing is not None and standing.bidder == view.seat:
        bid = bid_spoken(standing.quantity, standing.face)
        return Ephemeral((Text(_("✔️ Your bid stands: **{bid}**.").format(bid=bid)),))
    if (first := _who_was_first(table, view)) is not None:
        return Ephemeral((Text(first),))
    now = _stands_now(table, view)
    if now is None or not legal.bids[face : face + 1] or not 0 < legal.bids[face] <= quantity <= legal.most:
        return None
    button = Button(
        _("{bid} all the same").format(bid=bid_spoken(quantity, face)),
        PlaceBid(table.id, table.version, quantity, face),
        "🗣️",
    )
    return Ephemeral((Text(now), Row((button,))))


def _who_was_first(table: TableInfo, view: View) -> str | None:
    """Who has challenged already, in a sentence; None where nobody has."""
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
    """Which bid stands now, in a sentence; None where none does."""
    standing = view.state.standing
    if standing is None:
        return None
    name = Cast(table.seats).name(standing.bidder)
    bid = bid_spoken(standing.quantity, standing.face)
    return _("⏩ {name} made it **{bid}** in the meantime.").format(name=name, bid=bid)
