"""Copy all rows of one database into another, and compare the rows. The two databases may be of different kinds.

The rows are copied in batches, in one transaction. This module also finds out whether a database is empty and how many
rows it has, and computes a sum over all rows.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Row, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.settings import COMMAND, CannotStart
from bot.storage import database, ids, migrate, schema, table_rows
from bot.storage.columns import metadata
from bot.storage.read_only import name_of
from bot.storage.store import StoreFailed

REVISIONS = "alembic_version"

OF_PROCESSES = tuple(
    table.name for table in (schema.facts, schema.processes, schema.shards, schema.outages, schema.identifies)
)
"""The tables in which the bot writes about itself. They may have rows before anybody has played."""

SUM = 1 << 256


class Digest:
    """A number of rows, and the sum of their hashes. The order of the rows does not matter.

    The hash of a row depends only on its values, not on the form in which a database stores them.
    """

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def add(self, more: Iterable[Iterable[Any]]) -> None:
        """Add rows, each with its columns in the order of the schema."""
        for row in more:
            canonical = msgspec.msgpack.encode([_canonical(value) for value in row])
            self._sum = (self._sum + int.from_bytes(sha256(canonical).digest())) % SUM
            self.rows += 1

    def __str__(self) -> str:
        return f"{self._sum:064x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment] # a digest can change


def _canonical(value: Any) -> Any:
    return ("at", value.astimezone(UTC).isoformat()) if isinstance(value, datetime) else value


def tables() -> list[Table]:
    """Return all tables of the bot, except for the last ids. Parents come before the tables that refer to them."""
    return [table for table in metadata.sorted_tables if table is not schema.last_ids]


def table_names(connection: Connection) -> frozenset[str]:
    """Return the names of all tables in a database."""
    return frozenset(inspect(connection).get_table_names())


def own_tables(connection: Connection) -> list[str]:
    """Return the names of the bot's own tables in a database, including the table of its revision."""
    return sorted(table_names(connection) & {REVISIONS, *metadata.tables})


def foreign_tables(connection: Connection) -> list[str]:
    """Return the names of the tables in a database that this version of the bot does not know."""
    return sorted(table_names(connection) - {REVISIONS, *metadata.tables})


def is_empty(connection: Connection) -> bool:
    """Return whether a database has no rows except those that the bot writes about itself."""
    kept = [table for table in tables() if table.name in table_names(connection) and table.name not in OF_PROCESSES]
    return not any(connection.execute(select(1).select_from(table).limit(1)).first() for table in kept)


def other_connections(connection: Connection) -> int:
    """Return the number of other connections to the same PostgreSQL database."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(connection.execute(text(query)).scalar_one())


def major_version(connection: Connection) -> int:
    """Return the major version of the PostgreSQL server."""
    return int(connection.execute(text("SELECT current_setting('server_version_num')")).scalar_one()) // 10_000


def is_behind_a_pooler(connection: Connection) -> bool:
    """Return whether a pooler stands between this connection and PostgreSQL.

    A pooler gives its clients process numbers of its own, since it passes on their requests to cancel a statement.
    """
    known_as: int = connection.connection.driver_connection.get_server_pid()  # type: ignore[union-attr]
    return bool(known_as != connection.execute(text("SELECT pg_backend_pid()")).scalar_one())


def count_games(connection: Connection) -> tuple[int, int]:
    """Return the number of live tables, and the number of kept games."""
    kept = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
    return len(table_rows.live(connection)), kept


BATCH = 500
"""The most rows that are held in memory at a time."""

OTHERWISE = "The rows of {table} are not the same on the other side; nothing was moved."

NO_ROOM = "The rows of {table} cannot be written on the other side, and nothing was moved: {why}."

OLD_REVISION = (
    "The database to move from, {name}, is at revision {found}, and this version of the bot is at {wanted}: start the "
    f"bot on it once, or run {COMMAND} migrate."
)

OTHER_REVISION = (
    "The database to move to, {name}, is at revision {found}, and this version of the bot is at {wanted}: take an "
    "empty one."
)

NOT_EMPTY = "The database to move to, {name}, is not empty: take one that nobody has played on."

IN_USE = (
    "The database to move {way}, {name}, has other connections ({many}): first stop the bot and other programs that "
    "use it, such as a pooler."
)


class MovedTable(msgspec.Struct, frozen=True):
    """The result of moving one table: its number of rows, and the sum of their hashes.

    Both databases have the same number and sum.
    """

    table: str
    rows: int
    sum: str


async def move(source: URL, target: URL, told: Callable[[MovedTable], None]) -> None:
    """Copy every row from the database `source` to `target`. Both have the newest revision, and `target` is empty.

    `told` is called after each table. Before the commit, sums over all rows of both databases are compared. New rows
    get ids that neither database has given before. Raises `CannotStart` if the sums differ, or if either database
    cannot be used. In that case nothing has changed. The caller must hold the locks of SQLite files.
    """
    names = await asyncio.to_thread(name_of, source), await asyncio.to_thread(name_of, target)
    async with _transaction(source) as old, _transaction(target) as new:

        def work(into: Connection) -> None:
            assert old.sync_connection is not None
            _check(old.sync_connection, into, names)
            for table in tables():
                told(_move_table(table, old.sync_connection, into))
            ids.continue_after(into, _last_ids(old.sync_connection, into))

        await new.run_sync(work)


@asynccontextmanager
async def _transaction(url: URL) -> AsyncIterator[AsyncConnection]:
    """Yield a connection with one transaction, which ends with the body.

    It sees the state of the database at one moment.
    """
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), poolclass=NullPool, hide_parameters=True)
    else:
        engine = database.postgresql(url, is_pooled=True, poolclass=NullPool, isolation_level="REPEATABLE READ")
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def _check(old: Connection, new: Connection, names: tuple[str, str]) -> None:
    """Raise `CannotStart` unless both databases have the newest revision, and the new one is empty.

    `names` are the names of the old and the new database for the operator. On PostgreSQL it also raises if a database
    is in use.
    """
    wanted = migrate.newest()
    for connection, way, name, sentence in (
        (old, "from", names[0], OLD_REVISION),
        (new, "to", names[1], OTHER_REVISION),
    ):
        if connection.dialect.name == "postgresql" and (many := _others_after_a_lock(connection)):
            raise CannotStart(IN_USE.format(way=way, name=name, many=many))
        if (found := migrate.revision_of(connection)) != wanted:
            raise CannotStart(sentence.format(name=name, found=found or "none", wanted=wanted))
    if not is_empty(new):
        raise CannotStart(NOT_EMPTY.format(name=names[1]))


def _others_after_a_lock(connection: Connection) -> int:
    """Lock a PostgreSQL database against writes until the transaction ends. Return the number of other connections."""
    names = ", ".join(f'"{table}"' for table in own_tables(connection))
    if names:
        connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
    return other_connections(connection)


def _move_table(table: Table, old: Connection, new: Connection) -> MovedTable:
    """Copy one table, after deleting the rows that the bot wrote there about itself. Raises `CannotStart`."""
    sent, arrived = Digest(), Digest()
    try:
        new.execute(delete(table))
        for batch in _batches(table, old):
            sent.add(batch)
            new.execute(insert(table), [dict(row._mapping) for row in batch])  # noqa: SLF001 - SQLAlchemy's public name
    except DBAPIError as error:
        raise CannotStart(NO_ROOM.format(table=table.name, why=StoreFailed(error))) from None
    for batch in _batches(table, new):
        arrived.add(batch)
    if sent != arrived:
        raise CannotStart(OTHERWISE.format(table=table.name))
    return MovedTable(table.name, sent.rows, str(sent))


def _batches(table: Table, connection: Connection) -> Iterator[list[Row[Any]]]:
    asked = select(table).execution_options(stream_results=True, yield_per=BATCH)
    for batch in connection.execute(asked).partitions():
        yield list(batch)


def _last_ids(*connections: Connection) -> dict[str, int]:
    """Return the highest id of each table that any of these databases has given."""
    given = [ids.last_ids(connection) for connection in connections]
    return {name: max(each.get(name, 0) for each in given) for name in sorted(set[str]().union(*given))}
