"""Show the showdown of a bidding game: its steps, the verdict, all dice, and the record that remains of a round."""

from collections.abc import Callable, Sequence

import msgspec

from bot.screens.elements.cards import Beat, Box, Card, Part, Rule, Text, Tone
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import CALLER_DOUBTS
from bot.screens.elements.widths import height
from bot.screens.families import narration, usual
from bot.screens.families.asides import asides, remarks
from bot.screens.families.bids import narrator
from bot.screens.families.bids.hands import Cups, side_by_side
from bot.screens.families.bids.headline import headline
from bot.screens.families.bids.narrator import (
    BidsNarrator,
    RoundSummary,
    fitting_ladder,
    narrator_of,
    summarized,
    votes,
)
from bot.screens.families.bids.price import paid
from bot.screens.families.guessing import EVERYBODY_ELSE, asked, is_asked
from bot.screens.families.headlines import BEFORE_THE_ROUND, headlined, told_at_the_start
from bot.screens.families.narration import Cup, Told
from bot.tables.model import Status, TableView
from bot.tables.pace import PaceName, beat, revealed_by_beat, until_decided
from bot.tables.pending import Chapter
from bot.words.dice import bid_words, die, whole, wild
from bot.words.language import N_, _, labelled, sentences
from engine import games
from engine.bids import events as b
from engine.bids.rules import Loss, Met, Rules, Verdict
from engine.bids.tension import is_decided
from engine.bids.view import View
from engine.core.dice import is_pure
from engine.core.events import Cause, Challenged, Event, ForfeitOwed, LivesLeft, Opens, RoundBegan
from engine.core.highlights import Best, Feat
from engine.core.seating import following

MOST_RUNGS = 2
"""The whole showdown has to fit on a phone: its bids take at most this many lines. The record has more."""

PAID = (b.DiceLeft, LivesLeft, ForfeitOwed)
"""The events by which a player may pay for a bid that was exactly met (P8)."""


def record(table: TableView, chapter: Chapter) -> tuple[Part, ...]:
    """Return the record that replaces a round's message: the verdict, the dice, the ladder of bids, and other news."""
    by, summary = narrator_of(table), summarized(chapter)
    if summary.shown is None:
        return (Box((Text(by.round_name(summary.number)), Text(_foot(by, summary))), Tone.GREY),)
    lines = [*verdict(by, summary, summary.shown), *remarks(table, summary.number)]
    lifted = frozenset(thrown(summary.shown))
    parts = (
        Text("\n".join(lines)),
        Text(shown_hands(by, summary.shown, lifted)),
        Text("\n".join([_foot(by, summary, *told_at_the_start(by)), *asides(table, summary.number)])),
    )
    return (Box(parts, Tone.GREY),)


def fresh(table: TableView, chapter: Chapter) -> tuple[Part, ...]:
    """Return the full showdown, which is shown until the next round begins. If there is a next opener, it is named."""
    by, summary = narrator_of(table), summarized(chapter)
    if summary.shown is None:
        return record(table, chapter)
    told = revealed(by, summary, summary.shown, table.status is Status.PLAYING, remarks(table, summary.number))
    box = Box(told, Tone.FELT if summary.shown.holds else Tone.RED)
    return (msgspec.structs.replace(box, parts=(*box.parts, *map(Text, asides(table, summary.number)))),)


def revealed(
    by: BidsNarrator, summary: RoundSummary, shown: b.Revealed, follows: bool, remarks: Sequence[str] = ()
) -> tuple[Text | Rule, ...]:
    """Return a showdown with its consequences and the bids before it. The count and the answer are the largest line.

    If another round `follows`, its opener is named. `remarks` are lines below the verdict.
    """
    lifted = frozenset(thrown(shown))
    opener = narration.next_opener(by, (*summary.price, *summary.besides)) if follows else ""
    foot = [_foot(by, summary, *BEFORE_THE_ROUND, lines=MOST_RUNGS), opener]
    return (
        Text("\n".join([_answer(shown), *verdict(by, summary, shown), *remarks])),
        Text(shown_hands(by, shown, lifted)),
        Rule(),
        Text("\n".join(line for line in foot if line)),
    )


def _bids_in_line(by: BidsNarrator, summary: RoundSummary, head: str, lines: int) -> str:
    """Return `head` and as many of the round's last bids as fit in `lines` lines on a phone."""
    return " · ".join(part for part in (head, fitting_ladder(by, summary.bids, summary.call, lines)) if part)


def _foot(by: BidsNarrator, summary: RoundSummary, *later: type[Event], lines: int = 5) -> str:
    """Return small lines with the bids, the poll, and other news.

    The bids take at most `lines` lines. Events of the types `later` are left out.
    """
    of_round = _bids_in_line(by, summary, by.round_name(summary.number) if summary.shown else "", lines)
    besides = [event for event in summary.besides if not isinstance(event, (Opens, *later))]
    return "\n".join(f"-# {line}" for line in (of_round, votes(by, summary), *narrator.other_news(by, besides)) if line)


def beats(
    table: TableView, view: View, news: Sequence[Event], pace: PaceName, chapters: Sequence[Chapter] = ()
) -> tuple[Beat, ...]:
    """Return the steps that show the showdown in `news`, before it is shown in full.

    Before the first cup goes up, people may guess, except at the quick pace and after a poll, which asks the same.
    Nobody is asked if only computer players could guess, or if the dice in the open decide the call. Once the cups
    that are up decide it, all others go up in one step. Return () if there is no showdown in `news`, or if another
    round has begun since. `chapters` are the events of the rounds in `news`, from the beginning of each.
    """
    newest = next((event for event in reversed(news) if isinstance(event, b.Revealed | RoundBegan)), None)
    if not isinstance(newest, b.Revealed):
        return ()
    by = narrator_of(table)
    order = [*following(view.state.order, newest.bidder), newest.bidder]
    order = [seat for seat in order if newest.hands[seat]]
    if pace is PaceName.QUICK:
        return (Beat(_lifted(by, newest, order, len(order)), beat(pace)),)
    sides, tension = (newest.bidder, newest.challenger), games.tension(view)
    is_open = by.rules.verdict is not Verdict.POLL and not is_decided(newest)
    asks = is_open and is_asked(table, view, sides)
    chapter = next((each for each in reversed(chapters) if newest in each), ())
    first = Beat(_covered(by, newest, summarized(chapter), asks), beat(pace))
    if asks:
        first = asked(first, table, view, sides, newest.quantity if newest.exact else 0)
    counts = by.rules.loss is Loss.DIFFERENCE or by.rules.met is Met.OTHERS
    lifts = revealed_by_beat(len(order), pace, tension)
    lifts = until_decided(lifts, lambda lift: is_decided(newest, order[:lift], counts))
    return first, *(Beat(_lifted(by, newest, order, lift), beat(pace, tension)) for lift in lifts)


def _covered(by: BidsNarrator, shown: b.Revealed, summary: RoundSummary, asks: bool) -> Card:
    """Return the card of a showdown before the first cup is lifted, with the bids that led to it.

    If it `asks` for guesses, it says who may guess.
    """
    ladder = fitting_ladder(by, summary.bids, None, MOST_RUNGS) if len(summary.bids) > 1 else ""
    lines = [f"### {call(by, shown)}", f"-# {ladder}" if ladder else "", _(EVERYBODY_ELSE) if asks else ""]
    hands = shown_hands(by, shown, frozenset())
    return Card((Box((Text("\n".join(line for line in lines if line)), Text(hands)), Tone.RED),))


def _lifted(by: BidsNarrator, shown: b.Revealed, order: Sequence[int], lift: int) -> Card:
    """Return the card of a step of a showdown with the first `lift` cups in `order` lifted. The count is large.

    Dice in the open count from the beginning (B6).
    """
    counting, up = shown.counting(), order[:lift]
    count = counting.all(shown.hands[seat] for seat in up)
    count += sum(counting.each(shown.open_of(seat)) for seat in order[lift:])
    found = _(FOUND).format(bid=shown.quantity, n=count)
    hands = shown_hands(by, shown, frozenset(up))
    return Card((Box((Text(f"{_large(found)} …\n{call(by, shown)}"), Text(hands)), Tone.RED),))


# Translators: the count of a showdown: the bid was {bid} dice, and {n} of them have been found.
FOUND = N_("Bid {bid}, found {n}")


def _answer(shown: b.Revealed) -> str:
    """Return the count and the answer of a showdown as a large line."""
    if shown.exact:  # the headline and the verdict say whether the call was right
        words = _(FOUND)
    elif shown.holds:
        # Translators: the answer of a showdown: there are {n} dice, at least as many as the bid.
        words = _("Bid {bid}, found {n}: true")
    else:
        # Translators: the answer of a showdown: there are only {n} dice, fewer than the bid.
        words = _("Bid {bid}, found {n}: a lie")
    return _large(words.format(bid=shown.quantity, n=shown.count))


def _large(words: str) -> str:
    """Return words as the largest heading that takes one line on a phone."""
    return next((line for mark in ("#", "##") if height(line := f"{mark} {words}") == 1), f"### {words}")


def call(by: BidsNarrator, shown: b.Revealed) -> str:
    """Return the call of a showdown in words: "🫵 Liar! Cleo doubts Ben: five sixes?"."""
    said = b.ExactCalled if shown.exact else Challenged
    bid = b.BidMade.of(shown.bidder, shown)
    return called(by, said(shown.challenger, shown.bidder, shown.in_turn), bid)


def called(by: BidsNarrator, said: Challenged | b.ExactCalled, bid: b.BidMade) -> str:
    """Return a call against a bid in words: "💥 Bang! Cleo doubts Ben: five sixes?"."""
    if isinstance(said, b.ExactCalled):
        # Translators: {caller} says that there are exactly as many dice as the bid {bid} says.
        words = _("🎯 {caller} calls exactly {bid}!")
    elif not said.in_turn:
        # Translators: {caller} calls the bid {bid} of {bidder} a lie, although it is another player’s turn.
        words = _("💥 Bang, out of turn! {caller} doubts {bidder}: {bid}?")
    elif by.is_bang():
        # Translators: {caller} calls the bid {bid} of {bidder} a lie.
        words = _("💥 Bang! {caller} doubts {bidder}: {bid}?")
    else:
        words = _(CALLER_DOUBTS)
    caller, bidder = by.cast.quiet(said.seat), by.cast.quiet(bid.seat)
    return words.format(caller=caller, bidder=bidder, bid=bid_words(bid))


def verdict(by: BidsNarrator, summary: RoundSummary, shown: b.Revealed) -> list[str]:
    """Return the headline of a showdown, and below it lines about the price that players pay."""
    price = paid(by, summary.price) or _nothing_gained(by, shown)
    return headlined(headline(by, summary, shown), judged(by, summary, shown), price)


def _nothing_gained(by: BidsNarrator, shown: b.Revealed) -> list[str]:
    """Return a line for an exact call that was right but wins nothing (C5); otherwise [].

    It wins nothing because the caller already has the full number of dice, or of lives.
    """
    if not (shown.exact and shown.holds):
        return []
    if by.rules.counts_lives():
        # Translators: {name} was right, but cannot have more lives than at the start.
        words = _("❤️ {name} already has all their lives: none to win back")
    else:
        # Translators: {name} was right, but cannot have more dice than at the start.
        words = _("🎲 {name} already has all their dice: none to win back")
    return [words.format(name=by.name(shown.challenger))]


def tally(by: BidsNarrator, shown: b.Revealed) -> str:
    """Return a line that adds up the dice that count for the bid, by player: "Ann 2 + Ben 1 + Cleo 0 = 3"."""
    counting = shown.counting()
    hands = [(seat, counting.stash(hand)) for seat, hand in enumerate(shown.hands) if hand]
    added = " + ".join(whole(f"{by.cast.brief(seat)} {count}") for seat, count in hands)
    counts = f"{added} = {whole(str(shown.count))}"
    if counting.wild:
        # Translators: {die} and {wild} are pictures; {counts} is a sum by player: “Ann 2 + Ben 1 = 3”.
        return _("{die} and wild {wild}: {counts}").format(die=die(shown.face), wild=wild(counting.wild), counts=counts)
    if is_pure(shown) and shown.face != shown.wild:
        # Translators: {die} and {wild} are pictures; {counts} is a sum by player: “Ann 2 + Ben 1 = 3”.
        return _("{die} pure, without {wild}: {counts}").format(
            die=die(shown.face), wild=die(shown.wild), counts=counts
        )
    return labelled(die(shown.face), counts)


def shown_hands(by: BidsNarrator, shown: b.Revealed, lifted: frozenset[int]) -> str:
    """Return all hands of a showdown. Only the hands in `lifted` are visible, and dice in the open (B6)."""
    return side_by_side(by.cast, _cups(shown), lifted, judged=True)


def thrown(shown: b.Revealed) -> tuple[int, ...]:
    """Return the seats that have dice in this showdown."""
    return _cups(shown).thrown()


def _cups(shown: b.Revealed) -> Cups:
    opened = tuple(map(shown.open_of, range(len(shown.hands)))) if shown.open else ()
    return Cups(shown.hands, shown.counting(), opened, shown.bidder)


def judged(by: BidsNarrator, summary: RoundSummary, shown: b.Revealed) -> str:
    """Return the verdict as a headline: the bid, the count, and the caller (except if the clock called, L2)."""
    alone = not narration.was_played(summary.besides, shown.challenger)
    said, end = _in_two(by.cast, by.cast.brief, shown, alone, by.rules.costs.sheds)
    return sentences(said, _met(by, summary, shown) or end)


def _met(by: BidsNarrator, summary: RoundSummary, shown: b.Revealed) -> str:
    """Return the verdict on a bid that was exactly met, if several players pay for that (P8); otherwise ""."""
    payers = {event.seat for event in summary.price if isinstance(event, PAID) and event.why is Cause.MET}
    if len(payers) < 2:
        return ""
    # Translators: the bid of {bidder} was exactly right, so all other players pay.
    return _("Exactly right: everyone but {bidder} pays.").format(bidder=by.cast.brief(shown.bidder))


def told(cast: Cast, rules: Rules, best: Best) -> Told:
    """Return the sentences about a showdown, and all its cups, for a picture."""
    shown: b.Revealed = best.shown
    said, end = _in_two(cast, cast.plain, shown, alone=True, sheds=rules.costs.sheds)
    if best.feat is Feat.SURVIVED:
        # Translators: {name} had a single die in a palifico round, and did not lose it.
        end = _("{name} survives the palifico!").format(name=cast.plain(best.seat))
    counting = shown.counting()
    cups = [
        Cup(seat, cast.plain(seat), tuple(_drawn(face, counting.shown(hand)) for face in hand), counting.stash(hand))
        for seat, hand in enumerate(shown.hands)
        if hand
    ]
    figure = f"{shown.count}/{shown.quantity}"
    sides, judge = (shown.bidder, shown.challenger), shown.challenger if best.by_call else shown.bidder
    return Told(said, end, tuple(cups), figure, f"die{shown.face}", shown.holds, sides, judge)


def _drawn(face: int, counts: Sequence[int]) -> str:
    """Return the name of the picture of a die: a marked one if it shows one of the numbers that count for the bid."""
    if face not in counts:
        return f"die{face}"
    return f"counting{face}" if face == counts[0] else f"wild{face}"


def _in_two(cast: Cast, name: Callable[[int], str], shown: b.Revealed, alone: bool, sheds: bool) -> tuple[str, str]:
    """Return a sentence about the bid and the count, and a sentence with the verdict.

    If the clock called, `alone` is False and the verdict names nobody. `sheds` is True if players who are right shed
    dice and nobody pays (P4).
    """
    caller = name(shown.challenger)
    if shown.exact:
        end = (_("Spot on, {caller}!") if shown.holds else _("Not exactly!")).format(caller=caller)
    elif sheds:
        end = usual.ruling_by_shedding(caller, shown.holds, alone)
    else:
        end = usual.ruling(cast, shown.challenger, caller, shown.holds, alone)
    bid, words = bid_words(shown), narrator.bid_and_count(shown, shown.bidder == cast.you)
    return words.format(bidder=name(shown.bidder), bid=bid, n=shown.count), end
