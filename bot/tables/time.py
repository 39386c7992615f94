"""What time brings to the tables: deadlines, outages, and what is forgotten at last."""

from datetime import datetime, timedelta

from bot.storage import Connection, marks, rows
from bot.tables import lobby, playing
from bot.tables.changes import Changes, saved
from bot.tables.keeping import keep_what_is_left
from bot.tables.model import Status, TableInfo
from bot.tables.sheet import load

ANSWERS_KEPT = timedelta(days=2)
EVENTS_KEPT = timedelta(days=90)
SHORT_OUTAGE = timedelta(seconds=15)
"""A restart that nobody's clock has to make up for."""


class Time:
    """What the clock does to tables."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now = changes.store, changes.now

    async def due(self, now: datetime) -> tuple[tuple[int, int], ...]:
        """Tables (id, version) whose time has come."""
        return tuple(await self._store.read(lambda c: rows.due(c, now)))

    async def time_out(self, table_id: int, version: int) -> TableInfo | None:
        """Play what the clock says is due at this version of a table; None where the table has moved on."""

        def work(connection: Connection) -> TableInfo | None:
            sheet = load(connection, table_id, self._now())
            if sheet.row.version != version:
                return None
            if sheet.status == Status.LOBBY and sheet.row.deadline is not None and sheet.row.deadline <= sheet.now:
                lobby.close(sheet)
            elif sheet.status != Status.PLAYING or not playing.time_out(sheet):
                return None
            return saved(connection, sheet)

        async with self._changes.alone(table_id):
            return await self._store.write(work)

    async def beat(self) -> None:
        """Say that the bot is alive now; call it every few seconds, so that an outage can be measured."""
        now = self._now().isoformat()
        await self._store.write(lambda connection: marks.set_mark(connection, "alive", now))

    async def resume(self) -> timedelta:
        """At a start: move every deadline by the time that the bot was away. Gives that time."""

        def work(connection: Connection) -> timedelta:
            before = marks.mark(connection, "alive")
            away = self._now() - datetime.fromisoformat(before) if before else timedelta()
            if away < SHORT_OUTAGE:
                return timedelta()
            for table_id in rows.live(connection):
                row = rows.table(connection, table_id, lock=True)
                if row is not None:
                    rows.patch_table(
                        connection, row.id,
                        deadline=row.deadline + away if row.deadline else None,
                        ends_at=row.ends_at + away if row.ends_at else None,
                    )  # fmt: skip
            marks.set_mark(connection, "alive", self._now().isoformat())
            return away

        return await self._store.write(work)

    async def prune(self) -> None:
        """Forget requests and long finished games that nobody will ask for."""
        now = self._now()
        await keep_what_is_left(self._store)
        await self._store.write(lambda c: rows.prune(c, now - ANSWERS_KEPT, now - EVENTS_KEPT))
