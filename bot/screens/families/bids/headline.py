"""Choose the headline of a showdown in a game of bids: its great moment, if it has one."""

from bot.screens.families.bids.narrator import BidsNarrator, RoundSummary
from bot.screens.families.bids.price import paid
from bot.screens.families.headlines import remembered
from bot.words.language import _
from engine.bids.events import Done, Revealed
from engine.core.events import Out
from engine.core.policies import Price

FEWEST_MET = 4
"""A bid of fewer dice than this is met exactly too often to be a moment."""


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
    if shown.holds and not shown.exact and shown.count == shown.quantity >= FEWEST_MET:
        # Translators: a headline: the bid was true, and there are exactly as many dice as it said.
        return _("😮 Exactly {n}, not one to spare!").format(n=shown.count)
    return ""
