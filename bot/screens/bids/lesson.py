"""The first game in words: each step of it told by what has just happened, and what can be done next."""

from collections.abc import Iterator

from bot.presses.learning import Lesson
from bot.screens.bids.first_game import HANDS, OF_BIDS, bids, step
from bot.screens.bids.narrator import BidsNarrator, summarized
from bot.screens.bids.private import advised
from bot.screens.bids.showdown import judged, tally
from bot.screens.first_game import LEARNER, LIAR, Played, after, cast
from bot.screens.lesson import Course, ending, leads, title, to_go_on, welcome
from bot.screens.model import Box, Button, Part, Row, Style, Text, Tone, rows
from bot.words.dice import bid_words, counted_dice, covered_dice, dice_pictures, die, digits
from bot.words.language import _, percentage
from engine import games
from engine.bids import events as b
from engine.bids.odds import holds, own, unseen
from engine.bids.rules import Rules
from engine.bids.view import View
from engine.core import events as e
from engine.core.dice import FACES
from engine.core.state import BETWEEN, OVER

HOPELESS, BOLD, EVEN = 0.15, 0.45, 0.75
"""Up to which chance a bid is hard to believe, bold, or about even."""


def page(lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """What a learner sees after these steps, and the buttons of the next. Raises `Astray` for steps never offered."""
    played, by = after(OF_BIDS, path), _narrator()
    how = _("Everyone rolls five dice and sees only their own.")
    said = [part for event in played.happened if (part := _narrated(by, played, event))]
    words = "\n\n".join((*(said or [welcome(by, how)]), *_asked(played)))
    box = Box((Text(f"{title(by, played.seen)}\n{words}"),), Tone.FELT)
    on = to_go_on(lesson, path, played)
    return (box, on) if on is not None else (box, *_buttons(lesson, path, played.seen))


def _narrator() -> BidsNarrator:
    rules = OF_BIDS.rules
    assert isinstance(rules, Rules)
    return BidsNarrator(cast(), rules)


COURSE = Course(OF_BIDS, page)
"""How the games of bids are taught."""


def _narrated(by: BidsNarrator, played: Played, event: e.Event) -> str:
    """An event in words, with what there is to learn from it; "" for an event that the lesson passes over."""
    match event:
        case b.Thrown():
            return "\n".join(_throw(by, played.seen))
        case b.BidMade(seat=seat) if seat == LEARNER:
            return _own_bid(played.before, event)
        case b.BidMade():
            return _computers_bid(by, played.seen if played.seen.state.pool else played.before, event)
        case b.Revealed():
            return "\n".join(_showdown(by, played.before, event))
        case _:
            return ending(by, played, event)


def _throw(by: BidsNarrator, seen: View) -> Iterator[str]:
    """The learner's dice, and the covered cups of the computers (T1)."""
    yield _("**The roll.** Your dice, for your eyes only:")
    yield f"# {dice_pictures(seen.mine)}\n{digits(seen.mine)}"
    yield "\n".join(f"{by.cast.quiet(seat)} {covered_dice(len(HANDS[0][seat]))}" for seat in (1, 2))
    if seen.state.round == 1:
        # Translators: {n} dice under all the cups together.
        words = _("A bid is about **all {n} dice**: “3 fives” means at least 3 fives under all the cups.")
        yield words.format(n=seen.state.pool)
    else:
        yield _("New dice, new luck. You know how it goes now!")


def _own_bid(before: View, bid: b.BidMade) -> str:
    """The learner's own bid: it is a statement, not a report, and may be a bluff (B1)."""
    said = bid_words(bid.quantity, bid.face)
    words = _("🗣️ You raise: **{bid}**.") if before.state.bids else _("🗣️ You open: **{bid}**.")
    lines = [words.format(bid=said), _in_your_hand(before, bid)]
    if own(before, bid.face) == 0:
        lines.append(_("A bluff! That’s allowed: nobody can see."))
    elif not before.state.bids:
        lines.append(_("Bid whatever you like, whether you hold it or not."))
    return "\n".join(lines)


def _computers_bid(by: BidsNarrator, seen: View, bid: b.BidMade) -> str:
    """A computer's bid, and how likely it is by the learner's dice (B4)."""
    said = bid_words(bid.quantity, bid.face)
    is_first = not seen.state.bids or seen.state.bids[0].bidder == bid.seat
    # Translators: in lessons, {name} is a computer player.
    words = _("🗣️ {name} opens: **{bid}**.") if is_first else _("🗣️ {name} raises: **{bid}**.")
    return f"{words.format(name=by.name(bid.seat), bid=said)}\n{_in_your_hand(seen, bid)}"


def _in_your_hand(seen: View, bid: b.BidMade) -> str:
    """How likely a bid is to somebody with the learner's dice (C3)."""
    mine = own(seen, bid.face)
    missing = bid.quantity - mine
    if missing <= 0:
        # Translators: {mine} is such as “2 fours”.
        return _("You hold {mine}: it’s true.").format(mine=bid_words(mine, bid.face))
    if mine:
        # Translators: {mine} is such as “2 fours”, {missing} a number of dice, {likely} such as “about even (48 %)”.
        words = _("You hold {mine}. It takes {missing} more among {n} other dice: {likely}.")
    else:
        # Translators: {missing} is a number of dice, {likely} such as “about even (48 %)”.
        words = _("You hold none. It takes {missing} among {n} other dice: {likely}.")
    likely = _likely(holds(seen, bid.quantity, bid.face))
    return words.format(mine=bid_words(mine, bid.face), missing=missing, n=unseen(seen), likely=likely)


def _likely(chance: float) -> str:
    """A chance from 0 to 1 in words."""
    if chance < HOPELESS:
        # Translators: how likely a bid is true; it ends a sentence after “It takes … among … other dice:”.
        words = _("hard to believe ({percent})")
    elif chance < BOLD:
        words = _("possible, but bold ({percent})")
    elif chance < EVEN:
        words = _("about even ({percent})")
    else:
        words = _("very likely ({percent})")
    return words.format(percent=percentage(max(1, round(100 * chance))))


def _showdown(by: BidsNarrator, before: View, shown: b.Revealed) -> Iterator[str]:
    """C1 to C3: the doubt, the count, and who was right."""
    bid = bid_words(shown.quantity, shown.face)
    if shown.challenger == LEARNER:
        words, name = _("🫵 **Liar!** You call {name} on **{bid}**. Cups up:"), by.name(shown.bidder)
    else:
        words, name = _("🫵 **Liar!** {name} calls you on **{bid}**. Cups up:"), by.name(shown.challenger)
    yield words.format(name=name, bid=bid)
    for seat, hand in enumerate(shown.hands):
        yield f"{counted_dice(hand, shown.face, shown.wild)}  {digits(hand)} {by.cast.brief(seat)}"
    yield f"-# {tally(by, shown)}"
    yield f"## {judged(by, summarized((shown,)), shown)}"
    yield _why(shown, name, own(before, shown.face))


def _why(shown: b.Revealed, name: str, mine: int) -> str:
    """P1: who pays, and why."""
    if shown.challenger != LEARNER:
        if shown.holds:
            # Translators: “you” is who learns, {name} a computer player.
            return _("You told the truth, so {name} pays for doubting.").format(name=name)
        return _("You went too far, and {name} sensed it. You’re caught, so you pay.").format(name=name)
    if shown.holds:
        return _("{name} told the truth, so you pay for doubting.").format(name=name)
    if not mine:
        return _("Good call! You held none yourself: too good to be true. {name} pays.").format(name=name)
    return _("Good call! Too good to be true. {name} pays.").format(name=name)


def _asked(played: Played) -> Iterator[str]:
    """What the learner may do now, with a thought to go with it; nothing between two rounds."""
    state = played.seen.state
    if state.phase in (BETWEEN, OVER):
        return
    standing = state.standing
    if standing is None:
        yield _("👉 **Your opening bid.** Tap any: 2 of something is a safe start.")
        return
    seen, bid = played.seen, bid_words(standing.quantity, standing.face)
    if (best := games.advice(seen)) is not None:
        yield advised(seen, best)
    yield f"{dice_pictures(seen.mine)} {digits(seen.mine)}"
    yield _("👉 **Your turn.** Raise **{bid}**: more dice, same face or higher. Or call **Liar!**").format(bid=bid)


def _buttons(lesson: Lesson, path: tuple[str, ...], seen: View) -> tuple[Row, ...]:
    """What can be pressed next, as at a table: a bid for each face in places that stay, and the doubt."""
    may = bids(seen)
    faces = [
        Button(
            f"×{may.get(face, '–')}",
            leads(lesson, path, step(may.get(face, 0), face)),
            die(face),
            disabled=face not in may,
        )
        for face in FACES
    ]
    liar = Button(_("Liar!"), leads(lesson, path, LIAR), "🫵", Style.BAD, disabled=seen.state.standing is None)
    return (*rows(faces, 3), Row((liar,)))
