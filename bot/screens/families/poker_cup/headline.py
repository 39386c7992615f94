"""Choose the headline of a showdown of the poker cup: its great moment, if it has one."""

from bot.screens.families.headlines import remembered, was_by_clock
from bot.screens.families.poker_cup.narrator import CupNarrator, RoundSummary
from bot.screens.families.poker_cup.price import paid
from bot.screens.families.poker_cup.ranking import spoken
from bot.words.language import _
from engine.core.events import Out
from engine.poker_cup.events import CupLifted
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim, Kind

BOLD = 0.5
"""An unseen claim is a moment if it was less likely to be true than this, for everybody who saw the open dice."""


def headline(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> str:
    """Return the headline of a showdown, or "" if its verdict is the headline. The greatest moment comes first."""
    if told := remembered(by, summary.number):
        return told
    gone = [event for event in summary.price if isinstance(event, Out)]
    passer, caller = by.cast.brief(shown.passer), by.cast.brief(shown.challenger)
    if shown.holds and not was_by_clock(summary.besides, shown.passer, shown.challenger):
        if not by.rules.ranking.place(shown.claim):
            return _never_a_lie(shown.claim, caller)
        if _was_unseen(summary) and reaching(tuple(sorted(shown.table)), shown.claim, by.rules.ranking) < BOLD:
            # Translators: a headline: {name} claimed something without a look under the cup. It was true, and costs
            # {other} the last life.
            out = _("🙈 {name} didn’t look, and {other} is out!")
            # Translators: a headline: {name} claimed something without a look under the cup, and it was true.
            words = out if gone else _("🙈 {name} didn’t look, and it was true!")
            return words.format(name=passer, other=caller)
        if shown.claim == by.rules.ranking.top:
            # Translators: a headline: {claim} is the highest claim, such as “Mia” or “five sixes”, and it was true.
            return _("👑 It really was {claim}!").format(claim=spoken(shown.claim))
    return next(iter(paid(by, gone)), "")


def _never_a_lie(claim: Claim, caller: str) -> str:
    """Return the headline about a call of the lowest claim, which every throw reaches."""
    # Translators: a headline: {claim} is the lowest claim, and {name} called it a lie: “31 can never be a lie”.
    return _("🤦 {claim} can never be a lie, {name}!").format(claim=spoken(claim), name=caller)


def _was_unseen(summary: RoundSummary) -> bool:
    """Return whether the last claim was made without a look under the cup."""
    claims = summary.claims()
    claimed = claims[-1].claimed if claims else None
    return claimed is not None and not claimed.looked


def is_uncounted_straight(shown: CupLifted) -> bool:
    """Return whether the dice are a straight that does not count at this table, so that the hand is only a high die."""
    dice = sorted(shown.under + shown.table)
    return shown.hand.kind is Kind.HIGH and dice[-1] - dice[0] == len(dice) - 1
