"""Choose the headline of a showdown in a game of bids: its great moment, if it has one."""

from bot.screens.families.bids.narrator import BidsNarrator, RoundSummary
from bot.screens.families.bids.price import paid
from bot.screens.families.headlines import remembered, was_by_clock
from bot.words.language import _
from engine.bids.events import Done, Revealed
from engine.core.events import Out
from engine.core.policies import Price

FEWEST_MET = 4
"""A bid of fewer dice than this is met exactly, or made with none of them, too often to be a moment."""

MANY = 3
"""A bid that misses the count by so many dice is a moment."""


def headline(by: BidsNarrator, summary: RoundSummary, shown: Revealed) -> str:
    """Return the headline of a showdown, or "" if its verdict is the headline. The greatest moment comes first."""
    if told := remembered(by, summary.number):
        return told
    if shown.exact and shown.holds:
        # Translators: a headline: somebody called a bid exact, and there are exactly {n} such dice.
        return _("🎯 Bull’s-eye: exactly {n}!").format(n=shown.count)
    if gone := paid(by, [event for event in summary.price if isinstance(event, Out | Done)]):
        return gone[0]
    if by.rules.price is Price.DIE and len(shown.hands[shown.winner()]) == 1:
        # Translators: a headline: {name} has a single die left, and was right.
        return _("😅 One die left, and {name} hangs on!").format(name=by.cast.brief(shown.winner()))
    if _had_none(summary, shown):
        # Translators: a headline: {name} had no dice that count for the bid, but the others had enough of them.
        held = _("🤯 {name} had none, and it’s true!")
        # Translators: a headline: {name} had no dice that count for the bid.
        lied = _("🫢 {name} had none at all!")
        return (held if shown.holds else lied).format(name=by.cast.brief(shown.bidder))
    if shown.holds and not shown.exact and shown.count == shown.quantity >= FEWEST_MET:
        # Translators: a headline: the bid was true, and there are exactly as many dice as it said.
        return _("😮 Exactly {n}, not one to spare!").format(n=shown.count)
    return "" if shown.exact else _by_many(shown)


def _by_many(shown: Revealed) -> str:
    """Return the headline about a bid that was true by many dice, or a lie by a single one or by many; otherwise ""."""
    spare = shown.count - shown.quantity
    if spare >= MANY:
        # Translators: a headline: the bid was true, and there are {n} more dice than it said.
        return _("😎 True, with {n} to spare!").format(n=spare)
    if -spare >= MANY:
        # Translators: a headline: the bid was a lie, and {n} dice were missing.
        return _("🤥 Not even close: {n} short!").format(n=-spare)
    # Translators: a headline: the bid was a lie, and a single die was missing.
    return _("😬 One short!") if spare == -1 and shown.quantity >= FEWEST_MET else ""


def _had_none(summary: RoundSummary, shown: Revealed) -> bool:
    """Return whether the bidder made a bid of many dice, although none of the bidder's own dice counts for it."""
    own, is_own = shown.hands[shown.bidder], not was_by_clock(summary.besides, shown.bidder)
    return is_own and len(own) > 1 and shown.quantity >= FEWEST_MET and not shown.counting().stash(own)
