"""The in-memory state of this process: cached tables, people's last presses, and the listener for duties.

The bot works correctly without it. Each write to a table's row increments a number in that row. A write to a cached
table expects the number that the row had when the table was cached. If the row has been written since then, the write
fails, and the work is repeated on the table in the database (`Changes`).
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
"""Tables that a newer version has stored are logged at most once in this time."""

MOST_KEPT = 500
"""The most tables that are cached; the least recently used are dropped. A table takes about 20 kB."""

LEFT_FOR = timedelta(minutes=10)
"""A table that was not used for this long is dropped from the cache, since its game is probably over."""


class TableLoader:
    """Loads the tables of one database, and caches them."""

    def __init__(self, now: Callable[[], datetime], outages: Outages) -> None:
        """Prepare an empty cache.

        `now()` returns the current time as an aware datetime. The times of loaded tables are corrected for `outages`.
        """
        self.now, self.outages = now, outages
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._said: datetime | None = None

    def table(self, row: TableRow) -> Table:
        """Return the table that is stored in `row`, with its times corrected for outages.

        Raises `NewerVersion` if a newer version of the bot has stored the row.
        """
        if row.is_newer:
            self._leave_alone(row)
        table = Table(row, self.now())
        self._put_right(table)
        return table

    def _leave_alone(self, row: TableRow) -> NoReturn:
        now = self.now()
        if self._said is None or abs(now - self._said) >= SAID_EVERY:
            self._said = now
            log.warning("Table %d was stored by a newer version of the bot, which alone works on it.", row.id)
        raise NewerVersion

    def look(self, connection: Connection, table_id: int) -> Table:
        """Load a table without a lock, only to read it. Raises `Trouble` if there is no such table."""
        return self._load(connection, table_id, lock=False)

    def load(self, connection: Connection, table_id: int) -> Table:
        """Load and lock a table, to change it. Raises `Trouble` if there is no such table."""
        return self._load(connection, table_id, lock=True)

    def take(self, table_id: int) -> Table | None:
        """Remove a table from the cache for one unit of work. Return the table, or None if it is not cached.

        The caller puts the table back with `keep`, unless the work has failed.
        """
        table = self._kept.pop(table_id, None)
        if table is not None:
            table.begin(self.now())
            self._put_right(table)
        return table

    def keep(self, table: Table) -> None:
        """Put a table into the cache after a unit of work, unless a later state of the table is cached."""
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
"""Presses older than this are forgotten."""

MOST_PRESSES = 10_000
"""After this many presses, old presses are removed from memory."""


class Presence:
    """Remembers the time of each person's last press at each table, in memory only.

    After a restart, a person may be pinged a little early, or may get a seat in a rematch after leaving their screen.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Start without presses. `now()` returns the time as an aware datetime."""
        self._now, self._since = now, now()
        self._pressed: dict[int, dict[int, datetime]] = {}
        self._count = 0

    def pressed(self, table_id: int, user: int) -> None:
        """Record that `user` has just pressed something at this table."""
        self._pressed.setdefault(table_id, {})[user] = self._now()
        self._count += 1
        if self._count > MOST_PRESSES:
            self._forget()

    def at(self, table_id: int) -> Mapping[int, datetime]:
        """Return the time of each person's last press at this table, by user id."""
        return self._pressed.get(table_id, {})

    def here(self, table_id: int) -> frozenset[int] | None:
        """Return the people who pressed something at this table in the last ten minutes.

        Return None if no press is known, or if this process has not run for ten minutes.
        """
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
    """Tells the driver, which keeps the time, the next duty of each table that this process has changed.

    It tells None if another process carries out the table's duties. It is not told of postponed duties. The bot also
    works without it, because the driver reads the tables that are due from the database as well.
    """

    def __init__(self) -> None:
        self._listener: Callable[[int, Due | None], None] | None = None

    def listen(self, listener: Callable[[int, Due | None], None]) -> None:
        """Register `listener`. It is called whenever a table is saved, with the table's id and next duty (or None)."""
        self._listener = listener

    def note(self, table_id: int, due: Due | None) -> None:
        """Pass the next duty of a table to the listener, if there is one."""
        if self._listener is not None:
            self._listener(table_id, due)
