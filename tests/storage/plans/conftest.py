"""Here a database begins as the bot leaves it at its first start."""

from tests.databases import postgresql_url, sqlite_url

__all__ = ["postgresql_url", "sqlite_url"]
