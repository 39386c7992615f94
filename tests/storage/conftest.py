"""Fixtures: a house on each kind of database (see `tests/tables/house.py`).

The database has no tables at first, because these tests run the migrations themselves.
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
    """Yield the address of an empty PostgreSQL database, which is dropped after the test."""
    with postgresql_database(postgresql_server, EMPTY) as url:
        yield url
