"""What is saved and not yet shown or told, as plain frozen values, and which message tells which events."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from bot.tables.model import LONG_CLOCK, TableInfo
from engine import games
from engine.core import events as e
from engine.core.events import Event
from engine.games import AnyGame, AnyHighlights, AnyView


class Undelivered(msgspec.Struct, frozen=True):
    """What one person has learnt up to event `upto` and was not told: that seat's view, for this user alone.

    It has failed `tries` times in a row. `closed`: their DMs were closed the last time. `letter`: the DM of before.
    `style` is how they want to be told, in the words of their preferences.
    """

    seat: int
    user: int
    upto: int
    view: AnyView
    tries: int = 0
    closed: bool = False
    letter: int | None = None
    style: str = "each-round"

    def __repr__(self) -> str:
        return f"Untold(seat={self.seat}, user={self.user}, upto={self.upto}, view=<hidden>)"


class PanelRef(msgspec.Struct, frozen=True):
    """The live message of a table, and the version of the table that it shows."""

    channel: int
    message: int
    version: int


Chapter = tuple[Event, ...]
"""The public events that one message tells: those of a round, or the end of a game."""


class Pending(msgspec.Struct, frozen=True):
    """What is saved and not yet shown: public events up to number `upto`, news for one person, a panel out of date.

    `chapters` are what the messages tell, from the first event of the live one on; the last of them begins after event
    `told_from`. `is_begun` says that the live message (`panel`) tells the first of them; else it is the lobby's.
    `highlights` are those of a whole game that is over; `earned` are the achievements that it brought for the first
    time, (seat, name), `collected` how many their earners had before it, on all servers, and have with it (seat,
    before, now), `gained` by how much it changed people's ratings, (seat, change).
    """

    table: TableInfo
    view: AnyView | None
    news: tuple[Event, ...]
    upto: int
    undelivered: tuple[Undelivered, ...]
    panel: PanelRef | None
    panel_stale: bool
    chapters: tuple[Chapter, ...] = ()
    told_from: int = 0
    is_begun: bool = False
    highlights: AnyHighlights | None = None
    earned: tuple[tuple[int, str], ...] = ()
    collected: tuple[tuple[int, int, int], ...] = ()
    gained: tuple[tuple[int, int], ...] = ()

    def is_a_turn_of_its_own(self) -> bool:
        """Whether a person is newly asked at a table where people come and go, so that a new message tells them."""
        table, view = self.table, self.view
        if view is None or self.panel is None or not self.news or (table.setup.clock or 0) < LONG_CLOCK:
            return False
        is_new = self.panel.version < table.annotations.asked_from
        return is_new and any(table.seats[seat].user is not None for seat in view.awaited)


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: the event by which it learnt something last, and the one up to which it was told.

    A message that failed `tries` times in a row is not sent again before `again`. `letter` is the DM that told it last.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None
    letter: int | None = None

    def is_undelivered(self) -> bool:
        """Whether the seat has learnt something that it was not told."""
        return self.told < self.learnt

    def may_be_delivered(self, upto: int, now: datetime) -> bool:
        """Whether what was learnt up to that event may be told now: untold, claimed by nobody, not put off."""
        return self.told < upto and (self.again is None or self.again <= now)


NO_DELIVERY = Delivery()


def learners(before: AnyGame | None, after: AnyGame, seats: int) -> tuple[int, ...]:
    """The seats that know dice which they did not know before; those of a new round are new, alike or not."""
    anew = before is None or before.state.round != after.state.round
    return tuple(
        seat
        for seat in range(seats)
        if (mine := games.view(after, seat).mine) and (anew or before is None or mine != games.view(before, seat).mine)
    )


NumberedEvent = tuple[int, Event]


def chapters(events: Sequence[NumberedEvent]) -> tuple[Sequence[NumberedEvent], ...]:
    """The events, numbered, in chapters; there is always a last one, which may be empty.

    What comes between a showdown and the next round (a forfeit settled, a voice for quitting) belongs to the round
    that is over. The roll-off belongs to the first round.
    """
    return tuple(_chapters(events))


def _chapters(events: Sequence[NumberedEvent]) -> Iterator[Sequence[NumberedEvent]]:
    begins = 0
    for at, (_, event) in enumerate(events):
        if at > begins and _begins_one(event):
            yield events[begins:at]
            begins = at
    yield events[begins:]


def _begins_one(event: Event) -> bool:
    return isinstance(event, e.GameOver) or (isinstance(event, e.RoundBegan) and event.number > 1)
