"""Fixtures: a house on each kind of database.

The database begins empty, because these tests run the revisions themselves.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import EMPTY, database_url, postgresql_database, postgresql_server
from tests.houses import house, sqlite_house

__all__ = ["database_url", "house", "postgresql_server", "sqlite_house"]


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the address of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """Return an empty PostgreSQL database, dropped after the test."""
    with postgresql_database(postgresql_server, EMPTY) as url:
        yield url
