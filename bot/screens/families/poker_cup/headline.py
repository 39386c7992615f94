"""Choose the headline of a showdown of the poker cup: its great moment, if it has one."""

from bot.screens.families.headlines import remembered, was_by_clock
from bot.screens.families.poker_cup.narrator import CupNarrator, RoundSummary
from bot.screens.families.poker_cup.price import paid
from bot.screens.families.poker_cup.ranking import said_as, same_faces, spoken, told_apart
from bot.words.language import _, joined
from engine.core.events import Out
from engine.poker_cup.events import CupLifted
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim, Kind

BOLD = 0.5
"""An unseen claim is a moment if it was less likely to be true than this, for everybody who saw the open dice."""


def headline(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> str:
    """Return the headline of a showdown. The greatest moment comes first, and what the cup held comes last."""
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
    return next(iter(paid(by, gone)), "") or (_told(by, shown) if shown.holds else _lied(by, summary, shown))


def _told(by: CupNarrator, shown: CupLifted) -> str:
    """Return the headline about a claim that was true."""
    claim, hand = shown.claim, said_as(shown.hand)[0]
    if shown.hand == by.rules.ranking.top:
        # Translators: a headline: the cup held {hand}, the highest hand, and something lower was claimed.
        return _("👑 It was {hand} all along!").format(hand=hand)
    if same_faces(shown.hand, claim) and shown.hand.others[: len(claim.others)] == claim.others:
        # Translators: a headline: the cup held exactly the hand that was claimed, {hand}.
        return _("😇 Word for word: {hand}!").format(hand=spoken(claim))
    # Translators: a headline: the cup held {hand}, which is better than the hand that was claimed.
    return _("😎 Even better: {hand}!").format(hand=told_apart(shown.hand, claim))


def _lied(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> str:
    """Return the headline about a claim that was a lie."""
    hand, ranking = said_as(shown.hand)[0], by.rules.ranking
    if not ranking.place(shown.hand):
        # Translators: a headline: the cup held {hand}, the lowest hand of all.
        return _("🪹 Only {hand}, the lowest there is!").format(hand=hand)
    if _was_unseen(summary) and not was_by_clock(summary.besides, shown.passer):
        # Translators: a headline: {name} lied without a look under the cup.
        return _("🙈 {name} never even looked!").format(name=by.cast.brief(shown.passer))
    if ranking.place(shown.claim) - ranking.place(shown.hand) == 1:
        # Translators: a headline: {hand} is one step below the claim.
        return _("😬 So close: {hand}!").format(hand=told_apart(shown.hand, shown.claim))
    said = told_apart(shown.claim, shown.hand, summary.beaten())
    # Translators: a headline: {claim} was claimed, and it was a lie.
    return _("🤥 So much for {claim}!").format(claim=said)


def passed_on(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> list[str]:
    """Return a line with the story of a lie that went on unseen: who made it up, who passed it on, who was caught.

    Return [] for any other showdown, and where dice may turn over unseen in a pass (K14).
    """
    claims = [(turn.seat, turn.claimed) for turn in summary.claims() if turn.claimed is not None]
    first = next((at for at in range(len(claims) - 1, -1, -1) if not claims[at][1].blind), len(claims))
    chain = claims[first:]
    if shown.holds or len(chain) < 2 or by.rules.slippery:
        return []
    lies = [seat for seat, claimed in chain if not by.rules.ranking.reaches(shown.hand, claimed.claim)]
    inventor, *between = [by.cast.brief(seat) for seat, _claimed in chain[:-1]]
    if len(lies) == len(chain) and between:
        # Translators: {inventor} made up a claim, {names} passed the cup on unseen, and {passer} was caught.
        words = _("-# 🙈 {inventor} made it up, {names} passed it on unseen, and {passer} got caught with it.")
    elif len(lies) == len(chain):
        # Translators: {inventor} made up a claim, {passer} passed the cup on unseen and was caught.
        words = _("-# 🙈 {inventor} made it up. {passer} passed it on unseen and got caught with it.")
    elif len(lies) == 1:
        # Translators: the claim of {inventor} was true; {passer} raised it without a look, and was caught.
        words = _("-# 🙈 It was true when {inventor} passed it on. {passer} raised it unseen and got caught.")
    else:
        # Translators: the claim of {inventor} was true; {liar} raised it without a look, and {passer} was caught.
        words = _("-# 🙈 It was true when {inventor} passed it on. {liar} raised it unseen, and {passer} got caught.")
    facts = {"inventor": inventor, "passer": by.cast.brief(shown.passer), "liar": by.cast.brief(lies[0])}
    return [words.format(names=joined(between), **facts)]


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
