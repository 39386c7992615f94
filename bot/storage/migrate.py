"""Bring a database up to the newest revision: at every start, under a lock, over an engine of its own."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, create_engine, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import migrations

LOCK = 0x11A25D1CE
"""The number of PostgreSQL's advisory lock: of two processes that start at once, one migrates."""


def upgrade(url: URL | str, to: str = "head") -> None:
    """Upgrade the database at `url` to the newest revision, or to the one named. Blocks; call it from a thread.

    The engine is its own: foreign keys can only be switched off outside a transaction, and a batch ALTER of a
    parent with CASCADE would delete children.
    """
    url = make_url(url)
    if url.get_backend_name() == "sqlite":
        if url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool)
        with engine.begin() as connection:
            _run(connection, to)
        return
    asyncio.run(_upgrade_postgresql(url, to))


async def _upgrade_postgresql(url: URL, to: str) -> None:
    engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(_run, to)
    await engine.dispose()


def _run(connection: Connection, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
