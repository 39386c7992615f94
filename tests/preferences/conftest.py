"""Fixtures: a house on each kind of database (see `tests/tables/house.py`)."""

from tests.houses import database_url, house, postgresql_server, postgresql_url, sqlite_house, sqlite_url

__all__ = ["database_url", "house", "postgresql_server", "postgresql_url", "sqlite_house", "sqlite_url"]
