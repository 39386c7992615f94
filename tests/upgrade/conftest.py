"""Databases of both kinds, empty or as the bot leaves them after its first start."""

from tests.houses import postgresql_server
from tests.storage.conftest import database_url, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]
