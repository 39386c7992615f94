"""Fixtures: an empty database of each kind."""

from tests.houses import postgresql_server
from tests.storage.conftest import database_url, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]
