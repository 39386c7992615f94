"""Bring a database up to the newest revision: at every start, under a lock, over an engine of its own."""

import asyncio
import logging
from importlib import import_module

from sqlalchemy import URL, Connection, create_engine, text
from sqlalchemy.pool import NullPool

from bot.settings import CannotStart
from bot.storage import address, marks, opening, revisions

log = logging.getLogger(__name__)

LOCK = 0x11A25D1CE
"""The number of PostgreSQL's advisory lock: of two processes that start at once, one migrates."""

TOO_NEW = (
    "The database is of a newer version of the bot (revision {revision}), which has taken away what this one needs. "
    "Start that version, or restore a backup from before the upgrade."
)


def upgrade(url: URL | str, to: str = "head") -> None:
    """Upgrade the database at `url` to the newest revision, or to the one named. Blocks; call it from a thread.

    The engine is its own: foreign keys can only be switched off outside a transaction, and a batch ALTER of a
    parent with CASCADE would delete children. A database of a newer version stays as it is. Raises `CannotStart` where
    there is no such database, or this version cannot work on that of a newer one.
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
    if revisions.is_newer(before):
        _work_beside(connection, before)
        return
    by_alembic = import_module("bot.storage.by_alembic")
    by_alembic.upgrade(connection, to)
    after = revisions.newest() if to == "head" else to
    if to == "head":
        marks.set_mark(connection, revisions.WORKS_FROM, by_alembic.works_from())
    log.info("The database was brought from revision %s to %s.", before or "none", after)


def _work_beside(connection: Connection, revision: str | None) -> None:
    """Leave the database of a newer version as it is, as in the minute of an upgrade. Raises `CannotStart`."""
    if not revisions.fits(connection):
        raise CannotStart(TOO_NEW.format(revision=revision))
    log.warning(
        "The database is of a newer version of the bot (revision %s), beside which this one can work.", revision
    )
