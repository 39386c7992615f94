"""Fixtures: an empty database of each kind, and the folder for earlier releases."""

from tests.houses import postgresql_server
from tests.storage.conftest import database_url, postgresql_url, sqlite_url
from tests.upgrade.releases import releases

__all__ = ["database_url", "postgresql_server", "postgresql_url", "releases", "sqlite_url"]
