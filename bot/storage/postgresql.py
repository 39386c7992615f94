"""A PostgreSQL database, accessed through asyncpg.

Each read statement has its own snapshot. Writes are transactions.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import greenlet_spawn

from bot.settings import Connections
from bot.storage import database

T = TypeVar("T")

Work = Callable[[Connection], T]

PATIENCE = 30.0
"""The seconds that a statement may take."""

UNTIL_FREE = 10.0
"""The seconds to wait for a connection while all connections are in use."""


class Postgresql:
    """A PostgreSQL database, on which several processes may work."""

    is_shared = True

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.engines: tuple[Engine, ...] = (engine.sync_engine,)

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, and return its result."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, and return its result once the transaction is committed."""
        return await greenlet_spawn(_in_one_go, self._engine.sync_engine, work)

    async def close(self, reads: Awaitable[Any]) -> None:
        """Wait for `reads`, and then close all connections."""
        await reads
        await self._engine.dispose()


def opened(url: URL, connections: Connections) -> Postgresql:
    """Return the database at `url`, which must have been migrated before.

    Half of the connections stay open. The others are opened at peaks and closed afterwards.
    """
    stay = (connections.most + 1) // 2
    return Postgresql(
        database.postgresql(
            url,
            PATIENCE,
            connections.is_pooled,
            pool_size=stay,
            max_overflow=connections.most - stay,
            pool_timeout=UNTIL_FREE,
            isolation_level="READ COMMITTED" if connections.is_pooled else "AUTOCOMMIT",
        )
    )


def _in_one_go(engine: Engine, work: Work[T]) -> T:
    """Run a transaction in a single greenlet, from connecting to committing.

    This is cheaper than several greenlets.
    """
    with engine.connect() as connection:
        connection.execution_options(isolation_level="READ COMMITTED")
        with connection.begin():
            return work(connection)
