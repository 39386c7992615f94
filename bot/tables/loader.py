"""From a row to a table as of now, with the time given back that was lost while nobody could move.

An outage is written down once, when time passes again; ten thousand tables cost nothing then. Each table keeps the
number of the newest outage that its moments know of, and is put right when it is next read.

A clock on the wall that was put back is an outage, too, which ends before it begins: what was written down by the clock
as it was moves back with it, or everything due would come as much later.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.storage import Connection, processes
from bot.storage.processes import Outage

if TYPE_CHECKING:
    from bot.tables.loaded import LoadedTable
from collections.abc import Callable

from bot.storage import table_rows
from bot.storage.table_rows import TableRow
from bot.tables.loaded import LoadedTable
from bot.tables.mutable import MutableTable
from bot.tables.trouble import Code, Trouble

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
