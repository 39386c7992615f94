"""What this process has of its tables in memory: as they were left here, who pressed lately, and what is due next.

Nothing depends on it. Each write to a table's row moves a number in it: a table that was left here is worth something
only to a unit of work that ends by writing under that number. Where the row was written to meanwhile, by whomever, that
fails, and the same is done again on the table as it is in the database (`Changes`).
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NoReturn

from bot.sharing import Outages
from bot.storage import Connection, table_rows
from bot.storage.table_rows import TableRow
from bot.tables.duties import Due
from bot.tables.lost_time import put_right
from bot.tables.table import Table
from bot.tables.trouble import Code, NewerVersion, Trouble

log = logging.getLogger(__name__)

SAID_EVERY = timedelta(hours=1)
"""How often it is logged that tables are left to a newer version."""

MOST_KEPT = 500
"""So many tables are kept, those that were worked on last; one takes some 20 kB."""

LEFT_FOR = timedelta(minutes=10)
"""A table that was left alone for longer is not kept: most are over by then."""


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
        self._put_right(table)
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
            self._put_right(table)
        return table

    def keep(self, table: Table) -> None:
        """Keep a table as a unit of work has left it, unless a later state of it is kept."""
        known = self._kept.get(table.row.id)
        if known is None or known.row.writes <= table.row.writes:
            self._kept[table.row.id] = table
            self._kept.move_to_end(table.row.id)
        while len(self._kept) > MOST_KEPT or table.now - next(iter(self._kept.values())).now > LEFT_FOR:
            self._kept.popitem(last=False)

    def _load(self, connection: Connection, table_id: int, lock: bool) -> Table:
        row = table_rows.table(connection, table_id, lock=lock)
        if row is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        return self.table(row)

    def _put_right(self, table: Table) -> None:
        if table.row.marks.outage < self.outages.newest:
            put_right(table, self.outages)


FORGOTTEN = timedelta(minutes=10)
"""Presses that are older are forgotten."""

MOST_PRESSES = 10_000
"""The number of presses after which the forgotten ones are cleared away."""


class Presence:
    """When each person last pressed anything, by table. It is kept in memory only.

    After a restart somebody is pinged a little early at worst, or seated again who has gone.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now()` returns the time as an aware datetime."""
        self._now, self._since = now, now()
        self._pressed: dict[int, dict[int, datetime]] = {}
        self._count = 0

    def pressed(self, table_id: int, user: int) -> None:
        """Note that `user` pressed something of this table now."""
        self._pressed.setdefault(table_id, {})[user] = self._now()
        self._count += 1
        if self._count > MOST_PRESSES:
            self._forget()

    def at(self, table_id: int) -> Mapping[int, datetime]:
        """Return when each person last pressed anything of this table."""
        return self._pressed.get(table_id, {})

    def here(self, table_id: int) -> frozenset[int] | None:
        """Return who pressed something of this table in the last ten minutes; None where not all of them are known."""
        since, pressed = self._now() - FORGOTTEN, self.at(table_id)
        is_known = bool(pressed) and since >= self._since
        return frozenset(user for user, at in pressed.items() if at > since) if is_known else None

    def _forget(self) -> None:
        since = self._now() - FORGOTTEN
        self._pressed = {
            table: newer
            for table, people in self._pressed.items()
            if (newer := {user: moment for user, moment in people.items() if moment > since})
        }
        self._count = sum(len(people) for people in self._pressed.values())


class Agenda:
    """Passes every duty that this process saves on to the driver, which keeps the time.

    Nothing depends on it: without a listener, or after a crash, the column is read instead.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int, Due | None], None] | None = None

    def listen(self, listener: Callable[[int, Due | None], None]) -> None:
        """Call `listener` with each table's next duty from now on; None where nothing is due there any more."""
        self._listener = listener

    def note(self, table_id: int, due: Due | None) -> None:
        """Tell the listener what the table's row says now."""
        if self._listener is not None:
            self._listener(table_id, due)
