"""Teach bidding games: the dice, the moves and the texts of the lesson.

Learners choose freely among the buttons of a table. In the first round the computer players play normally. In the
second round the last of them bids too much, so there is a lie to catch.
"""

from collections.abc import Callable, Iterator
from math import inf

import msgspec

from bot.presses.learning import Lesson
from bot.screens.elements.cards import Button, Row, Style, rows
from bot.screens.elements.labels import CALL_LIAR
from bot.screens.families.bids import showdown
from bot.screens.families.bids.narrator import BidsNarrator, summarized
from bot.screens.families.bids.showing import bid_and_show
from bot.screens.families.lesson_pages import BLUFF, judged, leads
from bot.screens.families.teaching import LEARNER, LIAR, SECOND, SURE, Course, Played, Views
from bot.words.dice import bid_words, counted_dice, covered_dice, dice_pictures, dice_words, die, digits
from bot.words.language import N_, _, percent
from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.odds import holds, least_raises, own, unseen
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Action, Challenge
from engine.core.dice import FACES
from engine.core.state import BETWEEN, OVER
from engine.options import rules_for

RAISES = N_("🗣️ {name} raises: **{bid}**.")
# Translators: with this bid, {name} puts {dice} where everybody sees them, and rolls the other {n} again.
SHOWS = N_("👐 {name} shows {dice} and rerolls {n}.")

# The first game --------------------------------------------------------------------------------------------------

HANDS = (
    (((5, 5, 5, 6, 5), (2, 3, 4, 2, 4), (5, 1, 6, 4, 2)), ((1, 4, 6, 2, 2), (1, 1, 5, 2, 6), (4, 5, 3, 5, 3))),
    (((4, 2, 2, 2, 2), (5, 6, 2, 1, 4), (2, 1, 5, 4, 3)), ((6, 4, 4, 4, 5), (6, 2, 4, 5, 6), (5, 1, 1, 5, 2))),
    (((3, 3, 1, 3, 3), (2, 4, 3, 4, 2), (1, 3, 3, 2, 3)), ((5, 4, 4, 3, 1), (2, 3, 1, 6, 5), (4, 4, 2, 5, 6))),
    (((1, 3, 1, 1, 1), (1, 2, 4, 1, 5), (3, 2, 5, 1, 2)), ((1, 2, 1, 6, 2), (2, 3, 3, 4, 4), (2, 1, 5, 1, 5))),
    (((6, 6, 4, 6, 6), (2, 6, 3, 5, 1), (3, 3, 2, 1, 5)), ((2, 6, 2, 1, 1), (2, 5, 3, 2, 5), (3, 6, 6, 3, 6))),
)
"""The sets of dice, each by round and seat. In the second round no face has more than `TOO_MANY` - 1 dice.

They were selected from random sets: on every path the likeliest act is likely enough (`SURE`), and wins.
"""
TOO_MANY = 5
"""The least quantity that the last computer player bids when it bids too much."""
CHANCES = (
    # Translators: how likely a bid is to be true; it ends the sentence “It takes … among … other dice:”.
    (0.15, N_("hard to believe ({percent})")),
    (0.4, N_("possible, but bold ({percent})")),
    (0.6, N_("about even ({percent})")),
    (0.8, N_("likely ({percent})")),
    (inf, N_("very likely ({percent})")),
)
"""The words for how likely a bid is. Each is for chances below its number."""
CALLS = (
    N_("🫵 **Liar!** You call {name} on **{bid}**. Cups up:"),
    N_("🫵 **Liar!** {name} calls you on **{bid}**. Cups up:"),
)
"""The sentences for the learner's call and for a computer player's call."""


def steps(seen: View) -> dict[str, Bid | Challenge]:
    """Return the learner's possible acts by their words in a path: a bid on each face, and the challenge.

    The bids reveal nothing about the learner's dice. A learner opens with the average of the pool, because each set of
    dice of the lesson was chosen for these bids. Later the bids are those of a table's buttons.
    """
    state, least = seen.state, [Bid.of(bid) for bid in least_raises(msgspec.structs.replace(seen, mine=()))]
    if state.standing is None:
        bids = [Bid(max(bid.quantity, state.pool // state.counting(bid).one_in()), bid.face) for bid in least]
    else:
        bids = least
    doubt = {} if seen.state.standing is None else {LIAR: Challenge()}
    return {str(bid): bid for bid in bids} | doubt


def best(seen: View) -> tuple[Bid | Challenge, float]:
    """Return the learner's act that is most likely to be right, and its odds given the learner's dice."""
    standing = seen.state.standing
    odds = {act: holds(seen, act) for act in steps(seen).values() if isinstance(act, Bid)}
    doubt: dict[Bid | Challenge, float] = {} if standing is None else {Challenge(): 1 - holds(seen, standing)}
    return max((odds | doubt).items(), key=lambda each: each[1])


def _moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return a computer player's move.

    It challenges the learner's raise. In the second round the last computer player bids too much. Otherwise it makes
    an ordinary bid. If there is no such bid, it challenges.
    """
    seen: View = views[seat]
    bids, raises = seen.state.bids, least_raises(seen)
    if len(bids) > 1 and bids[-1].bidder == LEARNER:
        return (Challenge(),)
    if seat == SECOND and seen.state.round == seen.state.rules.rounds:
        return (_too_much(views) or Challenge(),)
    if not bids:
        return (Bid(2, max(FACES, key=lambda face: (seen.mine.count(face), face))),)
    # Raise the same face by one if the player holds any of it. Otherwise make the likeliest raise.
    liked = sorted(raises, key=lambda bid: (bid.face != bids[-1].face or bid.face not in seen.mine, -bid.likely))
    return (Bid.of(liked[0]) if liked else Challenge(),)


def _too_much(views: Views) -> Bid | None:
    """Return the false bid that the learner has most reason to doubt, or None if every possible bid is true."""
    learner: View = views[LEARNER]
    hands = [each.mine for each in views]
    bold = [Bid(max(least.quantity, TOO_MANY), least.face) for least in learner.bids_in_turn()]
    false = [bid for bid in bold if learner.state.counting(bid).all(hands) < bid.quantity <= learner.state.pool]
    return min(false, key=lambda bid: holds(learner, bid), default=None)


def narrated(
    by: BidsNarrator, played: Played, event: e.Event, about: str, in_hand: Callable[[View, b.BidMade], str]
) -> str:
    """Return an event in words, with an explanation for the learner; "" if there is nothing to say.

    `about` is the sentence about bids that follows the first throw. `in_hand` returns the sentence about the odds of a
    bid.
    """
    match event:
        case b.Thrown():
            return "\n".join(_throw(by, played.seen, about))
        case b.BidMade(seat=seat):
            is_before = seat == LEARNER or not played.seen.state.pool
            return "\n".join(_bid_made(by, played.before if is_before else played.seen, event, in_hand))
        case b.Revealed():
            too_far = _("You went too far, and {name} sensed it. You’re caught, so you pay.")
            none_held = _("Good call! You held none yourself: too good to be true. {name} pays.")
            good = "" if own(played.before, event) else none_held
            verdict = f"## {showdown.judged(by, summarized((event,)), event)}"
            lines = (*hands_shown(event, by.cast.brief), f"-# {showdown.tally(by, event)}", verdict)
            exact = _exactly_met(by, played, event)
            return judged(by, event, CALLS, bid_words(event), *lines, caught=too_far, good=good, true=exact)
        case _:
            return ""


def _exactly_met(by: BidsNarrator, played: Played, shown: b.Revealed) -> str:
    """Return the sentence about a bid that is exactly met, if more players than the caller pay (P8); otherwise ""."""
    if not any(isinstance(each, b.DiceLeft) and each.why is e.Cause.MET for each in played.happened):
        return ""
    if shown.bidder == LEARNER:
        return _("Exactly right! Everyone but you pays.")
    return _("Exactly right! Everyone but {name} pays.").format(name=by.name(shown.bidder))


def hands_shown(shown: b.Revealed, name: Callable[[int], str]) -> Iterator[str]:
    """Yield a line for each player with their dice and their `name`. Dice that count are marked."""
    for seat, hand in enumerate(shown.hands):
        yield f"{counted_dice(hand, shown.counting().shown(hand))}  {digits(hand)} {name(seat)}"


def _throw(by: BidsNarrator, seen: View, about: str) -> Iterator[str]:
    """Yield lines with the learner's dice and the covered cups of the computer players (T1)."""
    yield _("**The roll.** Your dice, for your eyes only:")
    yield f"# {dice_pictures(seen.mine)}\n{digits(seen.mine)}"
    dice = [player.dice for player in seen.state.players]
    yield from (f"{by.cast.quiet(seat)} {covered_dice(dice[seat])}" for seat in range(1, SECOND + 1))
    if seen.state.round > 1:
        yield _("New dice, new luck. You know how it goes now!")
    else:
        yield about.format(n=seen.state.pool)


def _bid_made(by: BidsNarrator, seen: View, bid: b.BidMade, in_hand: Callable[[View, b.BidMade], str]) -> Iterator[str]:
    """Yield lines about a bid, and about its odds given the learner's dice (B4). A bid may be a bluff (B1)."""
    mine, is_first = bid.seat == LEARNER, not seen.state.bids or seen.state.bids[0].bidder == bid.seat
    if mine:
        words = _("🗣️ You open: **{bid}**.") if not seen.state.bids else _("🗣️ You raise: **{bid}**.")
    else:
        # Translators: in lessons, {name} is a computer player.
        words = _("🗣️ {name} opens: **{bid}**.") if is_first else _(RAISES)
    yield words.format(name=by.name(bid.seat), bid=bid_words(bid))
    if odds := in_hand(seen, bid):
        yield odds
    if mine and own(seen, bid) == 0:
        yield _(BLUFF)
    elif mine and not seen.state.bids and seen.state.rules.least_opening == 1:
        yield _("Bid whatever you like, whether you hold it or not.")


def _in_your_hand(seen: View, bid: b.BidMade) -> str:
    """Return a sentence about how likely a bid is to hold, given the learner's dice (C3)."""
    mine = own(seen, bid)
    if (missing := bid.quantity - mine) <= 0:
        # Translators: {mine} is a phrase such as “2 fours”.
        words = _("You hold {mine}: it’s true.")
    elif mine:
        # Translators: {mine} is “2 fours”, for example; {missing} is a number of dice; {likely} is “about even (48%)”.
        words = _("You hold {mine}. Dice you can’t see: {n}. It takes {missing} more: {likely}.")
    else:
        # Translators: {missing} is a number of dice; {likely} is a phrase such as “about even (48%)”.
        words = _("You have none. Dice you can’t see: {n}. It takes {missing} of them: {likely}.")
    likely = likely_in_words(holds(seen, bid))
    return words.format(mine=dice_words(mine, bid.face), missing=missing, n=unseen(seen), likely=likely)


def likely_in_words(chance: float) -> str:
    """Return how likely a bid is to hold, such as "about even (48%)"."""
    return next(_(said) for below, said in CHANCES if chance < below).format(percent=percent(chance))


def _narrated(by: BidsNarrator, played: Played, event: e.Event) -> str:
    # Translators: {n} is the number of dice under all the cups together.
    about = _("A bid is about **all {n} dice**: “3 fives” means at least 3 fives under all the cups.")
    return narrated(by, played, event, about, _in_your_hand)


def called_best(act: Bid | Challenge, odds: float) -> Iterator[str]:
    """Yield the line about the best move, if its `odds` are good enough."""
    if odds >= SURE:
        # Translators: {bid} is a bid: “5 fours”; {percent} is its chance, given the dice that the learner sees.
        raises = _("💡 Best: **{bid}**, {percent} likely.")
        doubts = _("💡 Best: call **Liar!**, {percent} likely to be right.")
        bid = bid_and_show(act, act.show) if isinstance(act, Bid) else ""
        yield (raises if bid else doubts).format(bid=bid, percent=percent(odds))


def _hints(played: Played, _path: tuple[str, ...], _turning: object) -> Iterator[str]:
    """Yield lines about the learner's possible moves and the best one. Between two rounds, yield nothing."""
    seen: View = played.seen
    standing = seen.state.standing
    if seen.state.phase in (BETWEEN, OVER):
        return
    yield from called_best(*best(seen))
    if standing is None:
        yield _("👉 **Your opening bid.** Tap any face.")
        return
    yield f"{dice_pictures(seen.mine)} {digits(seen.mine)}"
    words = _("👉 **Your turn.** Raise **{bid}**: more dice, same face or higher. Or call **Liar!**")
    yield words.format(bid=bid_words(standing))


def _buttons(lesson: Lesson, path: tuple[str, ...], seen: View, _turning: object) -> tuple[Row, ...]:
    """Return the learner's next buttons, as at a table: the challenge, and a bid for each face in its own place."""
    may = dict.fromkeys(FACES, 0) | {bid.face: bid.quantity for bid in steps(seen).values() if isinstance(bid, Bid)}
    faces = [
        Button(f"×{many}" if many else "", leads(lesson, path, f"{many}x{face}"), die(face), disabled=not many)
        for face, many in may.items()
    ]
    liar = Button(_(CALL_LIAR), leads(lesson, path, LIAR), "🫵", Style.BAD, disabled=seen.state.standing is None)
    return (*rows(faces, 3), Row((liar,)))


COURSE = Course(
    game="common",
    rules=rules_for("common", {"rounds": "2"}),
    throws=lambda dice, number, _begins: lambda _at, seat, _count: HANDS[dice][number - 1][seat],
    moves=_moves,
    meant=lambda played, _path, word: (steps(played.seen)[word],),
    told_by=BidsNarrator,
    welcome=lambda: _("Everyone rolls five dice and sees only their own."),
    narrated=_narrated,
    hints=_hints,
    buttons=_buttons,
)
