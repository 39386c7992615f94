"""The example of How to play, step by step: the throw, the bids, the doubt, the count and the price."""

from collections.abc import Iterator

from bot.screens import narration
from bot.screens.bids.example import PLAYERS, RED_DIE, Round, played
from bot.screens.cast import Cast
from bot.screens.dice import digits, marked, pictures
from bot.screens.narration import Telling
from bot.tables.model import Seat
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _, ngettext
from bot.words.pictures import red
from engine.bids import events as b
from engine.bids.rules import Challengers, Price, Rules, Wild
from engine.core import events as e


def told_round(rules: Rules, forfeit: str | None) -> tuple[str, ...]:
    """The example in steps, a paragraph each: the throw, the bids, the doubt, the count and the price.

    `forfeit` is what a loser must do, "" for the usual one; None where nobody owes anything.
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
    yield _("🗣️ {name} opens: “{bid}”. At least that many lie under all cups together.").format(
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
                yield narration.owed(by, event)
            case e.Opens():
                yield narration.opens(by, event)
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


def to_press() -> tuple[str, ...]:
    """How a bid is made, and where one's dice are."""
    return (
        _("🎲 Your dice come by direct message; **My dice** shows them any time, to you alone."),
        _("🗣️ Your turn? Tap a bid on the panel, or type it: `/bid` reads “5 ducks”, “4x3” and “five sixes”."),
        _("-# ace 1 · duck 2 · tripod 3 · cow 4 · horse 5 · ant 6"),
    )
