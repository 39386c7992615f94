"""A table while a transaction changes it: loaded, with the time of outages given back, changed, and saved as a whole.

An outage is written down once, when it is over, whatever the number of tables. Each table's row has the number of the
newest outage that its moments include, and is corrected when it is next read.

A system clock that was put back counts as an outage that ends before it begins: moments that were written by the old
clock move back with it; otherwise everything due would come that much later.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.sharing import Outage, Outages
from bot.storage import Connection, table_rows
from bot.storage.table_rows import TableRow
from bot.tables import loaded_table
from bot.tables.loaded_table import LoadedTable
from bot.tables.model import Annotations, Status
from bot.tables.pending import NO_DELIVERY, Delivery, learners
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.core.events import Event, GameOver
from engine.core.state import Phase

LONGEST_SHOWING = 5.0
"""The most seconds by which a busy channel delays an edit; a longer delay has another cause."""


MOST_LATE = 20
"""So many late calls are remembered, until the message of their round is folded."""


class MutableTable(LoadedTable):
    """A table that may be changed and saved. It never leaves the use cases, for it holds everybody's dice."""

    def __init__(self, row: TableRow, now: datetime) -> None:
        super().__init__(row, now)
        self.deliveries = loaded_table.deliveries(row.private_news)
        self.events: list[Event] = []
        self.is_retired = self.is_silent = False
        self._game_at_first = self.game
        self.there_at_first = tuple(seat.user for seat in self.there() if seat.user is not None)
        self._was_version = row.version
        self._first_seq = row.seq

    def apply(self, events: tuple[Event, ...], game: games.AnyGame) -> None:
        """Take over the events of a play and the game after it."""
        self.events += events
        self.game = game
        self.row.seq += len(events)

    def delivered(self, seat: int, upto: int, message: int | None = None) -> None:
        """Note that a seat was told what it learnt up to event `upto`; `message` is the id of the DM, if any."""
        delivery = self.deliveries[seat]
        newest = message if message is not None and upto >= delivery.told else delivery.message
        self._note(seat, replace(delivery, told=max(delivery.told, upto), tries=0, again=None, message=newest))

    def delivery_failed(self, seat: int, again: datetime) -> None:
        """Note that a seat could not be told; it is tried again at that moment."""
        self._note(seat, replace(self.deliveries[seat], tries=self.deliveries[seat].tries + 1, again=again))

    def postpone_delivery(self, seat: int, until: datetime) -> None:
        """Put off telling a seat what it has learnt until that moment."""
        self._note(seat, replace(self.deliveries[seat], again=until))

    def update_row(self) -> None:
        """Write the changes into the row, with a new version; the clock starts anew unless the game asks the same."""
        row = self.row
        row.version = self._was_version + 1
        row.setup, row.seats = loaded_table.encode(self.setup), loaded_table.encode(self.seats)
        row.waiting = loaded_table.encode(self.waiting)
        row.changed, row.tries, row.not_before = self.now, 0, None
        if self.status is not Status.PLAYING or question(self.game) != question(self._game_at_first):
            self._ask_anew()
        elif self.events and self.game is not None and self.game.state.phase is Phase.PASSING:
            self.annotate(asked_from=row.version)  # in the cup each act changes what the next would do
        if self.is_silent and (self.status is Status.OVER or self.plays_itself_out()):
            self._leave_unshown()
        if self.is_retired:
            row.shown_seq, row.panel_version = row.seq, row.version
        if self.game is not None:
            row.public, row.hidden = loaded_table.snapshot(self.game)
            self._note_what_was_learnt(self.game)

    def _leave_unshown(self) -> None:
        """Count what computer players did among themselves (L3) as shown, but for the end of the game."""
        over = next((at for at, event in enumerate(self.events) if isinstance(event, GameOver)), None)
        self.row.shown_seq = self.row.seq - (len(self.events) - over if over is not None else 0)
        if over is None:
            self.row.panel_version = self.row.version

    def save(self, connection: Connection) -> None:
        """Store the row and the events. Call after `update_row`.

        Raises `table_rows.Moved` if the table was saved by somebody else since it was loaded.
        """
        table_rows.save_table(connection, self.row, self._was_version)
        numbered = enumerate(self.events, self._first_seq + 1)
        happened = [loaded_table.event_row(seq, event) for seq, event in numbered]
        table_rows.add_events(connection, self.row.id, self.now, happened)

    def wake_up(self, seat: int) -> bool:
        """Note that somebody is present: they doze no more and have missed no turn (L2). Return whether that is new.

        If everybody slept, or if this person dozed and is asked now, the clock starts anew as soon as that is shown.
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
        """Note that everything saved is shown; from now on the clock of the people who are asked runs."""
        self.annotate(unseen=0, elsewhere=False)
        if self.row.since is not None:
            return
        self.row.since = self.now
        if self.game is not None and self.game.state.phase not in (Phase.BETWEEN, Phase.OVER):  # those take their time
            took = min((self.now - self.row.changed).total_seconds(), LONGEST_SHOWING)
            self.annotate(showing=max(round(took, 2), round(self.annotations.showing / 2, 2)))

    def mark_stale(self) -> None:
        """Have the panel shown anew because an annotation has changed; the version stays."""
        self.row.changed = self.now
        if self.row.panel_version is not None:
            self.row.panel_version = min(self.row.panel_version, self.row.version - 1)

    def _ask_anew(self) -> None:
        """Reset what was noted for the former question: for the new one no time has run, and nobody was pinged."""
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
            late=before.late[-MOST_LATE:],
            why=before.why,
            remark=before.remark,
            wrote=before.wrote,
            dares=before.dares,
            evening=before.evening,
        )
        row.since, row.quiet = None, False

    def _note_what_was_learnt(self, game: games.AnyGame) -> None:
        for seat in learners(self._game_at_first, game, len(self.seats)):
            delivery = self.deliveries.get(seat, NO_DELIVERY)
            self._note(seat, replace(delivery, learnt=self.row.seq, tries=0, again=None))

    def _note(self, seat: int, delivery: Delivery) -> None:
        self.deliveries[seat] = delivery
        self.row.private_news = loaded_table.encode(self.deliveries)


def question(game: games.AnyGame | None) -> tuple[object, ...]:
    """Return a value that stays the same while the same is asked of the same people, so that the clock runs on."""
    if game is None:
        return ()
    state = game.state
    if state.phase is Phase.BETWEEN:  # one pause, whatever is settled in it (P1)
        return state.round, state.phase
    return state.round, state.phase, games.awaited(game), state.standing, getattr(state, "votes", ())


WORTH_AN_EDIT = timedelta(seconds=5)
"""A panel is shown anew where its deadline has moved by at least this much."""


def put_right(table: "LoadedTable", outages: Outages) -> None:
    """Give a table back the time that was lost since its moments were written."""
    for outage in outages.unknown_to(table.row.guild, table.row.outage):
        give_back(table, outage)
    table.row.outage = max(outages.newest, table.row.outage)


def give_back(table: "LoadedTable", outage: Outage) -> None:
    """Move a table's moments by the time that this outage took; of a turn, only the time since it was shown counts."""
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
    """Return a moment from which time runs, moved later by what the outage took; one after the outage stays.

    Where the clock was put back the moment is moved earlier, unless it is past by the new clock as well.
    """
    if moment is None:
        return None
    if outage.resumed < outage.lost_from:
        return moment - (outage.lost_from - outage.resumed) if moment > outage.resumed else moment
    if moment >= outage.resumed:
        return moment
    return moment + (outage.resumed - max(outage.lost_from, moment))


class TableLoader:
    """Loads the tables of one database."""

    def __init__(self, now: Callable[[], datetime], outages: Outages) -> None:
        """`now()` returns the time as an aware datetime; `outages` are given back to each table that is loaded."""
        self.now, self.outages = now, outages

    def table(self, row: TableRow) -> LoadedTable:
        """Return a row as a table that may be read."""
        table = LoadedTable(row, self.now())
        put_right(table, self.outages)
        return table

    def mutable(self, row: TableRow) -> MutableTable:
        """Return a row as a table that may be changed."""
        table = MutableTable(row, self.now())
        put_right(table, self.outages)
        return table

    def look(self, connection: Connection, table_id: int) -> MutableTable:
        """Load the table with this id without a lock, not to be saved. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=False)

    def load(self, connection: Connection, table_id: int) -> MutableTable:
        """Load and lock the table with this id, to change it. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=True)

    def _load(self, connection: Connection, table_id: int, lock: bool) -> MutableTable:
        row = table_rows.table(connection, table_id, lock=lock)
        if row is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        return self.mutable(row)
