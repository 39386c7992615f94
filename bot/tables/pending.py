"""What is saved and not yet shown, as plain frozen values."""

import msgspec

from bot.tables.model import LONG_CLOCK, TableInfo
from engine.core.events import Event
from engine.games import AnyHighlights, AnyView


class Untold(msgspec.Struct, frozen=True):
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
    untold: tuple[Untold, ...]
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
        is_new = self.panel.version < table.meanwhile.asked_from
        return is_new and any(table.seats[seat].user is not None for seat in view.awaited)
