"""All rows of one database into another, of whichever kind: in one transaction, a batch at a time, and compared."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Row, Table, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.settings import CannotStart
from bot.storage import address, revisions
from bot.storage.copies import contents
from bot.storage.copies.contents import Digest
from bot.storage.store import StoreFailed

BATCH = 500
"""Rows that are in memory at once."""
OTHERWISE = "The rows of {table} are not the same on the other side; nothing was moved."
NO_ROOM = "The rows of {table} cannot be written on the other side, and nothing was moved: {why}."
OLD_REVISION = (
    "The database to move from is at revision {found}, and this version of the bot is at {wanted}: start the bot on it "
    "once, or run python -m bot migrate."
)
OTHER_REVISION = (
    "The database to move to is at revision {found}, and this version of the bot is at {wanted}: take an empty one."
)
NOT_EMPTY = "The database to move to is not empty: take one that nobody has played on."
IN_USE = "The database to move {way} has other connections ({many}): stop the bot, and whatever else uses it, first."


class Moved(msgspec.Struct, frozen=True):
    """What became of a table: its rows, and the sum of their hashes, which is the same on both sides."""

    table: str
    rows: int
    sum: str


async def move(source: URL, target: URL, told: Callable[[Moved], None]) -> None:
    """Copy every row from one database to the other; both are of the newest revision, and the other is empty.

    `told` hears of each table. Both sides are compared by a sum over all rows before anything holds. Raises
    `CannotStart` where they differ, or where either database cannot be moved from or to: then nothing has changed.
    The locks of SQLite's files are the caller's.
    """
    async with _begun(source) as old, _begun(target) as new:

        def work(into: Connection) -> None:
            assert old.sync_connection is not None
            _check(old.sync_connection, into)
            for table in contents.tables():
                told(_moved(table, old.sync_connection, into))

        await new.run_sync(work)


@asynccontextmanager
async def _begun(url: URL) -> AsyncIterator[AsyncConnection]:
    """A connection in one transaction, which sees one moment of the database and ends with the body."""
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), poolclass=NullPool, hide_parameters=True)
    else:
        engine = address.postgresql(url, poolclass=NullPool, isolation_level="REPEATABLE READ")
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def _check(old: Connection, new: Connection) -> None:
    """Raise `CannotStart` where it is not all of one database and none of the other that would be there at the end."""
    wanted = revisions.newest()
    for connection, sentence in ((old, OLD_REVISION), (new, OTHER_REVISION)):
        if connection.dialect.name == "postgresql":
            _held(connection, "from" if connection is old else "to")
        if (found := revisions.of(connection)) != wanted:
            raise CannotStart(sentence.format(found=found or "none", wanted=wanted))
    if not contents.is_empty(new):
        raise CannotStart(NOT_EMPTY)


def _held(connection: Connection, way: str) -> None:
    """Nobody else has a PostgreSQL database, and whoever comes now waits until this is over before they write."""
    names = ", ".join(f'"{table}"' for table in contents.ours(connection))
    if names:
        connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
    if many := contents.others(connection):
        raise CannotStart(IN_USE.format(way=way, many=many))


def _moved(table: Table, old: Connection, new: Connection) -> Moved:
    """Move one table: what a bot wrote there of itself gives way."""
    sent, arrived = Digest(), Digest()
    try:
        new.execute(delete(table))
        for batch in _batches(table, old):
            sent.add(batch)
            new.execute(insert(table), [dict(row._mapping) for row in batch])  # noqa: SLF001 - SQLAlchemy's public name
        _count_on(table, new)
    except DBAPIError as error:
        raise CannotStart(NO_ROOM.format(table=table.name, why=StoreFailed(error))) from None
    for batch in _batches(table, new):
        arrived.add(batch)
    if sent != arrived:
        raise CannotStart(OTHERWISE.format(table=table.name))
    return Moved(table.name, sent.rows, str(sent))


def _batches(table: Table, connection: Connection) -> Iterator[list[Row[Any]]]:
    asked = select(table).execution_options(stream_results=True, yield_per=BATCH)
    for batch in connection.execute(asked).partitions():
        yield list(batch)


def _count_on(table: Table, connection: Connection) -> None:
    """The next row that gets a number by itself gets the one after the highest; SQLite does so anyway."""
    (key, *_) = table.primary_key.columns
    if connection.dialect.name != "postgresql" or key.autoincrement is not True:
        return
    highest = connection.execute(select(func.max(key))).scalar()
    if highest is not None:
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, key.name), highest)))
