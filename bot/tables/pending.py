"""The saved changes of a table that are not yet shown or delivered, as frozen values.

A game's events are split into chapters; each chapter is shown by one message.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.history.past import PastGame
from bot.tables.model import LONG_CLOCK, Forfeit, TableView
from engine.core import events as e
from engine.core.events import Event
from engine.core.highlights import Best
from engine.games import AnyHighlights, AnyView


class Undelivered(msgspec.Struct, frozen=True):
    """A view of the game that one person has not received yet. The view includes all events up to number `upto`.

    The delivery has failed `tries` times in a row. `may_have_arrived` is whether an earlier attempt may have succeeded
    without the bot noticing. `closed` is whether the person's DMs were closed at the last attempt. `message` is the id
    of the previous DM. `style` is the person's preference for DMs. `language` is the person's language, or "" for the
    language of their seat.
    """

    seat: int
    user: int
    upto: int
    view: AnyView
    tries: int = 0
    may_have_arrived: bool = False
    closed: bool = False
    message: int | None = None
    style: str = "each-round"
    language: str = ""

    def __repr__(self) -> str:
        return f"Undelivered(seat={self.seat}, user={self.user}, upto={self.upto}, view=<hidden>)"


class LastDM(msgspec.Struct, frozen=True):
    """The last DM of a game that is over: the `message`, its recipient, and their language. It still shows dice."""

    user: int
    message: int
    language: str


class PanelRef(msgspec.Struct, frozen=True):
    """The message with a table's live panel, and the version of the table that it shows."""

    channel: int
    message: int
    version: int


Chapter = tuple[Event, ...]
"""The public events that one message shows: the events of a round, or of the end of a game."""


class GameResult(msgspec.Struct, frozen=True):
    """The results of a game that was played to its end.

    - `highlights`: the highlights of the game. `moment`: its best feat, of which there is a picture. `has_moment`:
      whether this picture can still be shared.
    - `earned`: the achievements that people earned for the first time, as (seat, name). `collected`: how many
      achievements these people had before and have now, as (seat, before, now). `gained`: changes of rating, as
      (seat, change).
    - `owed`: some of the open debts among these people. `evening`: the games of the evening so far, if there were
      several.
    """

    highlights: AnyHighlights | None = None
    earned: tuple[tuple[int, str], ...] = ()
    collected: tuple[tuple[int, int, int], ...] = ()
    gained: tuple[tuple[int, int], ...] = ()
    owed: tuple[Forfeit, ...] = ()
    evening: tuple[PastGame, ...] = ()
    has_moment: bool = False
    moment: Best | None = None


class Pending(msgspec.Struct, frozen=True):
    """The saved changes of a table that are not yet shown.

    - `news`: the public events that are not shown, up to number `upto`. `undelivered`: the private deliveries.
    - `panel`: the live message, or None. `panel_stale`: whether the live message shows an older version of the table.
    - `chapters`: the events of each message, beginning with the live message. The last chapter begins after event
      `told_from`.
    - `is_begun`: whether the live message shows the first chapter. If it does not, it still shows the lobby.
    - `outcome`: the results of the game, if it has ended. `last_dms`: the DMs that do not say yet that the game has
      ended.
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
    last_dms: tuple[LastDM, ...] = ()

    def shown_after(self, seconds: float) -> "Pending":
        """Return these changes with a next round that begins this many seconds later.

        The message takes this long to show the whole showdown, and the pause begins only then.
        """
        if self.table.next_round is None:
            return self
        later = self.table.next_round + timedelta(seconds=seconds)
        return replace(self, table=replace(self.table, next_round=later))

    def ends_a_round(self) -> bool:
        """Return whether a round or the game is over, so that private notes about the round are no longer needed."""
        return any(isinstance(event, e.RoundBegan | e.GameOver) for event in self.news)

    def is_a_turn_of_its_own(self) -> bool:
        """Return whether these changes ask a person to act at a table with a long turn clock.

        At such a table, each turn is shown in a new message.
        """
        table, view = self.table, self.table.view
        if view is None or self.panel is None or not self.news or (table.setup.clock or 0) < LONG_CLOCK:
            return False
        is_new = self.panel.version < table.annotations.asked_from
        return is_new and any(table.seats[seat].user is not None for seat in view.awaited)


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deliveries to one seat.

    The person in the seat has received all events up to number `told`. `learnt` is the number of the last event that
    they have to receive. If a delivery has failed `tries` times in a row, it is not tried again before the time
    `again`. `message` is the id of the last DM.
    """

    learnt: int = 0
    told: int = 0
    tries: int = 0
    again: datetime | None = None
    message: int | None = msgspec.field(default=None, name="letter")

    def heard(self, upto: int, message: int | None) -> "Delivery":
        """Return the delivery after the person has received everything up to event `upto`.

        `message` is the id of the DM that delivered it, or None if there was no DM.
        """
        newest = message if message is not None and upto >= self.told else self.message
        return replace(self, told=max(self.told, upto), tries=0, again=None, message=newest)

    def failed(self, again: datetime) -> "Delivery":
        """Return the delivery after a failed attempt; it is tried again at the time `again`."""
        return replace(self, tries=self.tries + 1, again=again)

    def is_undelivered(self) -> bool:
        """Return whether the person still has to receive an event."""
        return self.told < self.learnt

    def may_be_delivered(self, upto: int, now: datetime) -> bool:
        """Return whether everything up to event `upto` may be delivered now.

        It may not if it was delivered already, if another task has claimed it, or if a failed attempt has to wait.
        """
        return self.told < upto and (self.again is None or self.again <= now)


NO_DELIVERY = Delivery()


NumberedEvent = tuple[int, Event]


def chapters(events: Sequence[NumberedEvent]) -> tuple[Sequence[NumberedEvent], ...]:
    """Split events into chapters, one for each message: one for each round, and one for the end of the game.

    There is always at least one chapter. The last chapter may be empty. Events between a showdown and the next round
    (a settled forfeit, a vote to quit) belong to the previous round. The roll-off belongs to the first round.
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
