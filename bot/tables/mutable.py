"""One table while a transaction works on it: changed and saved, or not at all."""

from datetime import datetime

from msgspec.structs import replace

from bot.storage import Connection, table_rows
from bot.storage.table_rows import TableRow
from bot.tables import codec
from bot.tables.loaded import LoadedTable
from bot.tables.model import Annotations, Status
from bot.tables.pending import NO_DELIVERY, Delivery, learners
from engine import games
from engine.core.events import Event
from engine.core.state import Phase

LONGEST_SHOWING = 5.0
"""Seconds: whatever is shown later than that was held up by something else than a busy channel."""


class MutableTable(LoadedTable):
    """A table as it is being changed. Never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        super().__init__(row, now)
        self.deliveries = codec.deliveries(row.private_news)
        self.events: list[Event] = []
        self.is_retired = False
        self._game_at_first = self.game
        self.there_at_first = tuple(seat.user for seat in self.there() if seat.user is not None)
        self._was_version = row.version
        self._first_seq = row.seq

    def apply(self, events: tuple[Event, ...], game: games.AnyGame) -> None:
        """Take over what a play brought."""
        self.events += events
        self.game = game
        self.row.seq += len(events)

    def delivered(self, seat: int, upto: int, letter: int | None = None) -> None:
        """A seat is told what it has learnt up to that event, by this DM where it took one."""
        delivery = self.deliveries[seat]
        newest = letter if letter is not None and upto >= delivery.told else delivery.letter
        self._note(seat, replace(delivery, told=max(delivery.told, upto), tries=0, again=None, letter=newest))

    def delivery_failed(self, seat: int, again: datetime) -> None:
        """A seat could not be told; it is tried again then."""
        self._note(seat, replace(self.deliveries[seat], tries=self.deliveries[seat].tries + 1, again=again))

    def postpone_delivery(self, seat: int, until: datetime) -> None:
        """A seat is not told before that moment."""
        self._note(seat, replace(self.deliveries[seat], again=until))

    def update_row(self) -> None:
        """Bring the row up to date with what was done: the next version, and no time has run yet."""
        row = self.row
        row.version = self._was_version + 1
        row.setup, row.seats = codec.encode(self.setup), codec.encode(self.seats)
        row.waiting = codec.encode(self.waiting)
        row.changed, row.tries, row.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            self._ask_anew()
        elif self.events and self.game is not None and self.game.state.phase is Phase.PASSING:
            self.annotate(asked_from=row.version)  # in the cup each act changes what the next would do
        if self.is_retired:
            row.shown_seq, row.panel_version = row.seq, row.version
        if self.game is not None:
            row.public, row.hidden = codec.snapshot(self.game)
            self._note_what_was_learnt(self.game)

    def save(self, connection: Connection) -> None:
        """Store the row and the events. Call after `update_row`.

        Raises `rows.Moved` if the table was saved by somebody else since it was loaded.
        """
        table_rows.save_table(connection, self.row, self._was_version)
        numbered = enumerate(self.events, self._first_seq + 1)
        happened = [codec.event_row(seq, event) for seq, event in numbered]
        table_rows.add_events(connection, self.row.id, self.now, happened)

    def wake_up(self, seat: int) -> bool:
        """Somebody is here: they doze no more, and missed nothing (L2). Whether that changes anything.

        Where they are asked, or all slept, the time begins anew when that is shown.
        """
        annotations = self.annotations
        if seat not in (*annotations.missed, *annotations.dozing):
            return False
        slept = self.is_asleep() or (seat in annotations.dozing and seat in games.awaited(self.running()))
        self.annotate(
            missed=tuple(other for other in annotations.missed if other != seat),
            dozing=tuple(other for other in annotations.dozing if other != seat),
        )
        if slept:
            self.annotate(called=0)
            self.row.since = None
        return True

    def mark_shown(self) -> None:
        """All that is saved stands there: from now on the time of whoever is asked runs."""
        self.annotate(unseen=0, elsewhere=False)
        if self.row.since is not None:
            return
        self.row.since = self.now
        if self.game is not None and self.game.state.phase not in (Phase.BETWEEN, Phase.OVER):  # those take their time
            took = min((self.now - self.row.changed).total_seconds(), LONGEST_SHOWING)
            self.annotate(showing=max(round(took, 2), round(self.annotations.showing / 2, 2)))

    def mark_stale(self) -> None:
        """What goes on beside the game has changed: the panel says so, and no version moves."""
        self.row.changed = self.now
        if self.row.panel_version is not None:
            self.row.panel_version = min(self.row.panel_version, self.row.version - 1)

    def _ask_anew(self) -> None:
        """Something else is asked from here on: no time has run for it, and nobody was called or has said anything."""
        row, before = self.row, self.annotations
        run = self.is_run(self._game_at_first) and self.is_run(self.game)
        self.annotations = Annotations()
        self.annotate(
            asked_from=row.version,
            missed=before.missed,
            dozing=before.dozing,
            ahead=before.ahead,
            call=before.call,
            computers_since=(before.computers_since or row.since) if run else None,
            unseen=max(before.unseen - 1, 0) if run else 0,
            showing=before.showing,
        )
        row.since, row.quiet = None, False

    def _note_what_was_learnt(self, game: games.AnyGame) -> None:
        for seat in learners(self._game_at_first, game, len(self.seats)):
            delivery = self.deliveries.get(seat, NO_DELIVERY)
            self._note(seat, replace(delivery, learnt=self.row.seq, tries=0, again=None))

    def _note(self, seat: int, delivery: Delivery) -> None:
        self.deliveries[seat] = delivery
        self.row.private_news = codec.encode(self.deliveries)


def question(game: games.AnyGame | None) -> tuple[object, ...]:
    """Who is asked what: while this stays the same, the clock runs on."""
    if game is None:
        return ()
    state = game.state
    if state.phase is Phase.BETWEEN:  # one pause, whatever is settled in it (P1)
        return state.round, state.phase
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())
