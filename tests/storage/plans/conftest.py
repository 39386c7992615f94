"""Fixtures: a database as the bot leaves it after its first start."""

from tests.databases import postgresql_url, sqlite_url

__all__ = ["postgresql_url", "sqlite_url"]
