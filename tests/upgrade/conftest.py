"""Databases of both kinds, with nothing in them or as the bot leaves them at its first start."""

from tests.houses import postgresql_server
from tests.storage.conftest import database_url, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]
