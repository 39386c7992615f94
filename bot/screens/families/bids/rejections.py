"""Write sentences for refused moves in bidding games, and answers to moves that came too late."""

from bot.presses.base import Move
from bot.presses.bids import MakeBid, PlaceBid
from bot.presses.game import Call, CallLie, Stay, SurelyCallLie
from bot.screens.elements.cards import Button, Ephemeral, Row, Style, Text
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import CALL_LIAR, NO, YOU_WERE_FIRST
from bot.screens.families.bids.narrator import BANG, narrator_of
from bot.tables.model import TableView
from bot.words.dice import bid_words, face_name
from bot.words.language import _, ngettext
from engine.bids import refusals as b
from engine.bids.actions import Bid
from engine.bids.legal import heard
from engine.bids.raising import Least
from engine.bids.view import View
from engine.core.dice import NOTHING, is_pure
from engine.core.refusals import Naming, Reason

MOMENTS: tuple[type[Reason], ...] = (b.CalledAlready, b.NoExact, b.NoPoll)
"""The reasons that are followed by a sentence about the current state."""


def sentence(reason: Reason, _name: Naming) -> str | None:
    """Return the sentence for a reason that only bidding games have, or None for any other reason."""
    match reason:
        case b.TooLow():
            return _too_low(reason)
        case b.BothAtOnce(standing=standing):
            return _("🔼 Raise **{bid}** by number or by face, not both.").format(bid=bid_words(standing))
        case b.FewerThanOpens(bid=bid, least=least):
            return _("🔼 Open with at least **{least}**.").format(least=bid_words(_least_like(bid, least)))
        case b.NoWord():
            return _no_word(reason)
        case b.MoreThanPool(pool=pool):
            # Translators: the bid was higher than {n}, the total number of dice.
            return ngettext("🎲 There’s only {n} die in play.", "🎲 There are only {n} dice in play.", pool).format(
                n=pool
            )
        case b.FaceFixed(face=face):
            return _("🥁 Palifico: only {faces} this round.").format(faces=face_name(face))
        case b.BidIsVote():
            return _("🗳️ Your bid is your vote.")
        case b.CallIsVote():
            return _("🗳️ Your call is your vote.")
        case b.NotAsked():
            return _("🗳️ You’ve voted.")
        case _:
            return _plain(reason)


def _too_low(reason: b.TooLow) -> str:
    """Return the sentence for a bid that is too low, with the least bid that would be high enough.

    That bid has the same face if this face can still be bid.
    """
    beaten, least = bid_words(reason.standing), reason.least
    if not least:
        return _("🫵 Nothing beats **{bid}**: call it.").format(bid=beaten)
    lowest = bid_words(_least_like(reason.bid, least))
    return _("🔼 That doesn’t beat **{bid}**: bid at least **{least}**.").format(bid=beaten, least=lowest)


def _least_like(bid: Bid, least: Least) -> Bid:
    """Return the least bid that is legal, if possible on the face of the refused `bid`, and pure as it was or not."""
    on_face = [each for each in least if each.face == bid.face]
    alike = [each for each in on_face or least if is_pure(each) is is_pure(bid)]
    return min(alike or on_face or least, key=lambda each: (each.quantity, each.face))


def _no_word(reason: b.NoWord) -> str:
    """Return the sentence for a bid with a word that is not possible now (B4), with a bid that is."""
    bid, standing, least = reason.bid, reason.standing, reason.least
    if not least:
        return _("🫵 Nothing beats **{bid}**: call it.").format(bid=bid_words(standing) if standing else "")
    if all(each.called is NOTHING for each in least):
        words = _("💎 Nobody bids pure or flying at this table: bid at least **{least}**.")
    elif bid.face == 1:
        words = _("🕊️ A bid of ones is always pure: bid at least **{least}**.")
    elif standing is None or not is_pure(standing):
        words = _("🕊️ Only a pure bid can be raised flying: bid at least **{least}**.")
    else:
        words = _("🕊️ Flying takes twice as many dice, too many here: bid at least **{least}**.")
    return words.format(least=bid_words(_least_like(bid, least)))


def _plain(reason: Reason) -> str | None:
    said: dict[type[Reason], str] = {
        b.OpeningAces: _("1️⃣ You can’t open with ones. Pick another face."),
        b.TooFew: _("🔼 Bid at least 1 die."),
        b.NoSuchQuantity: _("🔢 How many dice? Type a number: “5” or “five”."),
        b.NoExact: _("🎯 No exact calls this round."),
        b.CalledAlready: _("🗳️ Too late: voting has started."),
        b.NoPoll: _("🗳️ There’s no vote right now."),
        b.NoShow: _("👐 No showing dice this round: just bid."),
        b.ShowsAll: _("👐 Keep at least one die hidden: show fewer."),
        b.ShowsWrong: _("👐 You can only show hidden dice of yours that count for your bid."),
    }
    return said.get(type(reason))


def asked_first(table: TableView, view: View, press: Move) -> Ephemeral | None:
    """Return the question before a call out of turn that may cost two bads (C1, P3), or None for any other press."""
    is_out_of_turn = view.seat not in view.awaited and view.legal.challenge
    if not isinstance(press, CallLie) or not is_out_of_turn or not view.state.round_rules.counts_bads():
        return None
    words = _("⏸️ It’s not your turn. Right: 2 goods. Wrong: 2 bads. Call it anyway?")
    label, fist = (_(BANG), "💥") if narrator_of(table).is_bang() else (_(CALL_LIAR), "🫵")
    call = Button(label, SurelyCallLie(table.id, table.version), fist, Style.BAD)
    return Ephemeral((Text(words), Row((call, Button(_(NO), Stay(table.id))))))


def to_call(table: TableView, view: View) -> str:
    """Return the bid that the seat of the view may challenge now, with its bidder: "4 fives · Ben", or "" if none."""
    standing = view.state.standing
    if standing is None or not view.legal.challenge:
        return ""
    return f"{bid_words(standing)} · {table.seats[standing.bidder].name}"


def overtaken(table: TableView, view: View, press: Move) -> Ephemeral | None:
    """Return the private answer to a bid or challenge on an outdated panel, or None if the general sentence is enough.

    `view` is the view of the player who pressed.
    """
    match press:
        case Call():
            return _challenge(table, view)
        case MakeBid():
            return _bid(table, view, press)
        case _:
            return None


def _challenge(table: TableView, view: View) -> Ephemeral | None:
    """Return the answer to a challenge that came too late, or None if the general sentence is enough.

    Only the first challenge counts. If there is a newer bid, a button offers to challenge it (C1).
    """
    if (first := _who_was_first(table, view)) is not None:
        return Ephemeral((Text(first),))
    now = _stands_now(table, view)
    if now is None or not view.legal.challenge:
        return None
    label, fist = (_("Call Bang! on that"), "💥") if narrator_of(table).is_bang() else (_("Call Liar! on that"), "🫵")
    return Ephemeral((Text(now), Row((Button(label, CallLie(table.id, table.version), fist, Style.BAD),))))


def _bid(table: TableView, view: View, bid: MakeBid) -> Ephemeral | None:
    standing = view.state.standing
    if standing is not None and standing.bidder == view.seat:
        return Ephemeral((Text(_("✔️ You bid **{bid}**.").format(bid=bid_words(standing))),))
    if (first := _who_was_first(table, view)) is not None:
        return Ephemeral((Text(first),))
    now, meant = _stands_now(table, view), heard(view.state, Bid.of(bid))
    if now is None or not view.legal.allows(meant):
        return None
    button = Button(
        # Translators: a button that makes the bid {bid} although another player has just bid.
        _("{bid} anyway").format(bid=bid_words(meant)),
        PlaceBid.of(table.id, table.version, meant, bid.show),
        "🗣️",
    )
    return Ephemeral((Text(now), Row((button,))))


def _who_was_first(table: TableView, view: View) -> str | None:
    """Return a sentence about the player who has already challenged, or None if nobody has."""
    state = view.state
    showdown, caller = state.showdown, state.challenger
    if showdown is not None:
        caller = showdown.challenger
    if caller < 0:
        return None
    if caller == view.seat:
        return _(YOU_WERE_FIRST)
    # Translators: {name} called before the reader did.
    return _("⏱️ {name} was first.").format(name=Cast(table.seats).name(caller))


def _stands_now(table: TableView, view: View) -> str | None:
    """Return a sentence about the current bid, or None if there is none."""
    standing = view.state.standing
    if standing is None:
        return None
    name = Cast(table.seats).name(standing.bidder)
    bid = bid_words(standing)
    return _("⏩ {name} just bid **{bid}**.").format(name=name, bid=bid)
