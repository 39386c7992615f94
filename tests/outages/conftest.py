"""Fixtures: the URL of a database of each kind, and a PostgreSQL server that the test may stop."""

from collections.abc import Iterator

import pytest

from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.outages.server import Unsteady, unsteady

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]


@pytest.fixture
def server() -> Iterator[Unsteady]:
    with unsteady() as it:
        yield it
