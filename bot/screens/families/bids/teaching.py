"""Lessons in games of bids: a first game and a sample round, with their dice, moves and words.

Learners choose freely among the buttons of a table. The computers go along in the first round; in the second one the
last of them bids too much, so that there is a lie to catch.
"""

from collections.abc import Iterator
from math import inf

import msgspec

from bot.presses.learning import Lesson
from bot.screens.elements.cards import Button, Row, Style, rows
from bot.screens.elements.labels import CALL_LIAR
from bot.screens.families.bids.narrator import BidsNarrator, summarized
from bot.screens.families.bids.private import advised
from bot.screens.families.bids.showdown import judged, tally
from bot.screens.families.scripted import LEARNER, LIAR, RED_DIE, SEATS, SECOND, Played, Sample, Views
from bot.screens.families.teaching import Course, SampleRound, bluff, doubted, leads, reason
from bot.words.dice import bid_words, counted_dice, covered_dice, dice_pictures, dice_words, die, digits, face_name, red
from bot.words.language import N_, _, ngettext, percentage
from engine import games
from engine.bids import events as b
from engine.bids.actions import Bid, Vote
from engine.bids.odds import holds, least_raises, openings, own, unseen
from engine.bids.rules import Wild
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Action, Challenge
from engine.core.dice import FACES
from engine.core.state import BETWEEN, OVER, POLL
from engine.options import rules_for

RAISES = N_("🗣️ {name} raises: **{bid}**.")

# The first game --------------------------------------------------------------------------------------------------

HANDS = (((5, 5, 3, 6, 2), (5, 5, 4, 6, 1), (5, 6, 6, 3, 2)), ((4, 2, 1, 4, 2), (6, 3, 6, 1, 5), (3, 5, 2, 6, 4)))
"""The dice, by round and seat. In the second round no face shows more than `TOO_MANY` - 1 dice."""
TOO_MANY = 5
"""The least quantity of a bid that goes too far."""
HOPELESS, BOLD, EVEN = 0.15, 0.45, 0.75
"""The chances up to which a bid is hard to believe, bold, or about even."""


def steps(seen: View) -> dict[str, Bid | Challenge]:
    """Return a learner's possible acts by their words in a path: a bid on each face, as on a table, or a doubt.

    The bids give nothing of their dice away.
    """
    onlooker = msgspec.structs.replace(seen, mine=())
    bids = map(Bid.of, openings(onlooker) or least_raises(onlooker))
    doubt = {} if seen.state.standing is None else {LIAR: Challenge()}
    return {str(bid): bid for bid in bids} | doubt


def _moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return a computer's moves: to doubt the learner's raise; in the second round to go too far; or to go along."""
    seen: View = views[seat]
    bids, raises = seen.state.bids, least_raises(seen)
    if len(bids) > 1 and bids[-1].bidder == LEARNER:
        return (Challenge(),)
    if seat == SECOND and seen.state.round == len(HANDS):
        return (_too_much(views) or Challenge(),)
    if not bids:
        return (Bid(2, max(FACES, key=lambda face: (seen.mine.count(face), face))),)
    # One more of the same face if they hold that, otherwise the likeliest.
    liked = sorted(raises, key=lambda bid: (bid.face != bids[-1].face or bid.face not in seen.mine, -bid.likely))
    return (Bid.of(liked[0]) if liked else Challenge(),)


def _too_much(views: Views) -> Bid | None:
    """Return the false bid that a learner believes least; None if every possible bid is true."""
    learner: View = views[LEARNER]
    hands = [each.mine for each in views]
    bold = [Bid(max(least.quantity, TOO_MANY), least.face) for least in learner.bids_in_turn()]
    false = [bid for bid in bold if learner.state.counting(bid).all(hands) < bid.quantity <= learner.state.pool]
    return min(false, key=lambda bid: holds(learner, bid), default=None)


def _narrated(by: BidsNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with its lesson."""
    match event:
        case b.Thrown():
            lines = _throw(by, played.seen)
        case b.BidMade(seat=seat):
            lines = _bid_made(
                by, played.before if seat == LEARNER or not played.seen.state.pool else played.seen, event
            )
        case b.Revealed():
            lines = _showdown(by, event, own(played.before, event))
        case _:
            return ""
    return "\n".join(lines)


def _throw(by: BidsNarrator, seen: View) -> Iterator[str]:
    """Yield the learner's dice, and the covered cups of the computers (T1)."""
    yield _("**The roll.** Your dice, for your eyes only:")
    yield f"# {dice_pictures(seen.mine)}\n{digits(seen.mine)}"
    for seat in range(1, SEATS):
        yield f"{by.cast.quiet(seat)} {covered_dice(len(HANDS[0][seat]))}"
    if seen.state.round == 1:
        # Translators: {n} dice under all the cups together.
        words = _("A bid is about **all {n} dice**: “3 fives” means at least 3 fives under all the cups.")
        yield words.format(n=seen.state.pool)
    else:
        yield _("New dice, new luck. You know how it goes now!")


def _bid_made(by: BidsNarrator, seen: View, bid: b.BidMade) -> Iterator[str]:
    """Yield a bid, and how likely it is given the learner's dice (B4); their own may be a bluff (B1)."""
    mine, is_first = bid.seat == LEARNER, not seen.state.bids or seen.state.bids[0].bidder == bid.seat
    if mine:
        words = _("🗣️ You open: **{bid}**.") if not seen.state.bids else _("🗣️ You raise: **{bid}**.")
    else:
        # Translators: in lessons, {name} is a computer player.
        words = _("🗣️ {name} opens: **{bid}**.") if is_first else _(RAISES)
    yield words.format(name=by.name(bid.seat), bid=bid_words(bid))
    yield _in_your_hand(seen, bid)
    if mine and own(seen, bid) == 0:
        yield bluff()
    elif mine and not seen.state.bids:
        yield _("Bid whatever you like, whether you hold it or not.")


def _in_your_hand(seen: View, bid: b.BidMade) -> str:
    """Return how likely a bid is for a player with the learner's dice (C3)."""
    mine = own(seen, bid)
    if (missing := bid.quantity - mine) <= 0:
        # Translators: {mine} is such as “2 fours”.
        words = _("You hold {mine}: it’s true.")
    elif mine:
        # Translators: {mine} is such as “2 fours”, {missing} a number of dice, {likely} such as “about even (48 %)”.
        words = _("You hold {mine}. It takes {missing} more among {n} other dice: {likely}.")
    else:
        # Translators: {missing} is a number of dice, {likely} such as “about even (48 %)”.
        words = _("You hold none. It takes {missing} among {n} other dice: {likely}.")
    likely = _likely(holds(seen, bid))
    return words.format(mine=dice_words(mine, bid.face), missing=missing, n=unseen(seen), likely=likely)


def _likely(chance: float) -> str:
    """Return a chance from 0 to 1 in words."""
    ways = (
        # Translators: how likely a bid is true; it ends a sentence after “It takes … among … other dice:”.
        (HOPELESS, _("hard to believe ({percent})")),
        (BOLD, _("possible, but bold ({percent})")),
        (EVEN, _("about even ({percent})")),
        (inf, _("very likely ({percent})")),
    )
    return next(words for below, words in ways if chance < below).format(
        percent=percentage(max(1, round(100 * chance)))
    )


def _showdown(by: BidsNarrator, shown: b.Revealed, mine: int) -> Iterator[str]:
    """Yield the doubt, the count, who was right, and why they pay (C1 to C3); `mine` of the learner's dice count."""
    yours = _("🫵 **Liar!** You call {name} on **{bid}**. Cups up:")
    theirs = _("🫵 **Liar!** {name} calls you on **{bid}**. Cups up:")
    yield doubted(by, shown, (yours, theirs), bid=bid_words(shown))
    counts = shown.counting()
    for seat, hand in enumerate(shown.hands):
        yield f"{counted_dice(hand, counts.numbers)}  {digits(hand)} {by.cast.brief(seat)}"
    yield f"-# {tally(by, shown)}"
    yield f"## {judged(by, summarized((shown,)), shown)}"
    too_far = _("You went too far, and {name} sensed it. You’re caught, so you pay.")
    none_held = _("Good call! You held none yourself: too good to be true. {name} pays.")
    yield reason(by, shown, too_far, "" if mine else none_held)


def _hints(played: Played, _path: tuple[str, ...]) -> Iterator[str]:
    """Yield the learner's possible acts now, with a thought about them; nothing between two rounds."""
    seen: View = played.seen
    standing = seen.state.standing
    if seen.state.phase in (BETWEEN, OVER):
        return
    if standing is None:
        yield _("👉 **Your opening bid.** Tap any: 2 of something is a safe start.")
        return
    if (best := games.advice(seen)) is not None:
        yield advised(seen, best)
    yield f"{dice_pictures(seen.mine)} {digits(seen.mine)}"
    words = _("👉 **Your turn.** Raise **{bid}**: more dice, same face or higher. Or call **Liar!**")
    yield words.format(bid=bid_words(standing))


def _buttons(lesson: Lesson, path: tuple[str, ...], seen: View, _turning: object) -> tuple[Row, ...]:
    """Return the next buttons, as at a table: a bid for each face in constant places, and the doubt."""
    may = {bid.face: bid.quantity for bid in steps(seen).values() if isinstance(bid, Bid)}
    words = {face: f"{may.get(face, 0)}x{face}" for face in FACES}
    faces = [
        Button(f"×{may.get(face, '–')}", leads(lesson, path, word), die(face), disabled=face not in may)
        for face, word in words.items()
    ]
    liar = Button(_(CALL_LIAR), leads(lesson, path, LIAR), "🫵", Style.BAD, disabled=seen.state.standing is None)
    return (*rows(faces, 3), Row((liar,)))


COURSE = Course(
    rules=rules_for("common", {"rounds": "2"}),
    throws=lambda number, _begins: lambda _at, seat, _count: HANDS[number - 1][seat],
    moves=_moves,
    meant=lambda played, _path, word: (steps(played.seen)[word],),
    told_by=BidsNarrator,
    welcome=lambda: _("Everyone rolls five dice and sees only their own."),
    narrated=_narrated,
    hints=_hints,
    buttons=_buttons,
)

# The sample round ------------------------------------------------------------------------------------------------

SAMPLE_HANDS = ((5, 5, 2, 6, 1), (3, 5, 3, 6, 4), (2, 4, 5, 2, 1))
"""The dice; a larger hand repeats these from the beginning, so that a hand of any size is known."""
TRUE_BIDS = 2
"""The number of true bids before somebody goes too far."""


def _sample_moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the next acts: a poll is divided, a bid that goes too far is doubted, otherwise another bid is made."""
    seen: View = views[seat]
    if seen.state.phase is POLL:
        return (Vote(believes=bool(len(seen.state.votes) % 2)),)
    hands = [each.mine for each in views]
    return (_bid(seen, {face: seen.state.counting(Bid(1, face)).all(hands) for face in FACES}) or Challenge(),)


def _bid(seen: View, found: dict[int, int]) -> Bid | None:
    """Return the next bid, given `found` counting dice of each face; None if the current one goes too far."""
    state, standing, bids = seen.state, seen.state.standing, seen.legal.every_bid()
    if not bids or (standing is not None and standing.quantity > found[standing.face]):
        return None
    true = [bid for bid in bids if bid.quantity <= found[bid.face]]
    if not true or len(state.bids) >= TRUE_BIDS:
        false = [bid for bid in bids if bid not in true]
        return min(false, key=lambda bid: (bid.quantity - found[bid.face], -found[bid.face]))
    if standing is None:  # a third of the pool or so
        return min(true, key=lambda bid: (abs(bid.quantity - found[bid.face] + TRUE_BIDS), -found[bid.face]))
    return min(true, key=lambda bid: (bid.quantity, -found[bid.face]))  # there is room above it


def _tell_throw(by: BidsNarrator, story: Sample) -> Iterator[str]:
    """Yield the throw, and the face that the red die makes wild (T1, T3)."""
    # Translators: in the example games, {name} is one of three players who do not exist.
    yield _("**1. Roll** in secret. {name} has:").format(name=by.name(0))
    yield f"## {dice_pictures(story.shown.hands[0])}\n{digits(story.shown.hands[0])}"
    if by.rules.wild is Wild.RED:
        # Translators: {die} is a picture, {faces} such as “fours”.
        words = _("The red die shows {die}: {faces} are wild this round.")
        yield words.format(die=red(RED_DIE), faces=face_name(RED_DIE))


def _tell_bids(by: BidsNarrator, story: Sample) -> Iterator[str]:
    """Yield the bids (B1, B2)."""
    many = sum(map(len, story.shown.hands))
    # Translators: {n} dice are in play, those under all cups.
    words = ngettext(
        "**2. Bid** on **all {n} die**, hidden ones too.", "**2. Bid** on **all {n} dice**, hidden ones too.", many
    )
    yield words.format(n=many)
    words = _("🗣️ {name} opens: **{bid}**. At least that many, under all the cups.")
    for bid in (event for event in story.events if isinstance(event, b.BidMade)):
        yield words.format(name=by.name(bid.seat), bid=bid_words(bid))
        words = _(RAISES)


def _tell_doubt(by: BidsNarrator, story: Sample) -> Iterator[str]:
    """Yield the doubt, and the poll if there is one (C1, C4)."""
    bang = _("**3. Call.** {name} doesn’t buy it: 💥 **Bang!**")
    liar = _("**3. Call.** {name} doesn’t buy it: 🫵 **Liar!**")
    yield (bang if by.is_bang() else liar).format(name=by.name(story.shown.challenger))
    for seat, believes in story.shown.votes:
        # Translators: a vote whether to believe a bid.
        voted = _("👍 {name} believes it.") if believes else _("👎 {name} doubts it.")
        yield voted.format(name=by.name(seat))


def _tell_count(by: BidsNarrator, story: Sample) -> Iterator[str]:
    """Yield all dice, and the count (C2, C3)."""
    shown: b.Revealed = story.shown
    counts = shown.counting()
    yield _("**4. Count.** Cups up:")
    for seat, hand in enumerate(shown.hands):
        yield f"{counted_dice(hand, counts.numbers)}  {digits(hand)} {by.cast.quiet(seat)}"
    if shown.holds:
        # Translators: {found} is what there was under the cups: “5 fours”, “no fours”; {bid} what was bid.
        words = _("**{found}!** {name} said {bid}, so the bid holds.")
    elif counts.wild:
        # Translators: {found} is what there was, wild dice counted: “5 fours”.
        words = _("**{found}** with the wild dice. {name} said {bid}: a lie!")
    else:
        words = _("**{found}!** {name} said {bid}: a lie!")
    found, bid = dice_words(shown.count, shown.face), bid_words(shown)
    yield words.format(found=found, bid=bid, name=by.name(shown.bidder))


def _paid(by: BidsNarrator, event: e.Event) -> str:
    """Return what somebody pays or wins in bads or dice (P2 to P4)."""
    match event:
        case b.Scored(change=change):
            words = ngettext("👎 {name} takes {n} bad.", "👎 {name} takes {n} bads.", -change)
        case b.DiceLeft(change=change) if by.rules.costs.sheds:
            # Translators: {n} dice.
            words = ngettext(
                "🎉 {name} was right and sheds {n} die.", "🎉 {name} was right and sheds {n} dice.", -change
            )
        case b.DiceLeft(change=change):
            words = ngettext("🎲 {name} loses {n} die.", "🎲 {name} loses {n} dice.", -change)
        case _:
            return ""
    return words.format(name=by.name(event.seat), n=-change)


SAMPLE = SampleRound(
    throws=lambda _number, _begins: lambda _at, seat, count: (SAMPLE_HANDS[seat] * 2)[:count],
    moves=_sample_moves,
    told_by=BidsNarrator,
    steps=(_tell_throw, _tell_bids, _tell_doubt, _tell_count),
    paid=_paid,
)
