"""A table while a transaction changes it: loaded with the time that an outage took given back, changed, and saved."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.storage import Connection, processes, table_rows
from bot.storage.processes import Outage
from bot.storage.table_rows import TableRow
from bot.tables import loaded
from bot.tables.loaded import LoadedTable
from bot.tables.model import Annotations, Status
from bot.tables.pending import NO_DELIVERY, Delivery, learners
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.events import Event
from engine.core.state import Phase

LONGEST_SHOWING = 5.0
"""Seconds: whatever is shown later than that was held up by something else than a busy channel."""


class MutableTable(LoadedTable):
    """A table as it is being changed. Never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        super().__init__(row, now)
        self.deliveries = loaded.deliveries(row.private_news)
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
        row.setup, row.seats = loaded.encode(self.setup), loaded.encode(self.seats)
        row.waiting = loaded.encode(self.waiting)
        row.changed, row.tries, row.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            self._ask_anew()
        elif self.events and self.game is not None and self.game.state.phase is Phase.PASSING:
            self.annotate(asked_from=row.version)  # in the cup each act changes what the next would do
        if self.is_retired:
            row.shown_seq, row.panel_version = row.seq, row.version
        if self.game is not None:
            row.public, row.hidden = loaded.snapshot(self.game)
            self._note_what_was_learnt(self.game)

    def save(self, connection: Connection) -> None:
        """Store the row and the events. Call after `update_row`.

        Raises `rows.Moved` if the table was saved by somebody else since it was loaded.
        """
        table_rows.save_table(connection, self.row, self._was_version)
        numbered = enumerate(self.events, self._first_seq + 1)
        happened = [loaded.event_row(seq, event) for seq, event in numbered]
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
        self.row.private_news = loaded.encode(self.deliveries)


def question(game: games.AnyGame | None) -> tuple[object, ...]:
    """Who is asked what: while this stays the same, the clock runs on."""
    if game is None:
        return ()
    state = game.state
    if state.phase is Phase.BETWEEN:  # one pause, whatever is settled in it (P1)
        return state.round, state.phase
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())


WORTH_AN_EDIT = timedelta(seconds=5)
"""Where a deadline has moved by so much, the panel that shows it is corrected."""


class Outages:
    """The outages of one database, as far as this process knows them; newest last."""

    def __init__(self) -> None:
        self._known: list[Outage] = []

    @property
    def newest(self) -> int:
        """The number of the newest one; 0 where there was none."""
        return self._known[-1].id if self._known else 0

    def learn(self, connection: Connection) -> None:
        """Read what has been written down since: numbers come in order, for whoever writes one holds the shards."""
        self._known += processes.outages_since(connection, self.newest)

    def forget(self, before: datetime) -> None:
        """Keep those that ended after then, and the last one."""
        self._known = [each for each in self._known[:-1] if each.resumed >= before] + self._known[-1:]

    def put_right(self, table: "LoadedTable") -> None:
        """Give a table back what was lost since its moments were written; it knows all outages then."""
        for outage in reversed(list(self._unknown_to(table))):
            give_back(table, outage)
        table.row.outage = max(self.newest, table.row.outage)

    def _unknown_to(self, table: "LoadedTable") -> Iterator[Outage]:
        """The outages of the table's server that it knows nothing of, the newest first."""
        for outage in reversed(self._known):
            if outage.id <= table.row.outage:
                return
            if outage.shards.have(table.row.guild):
                yield outage


def give_back(table: "LoadedTable", outage: Outage) -> None:
    """Give one table its lost time back, its turn as much of it as it had been shown before."""
    row, before = table.row, table.deadline()
    lost = outage.resumed - outage.lost_from
    if lost < timedelta():
        row.changed, row.not_before = _later(row.changed, outage) or row.changed, _later(row.not_before, outage)
    row.since = _later(row.since, outage)
    row.ends_at = row.ends_at + lost if row.ends_at is not None else None
    held = table.annotations.held_until
    table.annotate(
        held_until=held + lost if held is not None and held > min(outage.lost_from, outage.resumed) else held,
        computers_since=_later(table.annotations.computers_since, outage),
    )
    after = table.deadline()
    if (
        before is not None
        and after is not None
        and abs(after - before) >= WORTH_AN_EDIT
        and row.panel_version is not None
    ):
        row.panel_version = row.version - 1


def _later(moment: datetime | None, outage: Outage) -> datetime | None:
    """A moment from which time runs: as much later as it lost, which is nothing where it came afterwards.

    Where the clock was put back: as much earlier, but for what is past by the new clock as well.
    """
    if moment is None:
        return None
    if outage.resumed < outage.lost_from:
        return moment - (outage.lost_from - outage.resumed) if moment > outage.resumed else moment
    if moment >= outage.resumed:
        return moment
    return moment + (outage.resumed - max(outage.lost_from, moment))


class TableLoader:
    """Reads the tables of one database."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self.now, self.outages = now, Outages()

    def table(self, row: TableRow) -> LoadedTable:
        """A row as a table that may be looked at."""
        table = LoadedTable(row, self.now())
        self.outages.put_right(table)
        return table

    def mutable(self, row: TableRow) -> MutableTable:
        """A row as a table that may be changed."""
        table = MutableTable(row, self.now())
        self.outages.put_right(table)
        return table

    def look(self, connection: Connection, table_id: int) -> MutableTable:
        """The table with this id, not to be saved. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=False)

    def load(self, connection: Connection, table_id: int) -> MutableTable:
        """The table with this id, locked for changing. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=True)

    def _load(self, connection: Connection, table_id: int, lock: bool) -> MutableTable:
        row = table_rows.table(connection, table_id, lock=lock)
        if row is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        return self.mutable(row)
