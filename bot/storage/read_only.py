"""Read a database while the bot may be running, without locking, migrating or writing anything."""

import asyncio
import os
from typing import TypeVar

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import NullPool

from bot.settings import COMMAND, CannotStart
from bot.storage import database, hosts, migrate
from bot.storage.store import Work

T = TypeVar("T")

NOT_UP_TO_DATE = (
    f"The database is not of this version of the bot. Start the bot, or run {COMMAND} migrate, and ask again."
)


NO_FILE_YET = "There is no database in {file}: set DATABASE_URL as for the bot, or start the bot, which makes it."


def read(database_url: str | URL, work: Work[T]) -> T:
    """Run `work`, which only reads, on the database at `database_url`, and return its result. This call blocks.

    Raises `CannotStart` if the database cannot be read or does not fit this version of the bot.
    """

    def of_this_version(connection: Connection) -> T:
        if not migrate.can_work_on(connection):
            raise CannotStart(migrate.speaks_against(connection) or NOT_UP_TO_DATE)
        return work(connection)

    return look(database_url, of_this_version)


def look(database_url: str | URL, work: Work[T]) -> T:
    """Run `work` as `read` does, but on a database of any version of the bot.

    This call blocks. Raises `CannotStart`.
    """
    url = database.read_url(database_url)
    with database.explain_errors(url):
        if url.get_backend_name() == "sqlite":
            if not database.file_of(url).exists():
                raise CannotStart(NO_FILE_YET.format(file=database.file_of(url)))
            engine = create_engine(_read_only(url), poolclass=NullPool, hide_parameters=True)
            with engine.connect() as connection:
                return work(connection)
        return asyncio.run(database.once_on_postgresql(url, work))


def name_of(database_url: str | URL) -> str:
    """Return a database's name for the operator, without its password.

    A name on PostgreSQL is returned only after a connection, because a wrong address may have the password anywhere.
    Raises `CannotStart` if there is none.
    """
    url = database.read_url(database_url)
    if url.get_backend_name() == "sqlite":
        return f"the file {database.file_of(url)}"
    look(url, migrate.revision_of)
    where = {**os.environ, **hosts.for_programs(url)}
    return f"PostgreSQL's database {where.get('PGDATABASE', '')} on {where.get('PGHOST', 'this machine')}"


def _read_only(url: URL) -> URL:
    file = database.file_of(url).absolute().as_uri()
    return url.set(drivername="sqlite", database=file, query={"mode": "ro", "uri": "true"})
