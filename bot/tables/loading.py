"""Tables as they are loaded: from the database, or as a unit of work here left them, where that is still the newest.

Each write to a table's row moves a number in it. A table that was kept is only worth something to a unit of work that
ends by writing under that number: where the row was written to meanwhile, by whomever, that fails, and the same is done
again on the table as it is now loaded (`Changes`).

An outage is written down once, when it is over, whatever the number of tables. Each table's row has the number of the
newest outage that its moments include, and is corrected when it is next taken or loaded. A system clock that was put
back counts as an outage that ends before it begins: moments that were written by the old clock move back with it;
otherwise everything due would come that much later.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NoReturn

from bot.sharing import Outage, Outages
from bot.storage import Connection, table_rows
from bot.storage.table_rows import TableRow
from bot.tables.table import Table
from bot.tables.trouble import Code, NewerVersion, Trouble

log = logging.getLogger(__name__)

SAID_EVERY = timedelta(hours=1)
"""How often it is logged that tables are left to a newer version."""

WORTH_AN_EDIT = timedelta(seconds=5)
"""A panel is shown anew where its deadline has moved by at least this much."""


def put_right(table: Table, outages: Outages) -> None:
    """Give a table back the time that was lost since its moments were written."""
    marks = table.row.marks
    for outage in outages.unknown_to(table.row.guild, marks.outage):
        give_back(table, outage)
    marks.outage = max(outages.newest, marks.outage)


def give_back(table: Table, outage: Outage) -> None:
    """Move a table's moments by the time that this outage took; of a turn, only the time since it was shown counts."""
    marks, before = table.row.marks, table.deadline()
    lost = outage.resumed - outage.lost_from
    if lost < timedelta():
        marks.changed, marks.not_before = (
            _later(marks.changed, outage) or marks.changed,
            _later(marks.not_before, outage),
        )
    marks.since = _later(marks.since, outage)
    marks.ends_at = marks.ends_at + lost if marks.ends_at is not None else None
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
        and marks.panel_version is not None
    ):
        marks.panel_version = table.row.version - 1


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


MOST_KEPT = 500
"""So many tables are kept, those that were worked on last; one takes some 20 kB."""


class TableLoader:
    """Loads the tables of one database."""

    def __init__(self, now: Callable[[], datetime], outages: Outages) -> None:
        """`now()` returns the time as an aware datetime; `outages` are given back to each table that is loaded."""
        self.now, self.outages = now, outages
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._said: datetime | None = None

    def table(self, row: TableRow) -> Table:
        """Return a row as a table, with the time of outages given back. Raises `NewerVersion`."""
        if row.is_newer:
            self._leave_alone(row)
        table = Table(row, self.now())
        put_right(table, self.outages)
        return table

    def _leave_alone(self, row: TableRow) -> NoReturn:
        now = self.now()
        if self._said is None or abs(now - self._said) >= SAID_EVERY:
            self._said = now
            log.warning("Table %d was stored by a newer version of the bot, which alone goes on with it.", row.id)
        raise NewerVersion

    def look(self, connection: Connection, table_id: int) -> Table:
        """Load the table with this id without a lock, not to be saved. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=False)

    def load(self, connection: Connection, table_id: int) -> Table:
        """Load and lock the table with this id, to change it. Raises `Trouble` where there is none."""
        return self._load(connection, table_id, lock=True)

    def take(self, table_id: int) -> Table | None:
        """Return the table as it was last left here, for one unit of work alone; None where it is not kept.

        Whoever takes it keeps it again (`keep`), unless the work has failed.
        """
        table = self._kept.pop(table_id, None)
        if table is not None:
            table.begin(self.now())
            put_right(table, self.outages)
        return table

    def keep(self, table: Table) -> None:
        """Keep a table as a unit of work has left it, unless a later state of it is kept."""
        known = self._kept.get(table.row.id)
        if known is None or known.row.writes <= table.row.writes:
            self._kept[table.row.id] = table
            self._kept.move_to_end(table.row.id)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _load(self, connection: Connection, table_id: int, lock: bool) -> Table:
        row = table_rows.table(connection, table_id, lock=lock)
        if row is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        return self.table(row)
