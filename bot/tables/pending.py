"""Saved changes that are not yet shown or delivered, as frozen values, and the message for each event."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.history.past import PastGame
from bot.tables.model import LONG_CLOCK, Forfeit, TableView
from engine.core import events as e
from engine.core.events import Event
from engine.games import AnyHighlights, AnyView


class Undelivered(msgspec.Struct, frozen=True):
    """The view of one seat up to event `upto`, for this user alone, which they have not got yet.

    The delivery failed `tries` times in a row. `closed` means that their DMs were closed the last time, `message` is
    the id of the previous DM, `style` is the way they want DMs, in the words of their preferences, and `language` is
    theirs ("": that of their seat).
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
"""The public events of one message: those of a round, or the end of a game."""


class GameResult(msgspec.Struct, frozen=True):
    """The results for the people of a game that was played to its end.

    - `highlights`: the highlights of the game; `has_moment` is whether one can still be shared as a picture.
    - `earned`: achievements earned for the first time, as (seat, name); `collected`: how many their earners have on all
      servers, as (seat, before, now); `gained`: the points of rating that people won, as (seat, change).
    - `owed`: some of the open debts among them; `evening`: its games so far, if there were several.
    """

    highlights: AnyHighlights | None = None
    earned: tuple[tuple[int, str], ...] = ()
    collected: tuple[tuple[int, int, int], ...] = ()
    gained: tuple[tuple[int, int], ...] = ()
    owed: tuple[Forfeit, ...] = ()
    evening: tuple[PastGame, ...] = ()
    has_moment: bool = False


class Pending(msgspec.Struct, frozen=True):
    """Saved changes that are not yet shown: public events up to number `upto`, private deliveries, an old panel.

    `chapters` has the events of each message, from the live one (`panel`) on; the last chapter begins after event
    `told_from`. `is_begun` means that the live message has the first chapter; otherwise it is the lobby's. `outcome` is
    set at the end of a game.
    """

    table: TableView
    news: tuple[Event, ...]
    upto: int
    undelivered: tuple[Undelivered, ...]
    panel: PanelRef | None
    panel_stale: bool
    chapters: tuple[Chapter, ...] = ()
    told_from: int = 0
    is_begun: bool = False
    outcome: GameResult | None = None

    def is_a_turn_of_its_own(self) -> bool:
        """Return whether a person is newly asked at a table with a long clock, where each turn is a new message."""
        table, view = self.table, self.table.view
        if view is None or self.panel is None or not self.news or (table.setup.clock or 0) < LONG_CLOCK:
            return False
        is_new = self.panel.version < table.annotations.asked_from
        return is_new and any(table.seats[seat].user is not None for seat in view.awaited)


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deliveries to one seat: event `learnt` last changed what it knows, and it got everything up to `told`.

    A message that failed `tries` times in a row is not sent again before `again`. `message` is the id of the last DM.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None
    message: int | None = msgspec.field(default=None, name="letter")

    def heard(self, upto: int, message: int | None) -> "Delivery":
        """Return the delivery after the seat got everything up to that event, by the DM with this id if any."""
        newest = message if message is not None and upto >= self.told else self.message
        return replace(self, told=max(self.told, upto), tries=0, again=None, message=newest)

    def failed(self, again: datetime) -> "Delivery":
        """Return the delivery after a failure, to be tried again at that time."""
        return replace(self, tries=self.tries + 1, again=again)

    def is_undelivered(self) -> bool:
        """Return whether the seat knows something that was not delivered."""
        return self.told < self.learnt

    def may_be_delivered(self, upto: int, now: datetime) -> bool:
        """Return whether the seat may get everything up to event `upto` now: nobody has delivered or claimed it."""
        return self.told < upto and (self.again is None or self.again <= now)


NO_DELIVERY = Delivery()


NumberedEvent = tuple[int, Event]


def chapters(events: Sequence[NumberedEvent]) -> tuple[Sequence[NumberedEvent], ...]:
    """Split events into those of each message: a chapter for each round, and one for the end of the game.

    There is always a last chapter, which may be empty. Events between a showdown and the next round (a settled forfeit,
    a vote to quit) belong to the previous round. The roll-off belongs to the first round.
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
