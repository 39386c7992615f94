"""Makes every change to a table, each in one transaction. Changes to the same table run one after another.

A change takes `key`, which identifies its request: an interaction's id, or a timer's table and version. If the key was
used before, the change has no effect, and the unchanged table is returned. An impossible change raises `Refused` (if
the rules of the game forbid it) or `Trouble` (for another reason), and has no effect.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from bot.metrics import HOUR, MOVES
from bot.sharing import Sharing
from bot.storage import Connection, personal, table_rows
from bot.storage.store import Store
from bot.storage.table_rows import StaleTable
from bot.tables import bookkeeping, computer_comments, dares, door, model
from bot.tables.duties import Due, next_due
from bot.tables.memory import Agenda, Presence, TableLoader
from bot.tables.model import TableView, Who
from bot.tables.pace import PACES, Pace
from bot.tables.table import Table
from bot.tables.trouble import Trouble, Unconfirmed
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

T = TypeVar("T")


class Saved(msgspec.Struct, frozen=True):
    """The result of saving a table: the table, its next duty, and the data to log and count after the transaction.

    `ended` is the log line about the end of its game, or "" if the game did not end. `has_moved` is whether the change
    produced events of the game.
    """

    table: TableView
    due: Due | None
    ended: str = ""
    has_moved: bool = False


class Changes:
    """Makes all changes to the tables of one store."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], pace: Pace | None = None, sharing: Sharing | None = None
    ) -> None:
        """Prepare to change the tables in `store`.

        `now()` returns the current time as an aware datetime. If `pace` is given, every table uses it instead of its
        own pace. `sharing` knows for which tables this process is responsible. By default, it is responsible for all
        of them.
        """
        self.store, self.now, self.pace, self.sharing = store, now, pace, sharing or Sharing()
        self.loader = TableLoader(now, self.sharing.outages)
        self.presence = Presence(now)
        self.agenda = Agenda()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def change(
        self,
        table_id: int,
        key: str,
        work: Callable[[Table], None],
        who: Who | None = None,
        admits: Callable[[Connection, Table], None] | None = None,
    ) -> TableView:
        """Change a table by calling `work` in one transaction, and return the table.

        `key` identifies the request. If `who` is given, their name is stored. `admits` is called before `work` in the
        same transaction, and raises an exception if the change is not allowed.
        """
        return (await self.change_with_result(table_id, key, work, who, admits))[0]

    async def change_with_result(
        self,
        table_id: int,
        key: str,
        work: Callable[[Table], T],
        who: Who | None = None,
        admits: Callable[[Connection, Table], None] | None = None,
    ) -> tuple[TableView, T | None]:
        """Change a table as `change` does, and also return the result of `work`, or None if `key` was used before."""

        def transaction(connection: Connection, table: Table) -> tuple[Saved, T | None]:
            if not table_rows.answer(connection, key, table_id, self.now()):
                return Saved(table.info(), self.next_due(table)), None
            if admits is not None:
                admits(connection, table)
            result = work(table)
            if who is not None:
                personal.remember_name(connection, table.row.guild, who.id, who.name)
            return self.save(connection, table), result

        async with self.alone(table_id):
            saved, result = await self._carry_out(table_id, transaction, fresh=admits is not None)
        self.tell(saved, key)
        return saved.table, result

    async def change_annotations(self, table_id: int, key: str, work: Callable[[Table], None]) -> TableView:
        """Change the annotations of a table by calling `work`, as `change_beside` does."""
        return await self.change_beside(table_id, key, lambda _, table: work(table))

    async def change_beside(self, table_id: int, key: str, work: Callable[[Connection, Table], None]) -> TableView:
        """Change the annotations of a table by calling `work` in one transaction, and return the table.

        `key` identifies the request. The table's version stays the same, so nobody's move is refused as outdated. The
        table is shown again only if `work` marks it as stale.
        """

        def transaction(connection: Connection, table: Table) -> TableView:
            if table_rows.answer(connection, key, table_id, self.now()):
                work(connection, table)
                self._leave_to_others(connection, table)
            return table.info()

        async with self.alone(table_id):
            return await self.change_marks(table_id, transaction)

    async def change_marks(self, table_id: int, work: Callable[[Connection, Table], T]) -> T:
        """Change the marks of a table by calling `work` in one transaction, and return the result of `work`.

        The marks record what was shown and sent, the table's times, and its annotations. The table's version stays the
        same.
        """

        def transaction(connection: Connection, table: Table) -> tuple[T, Due | None]:
            done = work(connection, table)
            due = self.next_due(table)
            table.save_marks(connection)
            return done, due

        done, due = await self._carry_out(table_id, transaction)
        self.agenda.note(table_id, due)
        return done

    async def _carry_out(self, table_id: int, work: Callable[[Connection, Table], T], fresh: bool = False) -> T:
        """Call `work` on a table in one transaction, and return the result of `work`.

        The table comes from the cache, or from the database if `fresh` is set or if it is not cached. The result for a
        cached table counts only if `work` has written to the table, because this proves that the cached table is the
        newest. Otherwise, or after a refusal, `work` is called again on the table in the database.
        """
        left = self.loader.take(table_id)
        if left is not None and not fresh:
            with contextlib.suppress(Refused, Trouble, Unconfirmed, StaleTable):
                done = await self.store.write(_once(left, work))
                if left.is_written():
                    self.loader.keep(left)
                    return done

        def transaction(connection: Connection) -> tuple[Table, T]:
            table = self.loader.load(connection, table_id)
            return table, work(connection, table)

        table, done = await self.store.write(transaction)
        self.loader.keep(table)
        return done

    async def opened(self, work: Callable[[Connection], Table], key: str, who: Who) -> TableView:
        """Open a table by calling `work` in one transaction, and store the name of `who`, who asked for it.

        `key` identifies the request. If the key was used before, return the table that was opened then.
        """

        def transaction(connection: Connection) -> tuple[TableView, Due | None]:
            if not table_rows.answer(connection, key, None, self.now()):
                table = self.loader.load(connection, table_rows.answered(connection, key) or 0)
                return table.info(), self.next_due(table)
            table = work(connection)
            table_rows.answer_with(connection, key, table.row.id)
            personal.remember_name(connection, table.row.guild, who.id, who.name)
            return table.info(), self.next_due(table)

        info, due = await self.store.write(transaction)
        self.agenda.note(info.id, due)
        return info

    @contextlib.asynccontextmanager
    async def alone(self, table_id: int) -> AsyncIterator[None]:
        """Hold the lock of a table during the body of the `with` statement.

        Waiting for this lock costs less than waiting for a lock in the database.
        """
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield

    def save(self, connection: Connection, table: Table) -> Saved:
        """Save a changed table, its next duty, its people and its outcome.

        Pass the result to `tell` after the transaction.
        """
        if table.setup.deck is not None:
            dares.draw(connection, table)
        dares.note_done(table)
        computer_comments.speak(table)
        door.keep_out_the_removed(connection, table)
        table.update_row()
        self._leave_to_others(connection, table)
        due = self.next_due(table)
        table.save(connection)
        there = model.people(table.there())
        if there != table.there_at_first:
            table_rows.seat_people(connection, table.row.id, there)
        ended = bookkeeping.record(connection, table)
        return Saved(table.info(), due, ended, bool(table.events))

    def tell(self, saved: Saved, key: str) -> None:
        """Count a saved change in the metrics, log the end of its game, and pass the next duty to the driver.

        `key` tells whether a person or the table itself made the change.
        """
        if saved.has_moved:
            MOVES.labels("table" if key.startswith("timer:") else "person").inc()
        if saved.ended:
            HOUR.games += 1
            log.info(saved.ended)
        self.agenda.note(saved.table.id, saved.due)

    def next_due(self, table: Table) -> Due | None:
        """Return the next duty of a table in its present state, and write the time of this duty into the row.

        Return None if nothing is due, or if another process is responsible for the duties of this table.
        """
        due = next_due(table, self.pace_of(table), self.presence.at(table.row.id))
        table.row.marks.due = due.at if due is not None else None
        return due if self.sharing.has(table.row.guild) else None

    def _leave_to_others(self, connection: Connection, table: Table) -> None:
        """If another process shows this table, notify that process of the change."""
        if self.sharing.saved(connection, table.row.id, table.row.guild):
            table.annotate(elsewhere=True)

    def pace_of(self, table: Table) -> Pace:
        """Return the pace of a table's automatic moves."""
        return self.pace or PACES[table.setup.pace]


def _once(table: Table, work: Callable[[Connection, Table], T]) -> Callable[[Connection], T]:
    """Return a function that runs `work` on a table once, and raises `StaleTable` when it is called again."""
    tries = [work]

    def transaction(connection: Connection) -> T:
        if not tries:
            raise StaleTable
        return tries.pop()(connection, table)

    return transaction
