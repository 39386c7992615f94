"""The one shape of every change of a table: one transaction, one change at a time, one answer a request.

A change takes `key`, the name of the request (an interaction's id, or the timer's table and version): the same key
again changes nothing and answers with the table as it is. What cannot be done raises `Refused` (the rules) or
`Trouble` (the table), and nothing has changed.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from weakref import WeakValueDictionary

from bot.storage import Connection, ledger, rows
from bot.storage.store import Store
from bot.tables import lobby, outcome
from bot.tables.model import TableInfo, Who
from bot.tables.sheet import Sheet, load


class Changes:
    """Changes the tables of one store."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self.store, self.now = store, now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def change(self, table_id: int, key: str, work: Callable[[Sheet], None], who: Who | None = None) -> TableInfo:
        """Let `work` change a table, in one transaction under `key`; `who` is remembered by name."""

        def transaction(connection: Connection) -> TableInfo:
            sheet = load(connection, table_id, self.now())
            if rows.answered(connection, key) is not None:
                return sheet.info()
            rows.answer(connection, key, table_id, self.now())
            work(sheet)
            if who is not None:
                ledger.name(connection, sheet.row.guild, who.id, who.name)
            return saved(connection, sheet)

        async with self.alone(table_id):
            return await self.store.write(transaction)

    async def opened(self, work: Callable[[Connection], Sheet], key: str) -> TableInfo:
        """Let `work` open a table, in one transaction under `key`."""

        def transaction(connection: Connection) -> TableInfo:
            done = rows.answered(connection, key)
            if done is not None:
                return load(connection, done, self.now()).info()
            # Before anything else: of two deliveries of one request the second waits here, and then finds the first's.
            rows.answer(connection, key, None, self.now())
            sheet = work(connection)
            rows.answer_with(connection, key, sheet.row.id)
            for user, name in sorted((seat.user, seat.name) for seat in sheet.seats if seat.user is not None):
                ledger.name(connection, sheet.row.guild, user, name)
            return sheet.info()

        return await self.store.write(transaction)

    @contextlib.asynccontextmanager
    async def alone(self, table_id: int) -> AsyncIterator[None]:
        """One change of a table at a time: waiting here costs less than waiting in the database."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield


def saved(connection: Connection, sheet: Sheet) -> TableInfo:
    """Save a changed table and all that it leaves behind."""
    sheet.save(connection)
    there = lobby.people(sheet.there())
    if there != sheet.there_at_first:
        rows.seat_people(connection, sheet.row.id, there)
    outcome.record(connection, sheet)
    return sheet.info()
