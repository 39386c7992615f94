"""A house over each kind of database, which begins with nothing: here the revisions themselves are played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import EMPTY, database_url, postgresql_database, postgresql_server
from tests.houses import house, sqlite_house

__all__ = ["database_url", "house", "postgresql_server", "sqlite_house"]


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """An empty PostgreSQL database, dropped after the test."""
    with postgresql_database(postgresql_server, EMPTY) as url:
        yield url
