"""One round of a game of bids, played by the engine by a table's own rules and told step by step."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from bot.screens import lines
from bot.screens.cast import Cast
from bot.screens.dice import digits, marked, pictures
from bot.screens.lines import Telling
from bot.tables.model import Seat
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from bot.words.pictures import red
from engine import games
from engine.common_hand import events as b
from engine.common_hand.actions import Bid, Vote
from engine.common_hand.rules import Challengers, Price, Rules, Wild
from engine.common_hand.view import View
from engine.core import events as e
from engine.core.actions import Challenge, Deal
from engine.core.dice import FACES, Hand, counted
from engine.core.state import POLL

PLAYERS = ("Ann", "Ben", "Cleo")
"""Who plays it, in joining order."""
HANDS = ((5, 5, 2, 6, 1), (3, 5, 3, 6, 4), (2, 4, 5, 2, 1))
"""What they throw; whoever throws more dice begins anew, so that a hand of any size is told."""
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


class Round(msgspec.Struct, frozen=True):
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
def played(rules: Rules) -> Round:
    """A round by these rules: some bids that are true, one that goes too far, and its challenge."""
    chance = _Throws()
    told, game = games.start(rules, len(PLAYERS), chance)
    events, game = games.play(game, None, Deal(), chance)
    told = (*told, *events)
    hands = tuple(games.view(game, seat).mine for seat in range(len(PLAYERS)))
    for _step in range(BIDS_AT_MOST + len(PLAYERS)):
        if any(isinstance(event, b.Revealed) for event in told):
            break
        seen = games.view(game)
        seat = seen.awaited[0]
        mine = games.view(game, seat)
        assert isinstance(mine, View)
        events, game = games.play(game, seat, _next(mine, hands), chance)
        told = (*told, *events)
    return Round(hands, tuple(told))


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


def told_round(rules: Rules, forfeit: str) -> tuple[str, ...]:
    """The example in steps, a paragraph each: the throw, the bids, the doubt, the count and the price.

    `forfeit` is what a loser must do, "" for the usual one.
    """
    by, story = (
        Telling(Cast(tuple(Seat(number, name) for number, name in enumerate(PLAYERS, 1))), rules, forfeit),
        played(rules),
    )
    steps = (_throw, _bids, _doubt, _count, _price)
    return tuple("\n".join(step(by, rules, story)) for step in steps)


def _throw(by: Telling, rules: Rules, story: Round) -> Iterator[str]:
    """T1, T3, C2."""
    yield _("**1. The throw.** Everybody throws under their cup and sees only their own dice. {name} has:").format(
        name=by.name(0)
    )
    yield f"## {pictures(story.hands[0])}\n{digits(story.hands[0])}"
    match rules.wild:
        case Wild.RED:
            words = _("The red die shows {die}: {faces} are wild this round, they count as any face.")
            yield words.format(die=red(RED_DIE), faces=face_name(RED_DIE))
        case Wild.ONES:
            yield _("Ones are wild: they count as any face.")
        case Wild.ONES_UNTIL_BID:
            yield _("Ones are wild, they count as any face, until somebody bids ones.")
        case Wild.NONE:
            yield _("Nothing is wild: every die counts as what it shows.")


def _bids(by: Telling, _rules: Rules, story: Round) -> Iterator[str]:
    """B1, B2."""
    pool, (first, *others) = sum(map(len, story.hands)), story.bids()
    words = ngettext(
        "**2. The bids.** They are about **all {n} die**, the hidden ones too.",
        "**2. The bids.** They are about **all {n} dice**, the hidden ones too.",
        pool,
    )
    yield words.format(n=pool)
    yield _("🗣️ {name} opens: “{bid}”. That says: there are at least so many.").format(
        name=by.name(first.seat), bid=_spoken(first)
    )
    for bid in others:
        yield _("🗣️ {name} raises: “{bid}”.").format(name=by.name(bid.seat), bid=_spoken(bid))


def _spoken(bid: b.BidMade) -> str:
    return bid_spoken(bid.quantity, bid.face)


def _doubt(by: Telling, rules: Rules, story: Round) -> Iterator[str]:
    """C1, C4."""
    shown = story.shown()
    bang = rules.challenge is Challengers.ANYONE
    words = (
        _("**3. The doubt.** {name} does not believe it: 💥 **Bang!**")
        if bang
        else _("**3. The doubt.** {name} does not believe it: 🫵 **Liar!**")
    )
    yield words.format(name=by.name(shown.challenger))
    for seat, believes in shown.votes:
        voted = _("👍 {name} is asked, and believes it.") if believes else _("👎 {name} is asked, and doubts it.")
        yield voted.format(name=by.name(seat))


def _count(by: Telling, _rules: Rules, story: Round) -> Iterator[str]:
    """C2, C3."""
    shown = story.shown()
    yield _("**4. The count.** All cups are lifted:")
    for seat, hand in enumerate(shown.hands):
        yield f"{marked(hand, shown.face, shown.wild)}  {digits(hand)} {by.cast.quiet(seat)}"
    found, bid = bid_spoken(shown.count, shown.face), bid_spoken(shown.quantity, shown.face)
    facts = {"found": found, "bid": bid, "name": by.name(shown.bidder)}
    if shown.holds:
        yield _("That makes **{found}**: {name} said {bid}, so the bid holds.").format(**facts)
    elif shown.wild not in (0, shown.face):
        yield _("That makes **{found}**, wild ones counted. {name} said {bid}: it was a lie!").format(**facts)
    else:
        yield _("That makes **{found}**. {name} said {bid}: it was a lie!").format(**facts)


def _price(by: Telling, rules: Rules, story: Round) -> Iterator[str]:
    """P1 to P4, O1, O2."""
    yield _("**5. The price.**")
    for event in story.events:
        match event:
            case e.ForfeitOwed():
                yield lines.owed(by, event)
            case e.Opens():
                yield lines.opens(by, event)
            case b.Scored(change=change):
                words = ngettext("👎 {name} takes {n} bad.", "👎 {name} takes {n} bads.", -change)
                yield words.format(name=by.name(event.seat), n=-change)
            case b.DiceLeft(change=change) if rules.price is Price.SHED:
                shed = ngettext(
                    "🎉 {name} was right, and sheds {n} die.", "🎉 {name} was right, and sheds {n} dice.", -change
                )
                yield shed.format(name=by.name(event.seat), n=-change)
            case b.DiceLeft(change=change):
                lost = ngettext("🎲 {name} loses {n} die.", "🎲 {name} loses {n} dice.", -change)
                yield lost.format(name=by.name(event.seat), n=-change)
            case _:
                pass
