"""Revisions: which one a database is at, which versions of the bot can work on it, and how it is brought to the newest.

A revision only adds: the version before it goes on beside it, and may be started on it again. One that takes away what
no version of the bot uses any more says in `WORKS_FROM` which is the oldest revision whose version can still work
after it. That stands in the database too, so that an older version knows what it cannot see.

Alembic is asked only where there is something to do: it takes a sixth of a start and eleven million bytes.
"""

import asyncio
import logging
from functools import cache
from importlib import import_module
from pathlib import Path

from sqlalchemy import URL, Connection, column, create_engine, inspect, select, table, text
from sqlalchemy.pool import NullPool

import migrations
from bot.settings import CannotStart
from bot.storage import database, marks

FIRST = "0018"
"""The revision of the first release: where no later one says otherwise, every version from there on can work."""

WORKS_FROM = "works from"
"""The name of the mark for the oldest revision whose version of the bot can work on the database."""

KEPT_BY_ALEMBIC = table("alembic_version", column("version_num"))


def folder() -> Path:
    """Return the folder of the revisions, which are packaged with the bot."""
    return Path(migrations.__file__).parent


@cache
def known_revisions() -> tuple[str, ...]:
    """Return all revisions that this version of the bot has, the newest first: its files begin with their numbers."""
    return tuple(
        sorted((file.stem.partition("_")[0] for file in (folder() / "versions").glob("[0-9]*.py")), reverse=True)
    )


def newest() -> str:
    """Return the revision that the bot brings every database to."""
    return known_revisions()[0]


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database; None where the bot was never started on it."""
    if not inspect(connection).has_table(KEPT_BY_ALEMBIC.name):
        return None
    found: str | None = connection.execute(select(KEPT_BY_ALEMBIC)).scalar()
    return found


def can_work_on(connection: Connection) -> bool:
    """Return whether this version of the bot can work on a database as it is.

    It can where the database is at its own revision, or at a newer one that has only added to it.
    """
    found = revision_of(connection)
    return found == newest() or (is_newer(found) and marks.mark(connection, WORKS_FROM) in known_revisions())


def is_newer(revision: str | None) -> bool:
    """Return whether a database of this revision is a newer version's."""
    return revision is not None and revision not in known_revisions()


log = logging.getLogger(__name__)

LOCK = 0x11A25D1CE
"""The number of PostgreSQL's advisory lock, so that of two processes that start at once, one migrates."""

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
    url = database.read_url(url)
    with database.explain_errors(url):
        if url.get_backend_name() == "sqlite":
            _upgrade_sqlite(url, to)
        else:
            asyncio.run(_upgrade_postgresql(url, to))


def _upgrade_sqlite(url: URL, to: str) -> None:
    database.make_folder(url)
    database.make_private(url)
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
    with engine.begin() as connection:
        _run(connection, to)


async def _upgrade_postgresql(url: URL, to: str) -> None:
    engine = database.postgresql(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(_run, to)
    await engine.dispose()


def _run(connection: Connection, to: str) -> None:
    before = revision_of(connection)
    if to == "head" and before == newest():
        return
    if is_newer(before):
        _work_beside(connection, before)
        return
    alembic_runner = import_module("bot.storage.alembic_runner")
    alembic_runner.upgrade(connection, to)
    after = newest() if to == "head" else to
    if to == "head":
        marks.set_mark(connection, WORKS_FROM, alembic_runner.works_from())
    log.info("The database was brought from revision %s to %s.", before or "none", after)


def _work_beside(connection: Connection, revision: str | None) -> None:
    """Leave the database of a newer version as it is. Raises `CannotStart` where this version cannot work on it."""
    if not can_work_on(connection):
        raise CannotStart(TOO_NEW.format(revision=revision))
    log.warning(
        "The database is of a newer version of the bot (revision %s), beside which this one can work.", revision
    )
