"""Ask a player to confirm a bid or a call that looks like a misclick in a bidding game.

The question depends only on facts that everybody knows: the bids, the number of dice in play, and the dice in the open,
with those that the bid shows. It looks at nobody's hidden dice, not even at the player's own.
"""

from bot.presses.base import Move
from bot.presses.bids import PlaceBid, SurelyBid
from bot.presses.game import CallLie, Stay, SurelyCallLie
from bot.screens.elements.cards import Button, Ephemeral, Row, Style, Text
from bot.screens.elements.labels import CALL_LIAR, NO
from bot.screens.families.bids.narrator import BANG, narrator_of
from bot.screens.families.bids.showing import bid_and_show
from bot.tables.model import TableView
from bot.words.dice import bid_words, digits_side_by_side
from bot.words.language import _
from engine.bids import odds, raising
from engine.bids.actions import Bid
from engine.bids.legal import heard
from engine.bids.view import View
from engine.core.dice import Hand
from engine.core.state import BIDDING

UNLIKELY = 0.02
"""A bid with a lower probability than this may be a misclick."""

BETTER = 10
"""Such a bid is a misclick only if a legal bid is at least this many times as likely."""

LIKELY = 0.9
"""A call on a bid with a higher probability than this may be a misclick."""


def misclick(table: TableView, view: View, press: Move) -> Ephemeral | None:
    """Return the question before a bid or a call in turn that looks like a misclick, or None for any other press.

    There is no question at a table with only one person, because nothing is at stake there.
    """
    if table.is_practice() or view.state.phase is not BIDDING or view.state.turn != view.seat:
        return None
    match press:
        case PlaceBid():
            bid = heard(view.state, Bid.of(press))
            return _bid(table, bid, press.dice()) if is_wild_bid(view, bid, press.dice()) else None
        case CallLie():
            return _call(table, view) if is_wild_call(view) else None
        case _:
            return None


def is_wild_bid(view: View, bid: Bid, show: Hand = ()) -> bool:
    """Return whether a legal bid is very unlikely, although the player to move has a much more likely bid.

    The dice to `show` along with the bid count for it, because everybody sees them from then on (B6).

    The least bid on a face is never wild, because people make it to stay in the round.
    """
    least = view.bids_in_turn()
    alike = tuple(each for each in least if each.called is bid.called)
    if not view.legal.allows(bid) or bid.quantity <= raising.fewest(alike, bid.face):
        return False
    likely = odds.holds_in_public(view.state, bid, show)
    return likely < UNLIKELY and any(odds.holds_in_public(view.state, each) >= BETTER * likely for each in least)


def is_wild_call(view: View) -> bool:
    """Return whether the bid that the player to move may call is very likely true."""
    bid = view.state.standing
    return bid is not None and view.legal.challenge and odds.holds_in_public(view.state, bid) > LIKELY


def _bid(table: TableView, bid: Bid, show: Hand) -> Ephemeral:
    """Return the question before a bid, with which the player shows dice (B6)."""
    words = _("🤔 Really bid **{bid}**? Going by the number of dice, that’s very likely a lie.")
    # Translators: a button that makes a bid: “Bid 7 fives”.
    label = _("Bid {bid}").format(bid=bid_words(bid))
    yes = Button(label, SurelyBid.of(table.id, table.version, bid, digits_side_by_side(show)), "🗣️")
    said = bid_and_show(bid, show)
    return Ephemeral((Text(words.format(bid=said)), Row((yes, Button(_(NO), Stay(table.id))))))


def _call(table: TableView, view: View) -> Ephemeral:
    assert view.state.standing is not None
    words = _("🤔 Really doubt **{bid}**? Going by the number of dice, that’s very likely true.")
    label, fist = (_(BANG), "💥") if narrator_of(table).is_bang() else (_(CALL_LIAR), "🫵")
    yes = Button(label, SurelyCallLie(table.id, table.version), fist, Style.BAD)
    asked = Text(words.format(bid=bid_words(view.state.standing)))
    return Ephemeral((asked, Row((yes, Button(_(NO), Stay(table.id))))))
