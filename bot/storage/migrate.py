"""Find out which revision a database has and which versions of the bot can work on it, and upgrade it.

Most revisions only add something. The previous version of the bot can then continue beside the new one, and can be
started again later. A revision that removes something unused names the oldest revision whose version of the bot can
still work after it, in `WORKS_FROM`. The database also stores this name, so that an older version of the bot can read
it without having the new revision.

Alembic is imported only if there is a revision to run. Importing it takes a sixth of the time of a start, and eleven
million bytes of memory.
"""

import asyncio
import logging
from functools import cache, partial

from sqlalchemy import URL, Connection, column, create_engine, inspect, select, table, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

import migrations
from bot.settings import CannotStart, NotYet
from bot.storage import database, facts

FIRST = "0018"
"""The revision of the first release.

Every later version can work on a database, unless a later revision says otherwise.
"""

WORKS_FROM = "works from"
"""The name of a stored fact: the oldest revision whose version of the bot can work on this database."""

KEPT_BY_ALEMBIC = table("alembic_version", column("version_num"))


@cache
def known_revisions() -> tuple[str, ...]:
    """Return all revisions of this version of the bot, newest first.

    Their numbers are the beginnings of their file names.
    """
    files = (migrations.FOLDER / "versions").glob("[0-9]*.py")
    return tuple(sorted((file.stem.partition("_")[0] for file in files), reverse=True))


def newest() -> str:
    """Return the revision to which the bot upgrades every database."""
    return known_revisions()[0]


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, or None if it has none because the bot was never started on it."""
    if not inspect(connection).has_table(KEPT_BY_ALEMBIC.name):
        return None
    found: str | None = connection.execute(select(KEPT_BY_ALEMBIC)).scalar()
    return found


def can_work_on(connection: Connection) -> bool:
    """Return whether this version of the bot can work on a database without upgrading it.

    It can if the database has this version's newest revision, or a newer revision that allows this version.
    """
    found = revision_of(connection)
    return found == newest() or (is_newer(found) and _works_from(connection) in known_revisions())


def _works_from(connection: Connection) -> str | None:
    return facts.fact(connection, WORKS_FROM) if inspect(connection).has_table("marks") else None


def is_newer(revision: str | None) -> bool:
    """Return whether a newer version of the bot made this revision. Revisions are numbered in order."""
    return revision is not None and revision.isdecimal() and revision > newest()


def speaks_against(connection: Connection) -> str:
    """Return a sentence that says why this version can neither work on a database nor upgrade it.

    Return "" if it can work on it or upgrade it.
    """
    found = revision_of(connection)
    if found is None:
        there = [name for name in ("tables", "events") if inspect(connection).has_table(name)]
        return NO_REVISION.format(tables=" and ".join(there)) if there else ""
    if is_newer(found):
        return "" if can_work_on(connection) else TOO_NEW.format(revision=found)
    return "" if found in known_revisions() else UNKNOWN.format(revision=found, oldest=known_revisions()[-1])


log = logging.getLogger(__name__)

LOCK = 0x11A25D1CE
"""The number of an advisory lock on PostgreSQL. If several processes start together, only one upgrades the database."""

TOO_NEW = (
    "The database is of a newer version of the bot (revision {revision}), which has taken away what this one needs. "
    "Start that version, or restore a backup from before the upgrade."
)

UNKNOWN = (
    "The database is of revision {revision}, which this version of the bot does not know: it begins with {oldest}. "
    "Start the version that the database is of, or restore a backup."
)

NO_REVISION = (
    "The database has {tables}, but does not say of which revision they are. Restore a backup, or name an empty "
    "database in DATABASE_URL."
)

DIFFERS = ("SQLITE_ERROR", "42701", "42703", "42710", "42P01", "42P07")
"""The beginnings of errors which say that a table, a column or an index is missing or is there already."""

MAY_PASS = ("40", "55P03", "57014")
"""The beginnings of PostgreSQL's codes for a conflict with another transaction, and for a statement that took too long.
"""

NOT_UPGRADED = (
    "The database could not be brought up to date ({why}). Nothing was changed. If it happens again, look at the "
    "database's own log."
)

NOT_AS_IT_SAYS = (
    "The database is not what its revision says, and cannot be brought up to date: {why}. Restore a backup, or start "
    "the version that the database is of."
)


def upgrade(url: URL | str, to: str = "head") -> None:
    """Upgrade the database at `url` to the newest revision, or to the revision `to`.

    This call blocks, so use a thread.

    The upgrade has an engine of its own, because foreign keys can only be switched off outside a transaction. If they
    were on, a batch ALTER of a parent with CASCADE would delete its children. The database of a newer version is not
    changed. Raises `CannotStart` if there is no such database, if a newer version has made it unusable for this one,
    or if it does not match its revision.
    """
    url = database.read_url(url)
    try:
        with database.explain_errors(url):
            if url.get_backend_name() == "sqlite":
                _upgrade_sqlite(url, to)
            else:
                asyncio.run(database.once_on_postgresql(url, partial(_run_alone, to=to)))
    except DBAPIError as error:
        code = getattr(error.orig, "sqlstate", None)  # PostgreSQL's own words may quote a row
        name = str(code or getattr(error.orig, "sqlite_errorname", ""))
        said = (NOT_AS_IT_SAYS if name.startswith(DIFFERS) else NOT_UPGRADED).format(why=code or error.orig)
        raise (NotYet if name.startswith(MAY_PASS) else CannotStart)(said) from None


def _upgrade_sqlite(url: URL, to: str) -> None:
    database.make_folder(url)
    database.make_private(url)
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
    with engine.begin() as connection:
        _run(connection, to)


def _run_alone(connection: Connection, to: str) -> None:
    """Run the revisions on PostgreSQL while no other process runs any."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    _run(connection, to)


def _run(connection: Connection, to: str) -> None:
    before = revision_of(connection)
    if to == "head" and before == newest():
        return
    if why := speaks_against(connection):
        raise CannotStart(why)
    if is_newer(before):
        said = "The database is of a newer version of the bot (revision %s), beside which this one can work."
        log.warning(said, before)
        return
    from bot.storage import alembic_runner

    alembic_runner.upgrade(connection, to)
    after = newest() if to == "head" else to
    if to == "head":
        facts.set_fact(connection, WORKS_FROM, alembic_runner.works_from() or FIRST)
    log.info("The database was upgraded from revision %s to %s.", before or "none", after)
