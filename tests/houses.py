"""Fixtures for the tests of tables and of storage: a house on each kind of database.

A house has a store with its tables, a clock that tests advance, and people who act by name.
"""

from collections.abc import AsyncIterator

import pytest

from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.tables.house import House

__all__ = ["database_url", "house", "postgresql_server", "postgresql_url", "sqlite_house", "sqlite_url"]


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """Yield a house. Each test that uses it runs twice: on SQLite and on PostgreSQL."""
    opened = await House(database_url).open()
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_house(sqlite_url: str) -> AsyncIterator[House]:
    """Yield a house on SQLite, for tests that behave the same on every kind of database."""
    opened = await House(sqlite_url).open()
    yield opened
    await opened.close()
