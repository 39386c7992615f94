"""Read the bot's database from another process, without locks or changes, whether the bot runs or not."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage import database
from bot.storage.postgresql import Postgresql
from bot.storage.store import Store
from bot.tables import Tables
from tests.clock import utc_now

TEN_SECONDS_PASS = (
    "UPDATE processes SET until = until - interval '10 s'",
    "UPDATE identifies SET next = next - interval '10 s'",
)
"""Statements that make leases end ten seconds earlier, so that the next process need not wait for them.

tests/sharing tests that a process does wait for leases.
"""


class Beside:
    """Opens the database of the bot at `url` for reading. Copies of a SQLite file are made in `folder`."""

    def __init__(self, url: str, folder: Path) -> None:
        self._url, self._folder = make_url(url), folder
        self._is_sqlite = self._url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def alive(self) -> AsyncIterator[tuple[Store, Tables]]:
        """Yield the store and its tables while the bot runs. They are only for reading."""
        async with self._opened(self._url) as opened:
            yield opened

    @asynccontextmanager
    async def dead(self) -> AsyncIterator[tuple[Store, Tables]]:
        """Yield the store and its tables after a kill.

        A SQLite file is copied first, because the next process has to recover the original file.
        """
        if not self._is_sqlite:
            async with self._opened(self._url) as opened:
                yield opened
            return
        file, copy = Path(self._url.database or ""), self._folder / "copy.sqlite"
        for ending in ("", "-wal"):
            if file.with_name(file.name + ending).exists():
                shutil.copyfile(file.with_name(file.name + ending), copy.with_name(copy.name + ending))
        copy.with_name(copy.name + "-shm").unlink(missing_ok=True)
        async with self._opened(self._url.set(database=str(copy))) as opened:
            yield opened

    async def ten_seconds_pass(self) -> None:
        """Let ten seconds pass for the lease of a dead process, so that it expires."""
        if not self._is_sqlite:
            async with self._engine(self._url).begin() as connection:
                for statement in TEN_SECONDS_PASS:
                    await connection.execute(text(statement))

    @asynccontextmanager
    async def _opened(self, url: URL) -> AsyncIterator[tuple[Store, Tables]]:
        store = Store(Postgresql(self._engine(url)))
        try:
            yield store, Tables(store, lambda: utc_now(), _no_chance)
        finally:
            await store.close()

    def _engine(self, url: URL) -> AsyncEngine:
        if self._is_sqlite:
            return create_async_engine(url.set(drivername="sqlite+aiosqlite"), poolclass=NullPool)
        return database.postgresql(url, poolclass=NullPool)


def _no_chance(_: int) -> bytes:
    raise AssertionError("from beside nothing is played")


def is_whole(connection: Connection) -> list[str]:
    """Check a SQLite file with SQLite's own check. Return a sentence for each fault that it finds.

    Return an empty list for PostgreSQL.
    """
    if connection.dialect.name != "sqlite":
        return []
    said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    return [] if said == ["ok"] else [f"damaged: {word}" for word in said]
