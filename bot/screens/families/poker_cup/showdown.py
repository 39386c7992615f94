"""Show the showdown of the poker cup: its steps, the verdict, the dice, the price, and the record that remains."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.screens.elements.cards import Beat, Box, Card, Part, Rule, Text, Tone, newest
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import CALLER_DOUBTS
from bot.screens.elements.widths import height
from bot.screens.families import narration, usual
from bot.screens.families.asides import asides, remarks
from bot.screens.families.guessing import EVERYBODY_ELSE, asked, is_asked
from bot.screens.families.headlines import BEFORE_THE_ROUND, headlined, told_at_the_start
from bot.screens.families.narration import Cup, Told
from bot.screens.families.poker_cup import narrator
from bot.screens.families.poker_cup.headline import headline, is_uncounted_straight, passed_on
from bot.screens.families.poker_cup.narrator import CupNarrator, RoundSummary, narrator_of, rungs, summarized
from bot.screens.families.poker_cup.price import paid
from bot.screens.families.poker_cup.ranking import (
    does_not_count,
    named_faces,
    or_better,
    pictured,
    said_as,
    same_faces,
    spoken,
)
from bot.tables.model import Status, TableView
from bot.tables.pace import PaceName, beat, revealed_by_beat, until_decided
from bot.tables.pending import Chapter
from bot.words.dice import covered_dice, on_table, under
from bot.words.language import _, sentences
from engine import games
from engine.core import events as e
from engine.core.dice import NOBODY
from engine.core.events import Event, RoundBegan
from engine.core.highlights import Best
from engine.poker_cup.events import CupLifted, GaveUp
from engine.poker_cup.ranking import POKER_KINDS, Claim
from engine.poker_cup.rules import CupRules, CupWild
from engine.poker_cup.tension import is_decided
from engine.poker_cup.view import CupView

MOST_RUNGS, MOST_CHARACTERS = 10, 1000
"""The maximum number of claims in a record, and their maximum length together. The newest claims are kept."""

NEWEST_RUNGS = 2
"""The maximum number of claims below a new showdown, which has to fit on a phone. The record has the others."""


def record(table: TableView, chapter: Chapter) -> tuple[Part, ...]:
    """Return the record that replaces a round's message: the verdict, the dice, the claims, and other news."""
    by, summary = narrator_of(table), summarized(chapter)
    if summary.given_up is not None:
        return (Box(unlifted(by, summary, summary.given_up, follows=False), Tone.GREY),)
    if summary.shown is None:
        return (Box((Text(by.round_name(summary.number)), *_paragraph(_foot(by, summary))), Tone.GREY),)
    headline, *rest = verdict(by, summary, summary.shown)
    dice = f"{shown_dice(by, summary.shown)} {shown_digits(by, summary.shown)}"
    foot = [_foot(by, summary, *told_at_the_start(by)), *asides(table, summary.number)]
    head = [headline, *rest, *remarks(table, summary.number)]
    parts = (Text("\n".join(head)), Text(dice), Text("\n".join(foot)))
    return (Box(parts, Tone.GREY),)


def fresh(table: TableView, chapter: Chapter) -> tuple[Part, ...]:
    """Return the full showdown, which is shown until the next round begins. If there is a next opener, it is named."""
    by, summary = narrator_of(table), summarized(chapter)
    follows = table.status is Status.PLAYING
    if summary.given_up is not None:
        return (Box(unlifted(by, summary, summary.given_up, follows, NEWEST_RUNGS), Tone.RED),)
    if summary.shown is None:
        return record(table, chapter)
    parts = lifted(by, summary, summary.shown, follows, NEWEST_RUNGS, remarks(table, summary.number))
    tone = Tone.FELT if summary.shown.holds else Tone.RED
    return (Box((*parts, *map(Text, asides(table, summary.number))), tone),)


def unlifted(
    by: CupNarrator, summary: RoundSummary, given_up: GaveUp, follows: bool, most: int = MOST_RUNGS
) -> tuple[Text | Rule, ...]:
    """Return the end of a round in which a player gave up, with at most `most` of the claims before it (K18).

    If another round `follows`, its opener is named.
    """
    opener = narration.next_opener(by, (*summary.price, *summary.besides)) if follows else ""
    foot = [_foot(by, summary, *BEFORE_THE_ROUND, most=most), opener]
    return (
        Text("\n".join(gave_up(by, summary, given_up))),
        Rule(),
        Text("\n".join(line for line in foot if line)),
    )


def lifted(
    by: CupNarrator,
    summary: RoundSummary,
    shown: CupLifted,
    follows: bool,
    most: int = MOST_RUNGS,
    remarks: Sequence[str] = (),
) -> tuple[Text | Rule, ...]:
    """Return a showdown with large dice, its consequences, and at most `most` of the claims before it.

    If another round `follows`, its opener is named. `remarks` are lines below the verdict.
    """
    digits = shown_digits(by, shown)
    if by.rules.cup_wild is CupWild.ONES:  # K19
        # Translators: {dice} are the dice of a showdown as digits: “55112”.
        digits = _("{dice} · ones are wild").format(dice=digits)
    opener = narration.next_opener(by, (*summary.price, *summary.besides)) if follows else ""
    by_clock = narration.was_played(summary.besides, shown.challenger)
    called_by_clock = [f"-# {call(by, shown, summary.beaten())}"] if by_clock else []
    foot = [*called_by_clock, _foot(by, summary, *BEFORE_THE_ROUND, most=most), opener]
    return (
        Text("\n".join([*verdict(by, summary, shown), *remarks])),
        Text(f"# {shown_dice(by, shown)}\n-# {digits}"),
        Rule(),
        Text("\n".join(line for line in foot if line)),
    )


def _foot(by: CupNarrator, summary: RoundSummary, *but: type[e.Event], most: int = MOST_RUNGS) -> str:
    """Return small lines with the `most` newest claims and with other news. Events of the types `but` are left out."""
    is_over = summary.shown is not None or summary.given_up is not None
    head = [by.round_name(summary.number)] if is_over else []
    claims = newest(newest(rungs(by, summary, most), MOST_CHARACTERS), 2 * most, height)
    besides = narrator.other_news(by, [event for event in summary.besides if not isinstance(event, (e.Opens, *but))])
    return "\n".join(f"-# {line}" for line in (*head, *claims, *besides))


def _paragraph(words: str) -> tuple[Text, ...]:
    return (Text(words),) if words else ()


def beats(
    table: TableView, view: CupView, news: Sequence[Event], pace: PaceName, chapters: Sequence[Chapter] = ()
) -> tuple[Beat, ...]:
    """Return the steps that show the showdown in `news`, before it is shown in full.

    Before the cup goes up, people may guess, except at the quick pace. Nobody is asked if only computer players could
    guess, or if the claim and the dice on the table decide the call. Once the dice that are shown decide it, all others
    are shown in one step. Return () if there is no showdown in `news`, or if another round has begun since. `chapters`
    are the events of the rounds in `news`, from the beginning of each.
    """
    newest = next((event for event in reversed(news) if isinstance(event, CupLifted | RoundBegan)), None)
    if not isinstance(newest, CupLifted):
        return ()
    by, under = narrator_of(table), len(newest.under)
    summary = summarized(next((each for each in reversed(chapters) if newest in each), ()))
    if pace is PaceName.QUICK or not under:
        return (Beat(_lifted(by, newest, under, summary.beaten()), beat(PaceName.QUICK)),)
    sides, tension = (newest.passer, newest.challenger), games.tension(view)
    asks = is_asked(table, view, sides) and not is_decided(newest, by.rules.ranking)
    first = Beat(_covered(by, newest, summary, asks), beat(pace))
    first = asked(first, table, view, sides) if asks else first
    lifts = revealed_by_beat(under, pace, tension)
    lifts = until_decided(lifts, lambda lift: is_decided(newest, by.rules.ranking, lift))
    return first, *(Beat(_lifted(by, newest, lift, summary.beaten()), beat(pace, tension)) for lift in lifts)


def _covered(by: CupNarrator, shown: CupLifted, summary: RoundSummary, asks: bool) -> Card:
    """Return the card of a showdown before the cup is lifted, with the claims that led to it.

    If it `asks` for guesses, it says who may guess.
    """
    chain = next(iter(narrator.chains(by, summary)), "")
    lines = [
        f"### {call(by, shown, summary.beaten())}",
        f"-# {chain}" if chain else "",
        _(EVERYBODY_ELSE) if asks else "",
    ]
    return _card("\n".join(line for line in lines if line), shown_dice(by, shown, 0))


def _lifted(by: CupNarrator, shown: CupLifted, lift: int, beaten: Claim | None) -> Card:
    """Return the card of a step of a showdown with the first `lift` dice under the cup revealed."""
    return _card(call(by, shown, beaten), shown_dice(by, shown, lift))


def _card(words: str, dice: str) -> Card:
    return Card((Box((Text(words), Text(f"# {dice}")), Tone.RED),))


def call(by: CupNarrator, shown: CupLifted, beaten: Claim | None) -> str:
    """Return the call of a showdown in words: "🫵 Liar! Cleo doubts Ben: three fours?".

    `beaten` is the claim before the doubted one.
    """
    return called(by, e.Challenged(shown.challenger, shown.passer), shown.claim, beaten)


def called(by: CupNarrator, said: e.Challenged, claim: Claim, beaten: Claim | None) -> str:
    """Return a call against a claim in words: "🫵 Liar! Cleo doubts Ben: three fours?".

    The claim's other dice are in words if they tell it from `beaten`, the claim before it.
    """
    caller, passer = by.cast.quiet(said.seat), by.cast.quiet(said.accused)
    words = _(CALLER_DOUBTS)
    return words.format(caller=caller, bidder=passer, bid=or_better(claim, pictured(claim, beaten)))


def verdict(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> list[str]:
    """Return the headline of a showdown, and below it lines about the players who pay."""
    price = paid(by, summary.price)
    story = passed_on(by, summary, shown)
    straights = [f"-# {does_not_count()}"] if is_uncounted_straight(shown) else []
    return [*headlined(headline(by, summary, shown), judged(by, summary, shown), price), *story, *straights]


def gave_up(by: CupNarrator, summary: RoundSummary, given_up: GaveUp) -> list[str]:
    """Return the headline of a round that ended without a showdown (K18), and below it lines about who pays."""
    claims = summary.claims()
    claimed = claims[-1].claimed if claims else None
    # Translators: {name} does not doubt the highest claim, {claim}, of {bidder}. Nobody sees the dice.
    words = _("🏳️ {name} gives up on {bidder}’s **{claim}**. The dice stay under the cup.")
    names = {"name": by.cast.brief(given_up.seat), "bidder": by.cast.brief(given_up.to)}
    claim = spoken(claimed.claim if claimed is not None else by.rules.ranking.top)
    return [f"### {words.format(claim=claim, **names)}", *paid(by, summary.price)]


def judged(by: CupNarrator, summary: RoundSummary, shown: CupLifted) -> str:
    """Return the verdict as a headline: the claim, the real hand, and the caller (except if the clock called, L2)."""
    alone = not narration.was_played(summary.besides, shown.challenger)
    claim, is_same = pictured(shown.claim, shown.hand, summary.beaten()), shown.hand == shown.claim
    hand = said_as(shown.hand)[0] if is_same else spoken(_real_in_short(shown))
    return sentences(*_in_two(by.cast, by.cast.brief, shown, alone, (claim, hand)))


def told(cast: Cast, rules: CupRules, best: Best) -> Told:
    """Return the sentences about a showdown, and the dice of the claim and of the hand, for a picture.

    The dice that the claim names are marked in a hand of poker. A throw of two dice counts only as a whole (K16).
    """
    shown: CupLifted = best.shown
    dice = rules.ranking.shown(shown.under + shown.table)
    claim = _claimed(shown.claim, len(dice))
    whole_throw = shown.claim.kind not in POKER_KINDS
    hand = _true(dice, () if whole_throw and shown.hand != shown.claim else claim)
    passer = cast.plain(shown.passer)
    counted = sum(name.startswith("counting") for name in hand)
    cups = (
        # Translators: a label on a picture, above the hand that a player claimed to have under the cup.
        Cup(shown.passer, spoken(shown.claim), claim, len(claim), _("The claim"), passer),
        # Translators: a label on a picture, above the hand that was really under the cup.
        Cup(NOBODY, spoken(_real_in_short(shown)), hand, counted, _("The truth")),
    )
    sides, judge = (shown.passer, shown.challenger), shown.challenger
    in_two = _in_two(cast, cast.plain, shown, True, (spoken(shown.claim), spoken(_real_in_short(shown))))
    return Told(*in_two, cups, holds=shown.holds, sides=sides, judge=judge)


def _true(dice: Sequence[int], claim: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the pictures of these dice. Those that the claim names are marked, and come first."""
    left, true, others = list(claim), list[str](), list[str]()
    for face in dice:
        if f"die{face}" in left:
            left.remove(f"die{face}")
            true.append(f"counting{face}")
        else:
            others.append(f"die{face}")
    return (*true, *others)


def _claimed(claim: Claim, dice: int) -> tuple[str, ...]:
    """Return the names of the pictures of a claim's dice. Dice that the claim does not name are covered."""
    named = tuple(f"die{face}" for face in named_faces(claim))
    return named + ("covered",) * (dice - len(named))


def _in_two(
    cast: Cast, name: Callable[[int], str], shown: CupLifted, alone: bool, words: tuple[str, str]
) -> tuple[str, str]:
    """Return a sentence about the claim and the real hand, and a sentence with the verdict.

    If the clock called, `alone` is False and the verdict names nobody. `words` are those for the claim and the hand.
    """
    if shown.passer == cast.you:
        held, lied = _("You claimed **{claim}**. It’s **{hand}**."), _("You claimed **{claim}**. It was **{hand}**.")
    else:
        # Translators: {hand} is the hand under the cup: the claim was true.
        held = _("{bidder} claimed **{claim}**. It’s **{hand}**.")
        # Translators: {hand} is the hand under the cup: the claim was a lie.
        lied = _("{bidder} claimed **{claim}**. It was **{hand}**.")
    claim, hand = words
    facts = {"bidder": name(shown.passer), "claim": or_better(shown.claim, claim), "hand": hand}
    end = usual.ruling(cast, shown.challenger, name(shown.challenger), shown.holds, alone)
    return (held if shown.holds else lied).format(**facts), end


def _real_in_short(shown: CupLifted) -> Claim:
    """Return the real hand (K12).

    If the real hand has the same kind and faces as the claimed hand, its other dice decide, so they are included.
    Otherwise they are left out.
    """
    return shown.hand if same_faces(shown.hand, shown.claim) else replace(shown.hand, others=())


def shown_dice(by: CupNarrator, shown: CupLifted, lifted: int | None = None) -> str:
    """Return pictures of all dice. Under the cup, the first `lifted` dice are visible, or all if `lifted` is None."""
    seen = [under(face) for face in by.rules.ranking.shown(shown.under)[:lifted]]
    hidden = covered_dice(len(shown.under) - len(seen)).split()
    return " ".join([*seen, *hidden, *(on_table(face) for face in shown.table)])


def shown_digits(by: CupNarrator, shown: CupLifted) -> str:
    """Return all dice as digits: "22456"."""
    return "".join(map(str, by.rules.ranking.shown(shown.under + shown.table)))
