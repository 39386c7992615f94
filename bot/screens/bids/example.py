"""One round of a game of bids for How to play: played by the engine by a table's own rules, and told step by step."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from bot.screens import narration
from bot.screens.cast import Cast
from bot.screens.narration import Narrator
from bot.tables.model import Seat
from bot.words.dice import bid_words, counted_dice, dice_pictures, digits, face_name, red
from bot.words.language import _, ngettext
from engine import games
from engine.bids import events as b
from engine.bids.actions import Bid, Vote
from engine.bids.rules import Challengers, Price, Rules, Wild
from engine.bids.view import View
from engine.core import events as e
from engine.core.actions import Challenge, Deal
from engine.core.dice import FACES, Hand, counted
from engine.core.state import POLL

PLAYERS = ("Ann", "Ben", "Cleo")
"""Who plays it, in joining order."""

HANDS = ((5, 5, 2, 6, 1), (3, 5, 3, 6, 4), (2, 4, 5, 2, 1))
"""What they throw; a hand of more dice repeats these from the beginning, so that a hand of any size is known."""

RED_DIE = 6

TRUE_BIDS = 2
"""How many bids are true before somebody goes too far."""

BIDS_AT_MOST = 40
"""More than are ever made: each is higher than the one before."""


class _Throws:
    """The dice of the example."""

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> Hand:
        return tuple(6 - seat for seat in seats)

    def red(self, _at: int) -> int:
        return RED_DIE

    def crooked(self, _at: int, _seat: int, _chance: float) -> bool:
        return False

    def roll(self, _at: int, seat: int, count: int) -> Hand:
        return tuple(HANDS[seat][number % len(HANDS[seat])] for number in range(count))

    def slip(self, _at: int, _chance: float, _under: Hand) -> None:
        return None


class Example(msgspec.Struct, frozen=True):
    """The example as the engine played it."""

    hands: tuple[Hand, ...]
    events: tuple[e.Event, ...]

    def bids(self) -> tuple[b.BidMade, ...]:
        """What was bid."""
        return tuple(event for event in self.events if isinstance(event, b.BidMade))

    def shown(self) -> b.Revealed:
        """The showdown."""
        return next(event for event in self.events if isinstance(event, b.Revealed))


@lru_cache(maxsize=64)
def played(rules: Rules) -> Example:
    """A round by these rules: some bids that are true, one that goes too far, and its challenge."""
    chance = _Throws()
    happened, game = games.start(rules, len(PLAYERS), chance)
    events, game = games.play(game, None, Deal(), chance)
    happened = (*happened, *events)
    hands = tuple(games.view(game, seat).mine for seat in range(len(PLAYERS)))
    for _step in range(BIDS_AT_MOST + len(PLAYERS)):
        if any(isinstance(event, b.Revealed) for event in happened):
            break
        seen = games.view(game)
        seat = seen.awaited[0]
        mine = games.view(game, seat)
        assert isinstance(mine, View)
        events, game = games.play(game, seat, _next(mine, hands), chance)
        happened = (*happened, *events)
    return Example(hands, tuple(happened))


def _next(seen: View, hands: tuple[Hand, ...]) -> Bid | Challenge | Vote:
    """What is done next: a poll is divided, a bid that goes too far is doubted, and else another bid is made."""
    state, standing = seen.state, seen.state.standing
    if state.phase is POLL:
        return Vote(believes=bool(len(state.votes) % 2))
    wild = state.wild()
    if standing is not None and standing.quantity > counted(hands, standing.face, wild):
        return Challenge()
    found = {face: counted(hands, face, wild) for face in FACES}
    bids = [
        (many, face) for face in FACES if seen.legal.bids[face] for many in range(seen.legal.bids[face], state.pool + 1)
    ]
    if not bids:
        return Challenge()
    true = [bid for bid in bids if bid[0] <= found[bid[1]]]
    if true and len(state.bids) < TRUE_BIDS:
        # A third of the pool or so opens; a raise is the least that is true, so that there is room above it.
        if standing is None:
            return Bid(*min(true, key=lambda bid: (abs(bid[0] - found[bid[1]] + TRUE_BIDS), -found[bid[1]])))
        return Bid(*min(true, key=lambda bid: (bid[0], -found[bid[1]])))
    false = [bid for bid in bids if bid not in true]
    return Bid(*min(false, key=lambda bid: (bid[0] - found[bid[1]], -found[bid[1]])))


def example_round(rules: Rules, forfeit: str | None) -> tuple[str, ...]:
    """The example in steps, a paragraph each: the throw, the bids, the doubt, the count and the price.

    `forfeit` is what a loser must do, "" for the usual one; None where nobody owes anything.
    """
    by, story = (
        Narrator(Cast(tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1))), rules, forfeit),
        played(rules),
    )
    steps = (_tell_throw, _tell_bids, _tell_doubt, _tell_count, _tell_price)
    return tuple("\n".join(step(by, rules, story)) for step in steps)


def _tell_throw(by: Narrator, rules: Rules, story: Example) -> Iterator[str]:
    """The first step: the throw, and what the red die makes wild (T1, T3)."""
    # Translators: in the example games, {name} is one of three players who do not exist.
    yield _("**1. Roll** in secret. {name} has:").format(name=by.name(0))
    yield f"## {dice_pictures(story.hands[0])}\n{digits(story.hands[0])}"
    if rules.wild is Wild.RED:
        # Translators: {die} is a picture, {faces} such as “fours”.
        words = _("The red die shows {die}: {faces} are wild this round.")
        yield words.format(die=red(RED_DIE), faces=face_name(RED_DIE))


def _tell_bids(by: Narrator, _rules: Rules, story: Example) -> Iterator[str]:
    """The second step: the bids (B1, B2)."""
    pool, (first, *others) = sum(map(len, story.hands)), story.bids()
    # Translators: {n} dice are in play, those under all cups.
    words = ngettext(
        "**2. Bid** on **all {n} die**, hidden ones too.",
        "**2. Bid** on **all {n} dice**, hidden ones too.",
        pool,
    )
    yield words.format(n=pool)
    yield _("🗣️ {name} opens: **{bid}**. At least that many, under all the cups.").format(
        name=by.name(first.seat), bid=_spoken(first)
    )
    for bid in others:
        yield _("🗣️ {name} raises: **{bid}**.").format(name=by.name(bid.seat), bid=_spoken(bid))


def _spoken(bid: b.BidMade) -> str:
    return bid_words(bid.quantity, bid.face)


def _tell_doubt(by: Narrator, rules: Rules, story: Example) -> Iterator[str]:
    """The third step: the doubt, and the poll where there is one (C1, C4)."""
    shown = story.shown()
    bang = rules.challenge is Challengers.ANYONE
    words = (
        _("**3. Call.** {name} doesn’t buy it: 💥 **Bang!**")
        if bang
        else _("**3. Call.** {name} doesn’t buy it: 🫵 **Liar!**")
    )
    yield words.format(name=by.name(shown.challenger))
    for seat, believes in shown.votes:
        # Translators: a vote whether to believe a bid.
        voted = _("👍 {name} believes it.") if believes else _("👎 {name} doubts it.")
        yield voted.format(name=by.name(seat))


def _tell_count(by: Narrator, _rules: Rules, story: Example) -> Iterator[str]:
    """The fourth step: all dice, and the count (C2, C3)."""
    shown = story.shown()
    yield _("**4. Count.** Cups up:")
    for seat, hand in enumerate(shown.hands):
        yield f"{counted_dice(hand, shown.face, shown.wild)}  {digits(hand)} {by.cast.quiet(seat)}"
    found, bid = bid_words(shown.count, shown.face), bid_words(shown.quantity, shown.face)
    facts = {"found": found, "bid": bid, "name": by.name(shown.bidder)}
    if shown.holds:
        # Translators: {found} is what there was under the cups: “5 fours”, “no fours”; {bid} what was bid.
        yield _("**{found}!** {name} said {bid}, so the bid holds.").format(**facts)
    elif shown.wild not in (0, shown.face):
        # Translators: {found} is what there was, wild dice counted: “5 fours”.
        yield _("**{found}** with the wild dice. {name} said {bid}: a lie!").format(**facts)
    else:
        yield _("**{found}!** {name} said {bid}: a lie!").format(**facts)


def _tell_price(by: Narrator, rules: Rules, story: Example) -> Iterator[str]:
    """The last step: what it costs (P1 to P4)."""
    yield _("**5. Pay.**")
    for event in story.events:
        match event:
            case e.ForfeitOwed():
                yield narration.owed(by, event)
            case b.Scored(change=change):
                words = ngettext("👎 {name} takes {n} bad.", "👎 {name} takes {n} bads.", -change)
                yield words.format(name=by.name(event.seat), n=-change)
            case b.DiceLeft(change=change) if rules.price is Price.SHED:
                # Translators: {n} dice.
                shed = ngettext(
                    "🎉 {name} was right and sheds {n} die.", "🎉 {name} was right and sheds {n} dice.", -change
                )
                yield shed.format(name=by.name(event.seat), n=-change)
            case b.DiceLeft(change=change):
                lost = ngettext("🎲 {name} loses {n} die.", "🎲 {name} loses {n} dice.", -change)
                yield lost.format(name=by.name(event.seat), n=-change)
            case _:
                pass


def to_press(_rules: Rules) -> tuple[str, ...]:
    """How a bid is made, and where one's dice are."""
    return (
        _("🎲 Your dice come by DM; **My dice** shows them too."),
        _("🗣️ Your turn? Tap a bid, or type `/bid` and “5 ducks” or “4x3”."),
        _("-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6"),
    )
