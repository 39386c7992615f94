"""Bring a database up to the newest revision: at every start, under a lock, over an engine of its own."""

import asyncio
import logging

from alembic import command
from sqlalchemy import URL, Connection, create_engine, text
from sqlalchemy.pool import NullPool

from bot.storage import address, opening, revisions

log = logging.getLogger(__name__)

LOCK = 0x11A25D1CE
"""The number of PostgreSQL's advisory lock: of two processes that start at once, one migrates."""


def upgrade(url: URL | str, to: str = "head") -> None:
    """Upgrade the database at `url` to the newest revision, or to the one named. Blocks; call it from a thread.

    The engine is its own: foreign keys can only be switched off outside a transaction, and a batch ALTER of a
    parent with CASCADE would delete children. Raises `CannotStart` where there is no such database.
    """
    url = address.read(url)
    with opening.explained(url):
        if url.get_backend_name() == "sqlite":
            _upgrade_sqlite(url, to)
        else:
            asyncio.run(_upgrade_postgresql(url, to))


def _upgrade_sqlite(url: URL, to: str) -> None:
    opening.make_folder(url)
    opening.make_private(url)
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
    with engine.begin() as connection:
        _run(connection, to)


async def _upgrade_postgresql(url: URL, to: str) -> None:
    engine = address.postgresql(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(_run, to)
    await engine.dispose()


def _run(connection: Connection, to: str) -> None:
    before = revisions.of(connection)
    if to == "head" and before == revisions.newest():
        return
    config = revisions.config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    after = revisions.newest() if to == "head" else to
    log.info("The database was brought from revision %s to %s.", before or "none", after)
