"""What has happened in a game of bids: a line an event, a box a showdown."""

from collections.abc import Iterator, Sequence

from bot.screens import lines
from bot.screens.cast import Cast
from bot.screens.common_hand import showdown
from bot.screens.common_hand.showdown import PRICE, Story
from bot.screens.dice import pictures
from bot.screens.fitting import Told, fitting
from bot.screens.lines import Line, Telling
from bot.screens.model import Part
from bot.tables.model import TableInfo
from bot.words.faces import bid_spoken, face_name
from bot.words.language import _
from bot.words.pictures import die, red
from engine.common_hand import events as b
from engine.common_hand.rules import Rules, Verdict
from engine.core import events as e


def news(table: TableInfo, rules: Rules, events: Sequence[e.Event]) -> tuple[Part, ...]:
    """The parts that tell `events`, which are public; each says enough to be told by itself."""
    by = Telling(Cast(table.seats), rules, table.forfeit())
    return fitting([told for piece in _pieces(events) if (told := _told(by, piece)).brief])


def _pieces(events: Sequence[e.Event]) -> Iterator[e.Event | Story]:
    """The events one by one, but a showdown together with the price that follows it."""
    story: Story | None = None
    for event in events:
        if story is not None and isinstance(event, PRICE):
            story = story.with_price(event)
            continue
        if story is not None:
            yield story
        story = Story(event) if isinstance(event, b.Revealed) else None
        if story is None:
            yield event
    if story is not None:
        yield story


def _told(by: Telling, piece: e.Event | Story) -> Told:
    if isinstance(piece, Story):
        return Told(showdown.brief(by, piece), showdown.box(by, piece))
    line = LINES.get(type(piece))
    return Told(line(by, piece) if line is not None else "")


def _round_began(_by: Telling, event: e.RoundBegan) -> str:
    if event.palifico:
        return _("🥁 **Round {n}**, palifico: one face only, nothing wild.").format(n=event.number)
    return _("🥁 **Round {n}**: the dice are down.").format(n=event.number)


def _red(_by: Telling, event: b.RedThrown) -> str:
    return _("{die} The red die shows **{faces}**, so they are wild.").format(
        die=red(event.face), faces=face_name(event.face)
    )


def _crooked(by: Telling, event: b.Crooked) -> str:
    return _("🫨 {name}’s throw lands crooked ({dice}) and is thrown again.").format(
        name=by.name(event.seat), dice=pictures(event.dice)
    )


def _bid(by: Telling, event: b.BidMade) -> str:
    bid, picture = bid_spoken(event.quantity, event.face), die(event.face)
    return _("🗣️ {name}: **{bid}** {die}").format(name=by.cast.quiet(event.seat), bid=bid, die=picture)


def _challenged(by: Telling, event: e.Challenged) -> str:
    """In a poll the others are asked first (C4); elsewhere the showdown tells who doubted."""
    if not (isinstance(by.rules, Rules) and by.rules.verdict is Verdict.POLL):
        return ""
    words = _("🫵 {caller} doubts {bidder}’s bid. What do the others say?")
    return words.format(caller=by.name(event.seat), bidder=by.name(event.accused))


def _voted(by: Telling, event: b.Voted) -> str:
    words = _("👍 {name} believes it.") if event.believes else _("👎 {name} doubts it.")
    return words.format(name=by.name(event.seat))


def _playoff(by: Telling, event: b.PlayoffBegan) -> str:
    words = _("⚔️ Play-off between {names}: five dice each, who loses them all washes up.")
    return words.format(names=by.cast.names(event.seats))


LINES: dict[type[e.Event], Line] = {
    **lines.LINES,
    e.RoundBegan: _round_began,
    e.Challenged: _challenged,
    b.RedThrown: _red,
    b.Crooked: _crooked,
    b.BidMade: _bid,
    b.Voted: _voted,
    b.PlayoffBegan: _playoff,
}
"""By the kind of event; those of a showdown are told by it (`showdown.py`)."""

TOLD: frozenset[type[e.Event]] = frozenset({*LINES, *lines.ELSEWHERE, *PRICE, b.Revealed, b.ExactCalled, b.Thrown})
"""Every event that is told: by a line, by the showdown, or (hidden dice) to their players alone."""
