"""What is saved and not yet shown or delivered, as frozen values, and which message tells which events."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.history.past import PastGame
from bot.tables.model import LONG_CLOCK, Forfeit, TableInfo
from engine.core import events as e
from engine.core.events import Event
from engine.games import AnyHighlights, AnyView


class Undelivered(msgspec.Struct, frozen=True):
    """What one person has learnt up to event `upto` and was not told: the view of that seat, for this user alone.

    Telling them failed `tries` times in a row. `closed` says that their DMs were closed the last time, `message` is the
    id of the DM that told them before, `style` is how they want to be told, in the words of their preferences, and
    `language` the one they read ("": that of their seat).
    """

    seat: int
    user: int
    upto: int
    view: AnyView
    tries: int = 0
    closed: bool = False
    message: int | None = None
    style: str = "each-round"
    language: str = ""

    def __repr__(self) -> str:
        return f"Undelivered(seat={self.seat}, user={self.user}, upto={self.upto}, view=<hidden>)"


class PanelRef(msgspec.Struct, frozen=True):
    """The live message of a table, and the version of the table that it shows."""

    channel: int
    message: int
    version: int


Chapter = tuple[Event, ...]
"""The public events that one message tells: those of a round, or the end of a game."""


class Outcome(msgspec.Struct, frozen=True):
    """What a game that was played to its end brought its people.

    - `highlights`: what is worth telling of it; `has_moment` says whether one is left to share as a picture.
    - `earned`: achievements had for the first time, as (seat, name); `collected` says how many their earners have on
      all servers, as (seat, before, now); `gained`, how many points of rating people won, as (seat, change).
    - `owed`: some of what is still owed among them; `evening`: its games so far, where there were several.
    """

    highlights: AnyHighlights | None = None
    earned: tuple[tuple[int, str], ...] = ()
    collected: tuple[tuple[int, int, int], ...] = ()
    gained: tuple[tuple[int, int], ...] = ()
    owed: tuple[Forfeit, ...] = ()
    evening: tuple[PastGame, ...] = ()
    has_moment: bool = False


class Pending(msgspec.Struct, frozen=True):
    """What is saved and not yet shown: public events up to number `upto`, what people are to be told, an old panel.

    `chapters` has the events of each message, from the live one (`panel`) on; the last chapter begins after event
    `told_from`. `is_begun` says that the live message tells the first chapter; else it is the lobby's. `outcome` is
    there at the end of a game.
    """

    table: TableInfo
    news: tuple[Event, ...]
    upto: int
    undelivered: tuple[Undelivered, ...]
    panel: PanelRef | None
    panel_stale: bool
    chapters: tuple[Chapter, ...] = ()
    told_from: int = 0
    is_begun: bool = False
    outcome: Outcome | None = None

    def is_a_turn_of_its_own(self) -> bool:
        """Return whether a person is newly asked at a table with a long clock, where each turn is a new message."""
        table, view = self.table, self.table.view
        if view is None or self.panel is None or not self.news or (table.setup.clock or 0) < LONG_CLOCK:
            return False
        is_new = self.panel.version < table.annotations.asked_from
        return is_new and any(table.seats[seat].user is not None for seat in view.awaited)


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far one seat was told what it knows: event `learnt` taught it something last, up to event `told` it was told.

    A message that failed `tries` times in a row is not sent again before `again`. `message` is the id of the last DM.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None
    message: int | None = msgspec.field(default=None, name="letter")

    def heard(self, upto: int, message: int | None) -> "Delivery":
        """Return the delivery once the seat was told what it learnt up to that event, by the DM with this id if any."""
        newest = message if message is not None and upto >= self.told else self.message
        return replace(self, told=max(self.told, upto), tries=0, again=None, message=newest)

    def failed(self, again: datetime) -> "Delivery":
        """Return the delivery once nothing reached the seat, to be tried again at that moment."""
        return replace(self, tries=self.tries + 1, again=again)

    def is_undelivered(self) -> bool:
        """Return whether the seat has learnt something that it was not told."""
        return self.told < self.learnt

    def may_be_delivered(self, upto: int, now: datetime) -> bool:
        """Return whether the seat may be told now what it learnt up to event `upto`: nobody has told or claimed it."""
        return self.told < upto and (self.again is None or self.again <= now)


NO_DELIVERY = Delivery()


NumberedEvent = tuple[int, Event]


def chapters(events: Sequence[NumberedEvent]) -> tuple[Sequence[NumberedEvent], ...]:
    """Split events into those of each message: a chapter a round, and one for the end of the game.

    There is always a last chapter, which may be empty. What comes between a showdown and the next round (a forfeit
    settled, a voice for quitting) belongs to the round that is over. The roll-off belongs to the first round.
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
