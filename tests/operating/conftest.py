"""Fixtures: a database of each kind, a second database of that kind, and the programs of the tests' PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import (
    EMPTY,
    PROGRAMS,
    database_url,
    postgresql_database,
    postgresql_server,
    postgresql_url,
    sqlite_url,
)

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put pg_dump, pg_restore and psql of the server's own version on the PATH."""
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")


@pytest.fixture
def empty_postgresql_url(postgresql_server: str) -> Iterator[str]:
    """Yield the URL of a PostgreSQL database on which the bot was never started."""
    with postgresql_database(postgresql_server, EMPTY) as url:
        yield url


@pytest.fixture
def elsewhere(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the URL of another database of the same kind, on which the bot was never started."""
    if database_url.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'elsewhere' / 'games.sqlite'}"
    url = request.getfixturevalue("empty_postgresql_url")
    assert isinstance(url, str)
    return url
