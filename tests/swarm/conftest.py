"""Fixtures: a database of each kind."""

from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]
