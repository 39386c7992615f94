"""Provide a store for the simulation.

It has one connection and no threads, and does each piece of work in one step.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from bot.storage import database
from bot.storage.migrate import upgrade
from bot.storage.sqlite import begin_by, prepare
from bot.storage.store import Refusals, Store, StoreFailed, Work, _guarded

T = TypeVar("T")
Versions = Mapping[int, int]
"""The version of each table."""
Wrote = Callable[[Versions, Versions], None]
"""Called after a commit with the versions before and after it."""


class InlineStore(Store):
    """A store on SQLite without threads. The loop's executor does the work at a random moment."""

    def __init__(self, engine: Engine, wrote: Wrote) -> None:
        # The base class's `__init__` is not called, since there is neither a thread nor an asyncio engine.
        self._engine, self._wrote = engine, wrote
        self._under_way = set()
        self._refusals = Refusals()
        self.guard = None

    async def read(self, work: Work[T]) -> T:
        """Carry out `work`, which only reads, and return its result."""
        try:
            done: T = await self._away(partial(_queries, self._engine, work))
        except DBAPIError as error:
            raise StoreFailed(error) from None
        return done

    async def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def die(self) -> None:
        """Close the files, as the operating system does when a process dies."""
        self._engine.dispose()

    async def _write_once(self, work: Work[T]) -> T:
        work = _guarded(self.guard, work) if self.guard is not None else work
        done: T = await self._away(partial(self._in_one_piece, work))
        return done

    def _in_one_piece(self, work: Work[T]) -> T:
        before: dict[int, int] = {}
        after: dict[int, int] = {}

        def watched(connection: Connection) -> T:
            before.update(versions(connection))
            done = work(connection)
            after.update(versions(connection))
            return done

        with self._engine.begin() as connection:
            done = watched(connection)
        self._wrote(before, after)
        return done

    async def _away(self, work: Callable[[], Any]) -> Any:
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(self, work)  # type: ignore[arg-type] # the loop's own


async def opened(url: str, wrote: Wrote) -> InlineStore:
    """Open the database of a process. `wrote` is called after each commit of the process."""
    upgrade(database.read_url(url))
    return InlineStore(engine(url), wrote)


def engine(url: str, begin: str = "BEGIN IMMEDIATE") -> Engine:
    """Return an engine with one connection.

    It does not sync to disk, because the simulation has no power cuts.
    """
    made = create_engine(database.read_url(url).set(drivername="sqlite"), poolclass=StaticPool, hide_parameters=True)
    prepare(made)
    begin_by(made, begin)

    @event.listens_for(made, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    return made


def versions(connection: Connection) -> dict[int, int]:
    """Return the current version of each table."""
    found = connection.exec_driver_sql("SELECT id, version FROM tables")
    return {int(row[0]): int(row[1]) for row in found}


def _queries(engine: Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        return work(connection)
