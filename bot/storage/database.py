"""The database that DATABASE_URL names: parse the URL, prepare a SQLite file, and explain errors.

No message in this file quotes the URL, because a wrong URL may contain the password in any place.
"""

import contextlib
import logging
import sqlite3
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from bot.settings import CannotStart, NotYet
from bot.storage.hosts import Connect, hosts_as_parameter, with_hosts_listed

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

FORMS = "sqlite:///path/to/file or postgresql://user:password@host/database"

WITH_SEVERAL = "postgresql://user:password@host1:5432,host2:5432/database"

SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

UNREADABLE = (
    f"DATABASE_URL cannot be read: it looks like {FORMS}, or with several hosts {WITH_SEVERAL}; signs such as "
    "@ : / ? # % in a name or a password are written as % and two hexadecimal digits."
)

UNKNOWN_KIND = f"DATABASE_URL names a kind of database that the bot does not know: it looks like {FORMS}."

NO_FILE = (
    "DATABASE_URL names no file for SQLite: it has three slashes and then a path, as in sqlite:///data/games.sqlite."
)

BAD_SSL_MODE = f"sslmode in DATABASE_URL is one of {', '.join(SSL_MODES)}; the one that is set is none of these."


def read_url(text: str | URL) -> URL:
    """Return the parsed address of a database. Raises `CannotStart` if the bot does not know this kind of address."""
    try:
        url = make_url(hosts_as_parameter(text) if isinstance(text, str) else text)
    except (ArgumentError, ValueError):
        raise CannotStart(UNREADABLE) from None
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if url.host is not None or not url.database or url.database.startswith((":", "file:")):
            raise CannotStart(NO_FILE)
        return url
    if kind not in ("postgresql", "postgres"):
        raise CannotStart(UNKNOWN_KIND)
    if url.query.get("sslmode", SSL_MODES[0]) not in SSL_MODES:
        raise CannotStart(BAD_SSL_MODE)
    try:
        return with_hosts_listed(url)
    except ValueError:
        raise CannotStart(UNREADABLE) from None


def postgresql(url: URL, patience: float | None = None, is_pooled: bool = False, **options: Any) -> "AsyncEngine":
    """Return an engine for the PostgreSQL server at `url`.

    A statement may take `patience` seconds, or any time if `patience` is None. `is_pooled` says that the bot connects
    through a pooler, which may run each transaction on another connection. In that case no prepared statement outlives
    its transaction, and each has a name of its own. asyncpg reads the address as PostgreSQL's own programs do:
    `sslmode`, `sslrootcert` and the like have the same meaning, and parameters that no program knows are settings of
    the session.
    """
    from sqlalchemy.ext.asyncio import create_async_engine

    connect = Connect(url, command_timeout=patience, **({"statement_cache_size": 0} if is_pooled else {}))
    if not is_pooled:
        return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)

    def pooled() -> Any:
        return engine.sync_engine.dialect.loaded_dbapi.connect(
            async_creator_fn=connect,
            prepared_statement_cache_size=0,
            prepared_statement_name_func=lambda: f"s{uuid.uuid4().hex}",
        )

    engine = create_async_engine("postgresql+asyncpg://", creator=pooled, hide_parameters=True, **options)
    return engine


async def once_on_postgresql(url: URL, work: Callable[[Connection], T]) -> T:
    """Run `work` in one transaction on a connection of its own, and return its result.

    The address may be that of a pooler.
    """
    engine = postgresql(url, is_pooled=True, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def driver_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions of PostgreSQL's driver, which SQLAlchemy may pass on.

    Return () if the driver is not loaded.
    """
    asyncpg = sys.modules.get("asyncpg")
    return (asyncpg.PostgresError, asyncpg.InterfaceError) if asyncpg is not None else ()


log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The mode of the database's files, which contain hidden dice and seeds."""

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""The suffixes of the names of a SQLite file and of its companion files."""

SQLITE_SAYS = {
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_READONLY": "it may only be read",
    "SQLITE_PERM": "it may not be opened",
    "SQLITE_NOTADB": "it is no SQLite database",
    "SQLITE_CORRUPT": "it is damaged; put a copy from before in its place",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "it cannot be read or written",
    "SQLITE_BUSY": "another program holds it",
    "SQLITE_LOCKED": "another program holds it",
}

OF_A_POOLER = ("26000", "42P05")
"""The codes of errors about prepared statements, which a pooler between transactions causes."""

BEHIND_A_POOLER = (
    "a pooler gives each transaction any of its connections; set DATABASE_POOLED=yes, or set DATABASE_LISTEN_URL to "
    "the direct address of PostgreSQL"
)

POSTGRESQL_SAYS = {
    "08P01": "a pooler refuses the connection, or PostgreSQL refuses the pooler's; the pooler's log says why",
    "08": "the connection broke; is the host in DATABASE_URL the right one?",
    "25006": "it may only be read, as a standby may; name the primary, or all hosts, in DATABASE_URL",
    **dict.fromkeys(OF_A_POOLER, BEHIND_A_POOLER),
    "28": "it does not let this user in; the user, the password or sslmode in DATABASE_URL is wrong",
    "3D": "it has no database of the name in DATABASE_URL; create it first",
    "42501": "this user may not make tables; grant it the right to, or make it the database's owner",
    "42704": "it does not know a word after the ? in DATABASE_URL",
    "53": "it has no room for another connection, or no memory or disk left",
    "55P02": "a word after the ? in DATABASE_URL cannot be set",
    "57P03": "it is starting or stopping; try again in a moment",
}


def meaning_of(code: str) -> str:
    """Return the meaning of a database's error code in words, or "" if the code is not known."""
    says = SQLITE_SAYS if code.startswith("SQLITE_") else POSTGRESQL_SAYS
    return next((words for start, words in says.items() if code.startswith(start)), "")


PASSES = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "08", "25006", "53", "57P03")
"""The beginnings of the codes of errors that may go away by themselves or with an operator's help."""


def prepare(database_url: str | URL) -> None:
    """Check the address of the database, and whether a SQLite file can be written, before connecting to Discord.

    Raises `CannotStart` if the bot cannot use the database.
    """
    url = read_url(database_url)
    if url.get_backend_name() != "sqlite":
        return
    with explain_errors(url):
        make_folder(url)
        make_private(url)
        with contextlib.closing(sqlite3.connect(file_of(url))) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()


def file_of(url: URL) -> Path:
    """Return the path of the file that a SQLite address names."""
    return Path(url.database or "")


def make_folder(url: URL) -> None:
    """Make the folder of a SQLite file if it does not exist. Raises `OSError`."""
    file_of(url).parent.mkdir(parents=True, exist_ok=True)


def make_private(url: URL) -> None:
    """Create the SQLite file if it does not exist, and make it and its companion files readable only by their owner.

    Files that SQLite creates later get the same mode. Raises `OSError`.
    """
    file = file_of(url)
    file.touch(OWNER_ONLY)
    for path in (file.with_name(file.name + ending) for ending in BESIDE):
        if path.exists() and path.stat().st_mode & 0o077:
            try:
                path.chmod(OWNER_ONLY)
            except PermissionError:
                log.warning(
                    "%s can be read by others and belongs to somebody else; its owner should restrict it.", path
                )


def troubles() -> tuple[type[Exception], ...]:
    """Return the exceptions with which a database refuses work, or with which it cannot be reached."""
    return OSError, DBAPIError, sqlite3.Error, *driver_errors()


@contextlib.contextmanager
def explain_errors(url: URL) -> Iterator[None]:
    """Raise `CannotStart` instead of errors that an operator can solve. Its message does not contain the address.

    An error that may go away by itself raises `NotYet`. Other errors are raised unchanged.
    """
    try:
        yield
    except troubles() as error:
        first = _first(error)
        said = _sqlite(url, first) if url.get_backend_name() == "sqlite" else _postgresql(first)
        if said is None:
            raise
        raise (NotYet if _passes(url, first) else CannotStart)(said) from None


def _passes(url: URL, error: BaseException) -> bool:
    if isinstance(error, OSError):  # waiting helps if the server cannot be reached, but not if a file cannot be written
        return url.get_backend_name() != "sqlite"
    return code_of(error).startswith(PASSES)


def code_of(error: BaseException) -> str:
    """Return the code that the database gave an error, or "" if it gave none."""
    first = _first(error)
    return str(getattr(first, "sqlstate", None) or getattr(first, "sqlite_errorname", None) or "")


def _first(error: BaseException) -> BaseException:
    """Return the database driver's own exception from inside SQLAlchemy's."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def _sqlite(url: URL, error: BaseException) -> str | None:
    name = getattr(error, "sqlite_errorname", "")
    why = next((words for start, words in SQLITE_SAYS.items() if name.startswith(start)), None)
    if isinstance(error, OSError):
        why = error.strerror
    if why is None:
        return None
    said = f"The games cannot be kept in {file_of(url)}: {why}."
    if name.startswith(PASSES):
        return said  # the address is right, so do not mention it
    return f"{said} DATABASE_URL must name a SQLite file, or one to be, in a folder that the bot may write to."


def _postgresql(error: BaseException) -> str | None:
    said = str(error).partition("\n")[0] or type(error).__name__
    if isinstance(error, OSError):
        return f"PostgreSQL cannot be reached: {said}. Does it run, and is all in DATABASE_URL right, from the host on?"
    if any(kind.__name__ == "InterfaceError" for kind in type(error).__mro__):
        return f"PostgreSQL cannot be asked as DATABASE_URL says: {said}."
    state = getattr(error, "sqlstate", None) or ""
    why = next((words for start, words in POSTGRESQL_SAYS.items() if state.startswith(start)), None)
    return why and f"PostgreSQL answers, but {why} ({state})."
