"""Opening a database: the file made ready for its owner alone, and what goes wrong said in one sentence."""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from asyncpg import InterfaceError, PostgresError
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from bot.settings import CannotStart, NotYet
from bot.storage import address

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""Hidden dice and seeds lie in these files."""
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What stands beside a SQLite file and begins with its name."""

SQLITE_SAYS = {
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_READONLY": "it may only be read",
    "SQLITE_PERM": "it may not be opened",
    "SQLITE_NOTADB": "it is no SQLite database",
    "SQLITE_CORRUPT": "it is damaged; put a copy from before in its place",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "it cannot be read or written",
    "SQLITE_BUSY": "another program holds it",
}
POSTGRESQL_SAYS = {
    "08": "the connection broke; is the host in DATABASE_URL the right one?",
    "28": "it does not let this user in; the user, the password or sslmode in DATABASE_URL is wrong",
    "3D": "it has no database of the name in DATABASE_URL; create it first",
    "42501": "this user may not make tables; grant it the right to, or make it the database's owner",
    "42704": "it does not know a word after the ? in DATABASE_URL",
    "53": "it has no room for another connection, or no memory or disk left",
    "55P02": "a word after the ? in DATABASE_URL cannot be set",
    "57P03": "it is starting or stopping; try again in a moment",
}
PASSES = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "08", "53", "57P03")
"""How the codes begin of what may pass without the operator, or be mended while the bot waits."""


def prepare(database_url: str) -> None:
    """See before Discord is asked what can be seen: that the address is one, and that a SQLite file can be written.

    Raises `CannotStart`.
    """
    url = address.read(database_url)
    if url.get_backend_name() != "sqlite":
        return
    with explained(url):
        make_folder(url)
        make_private(url)
        with contextlib.closing(sqlite3.connect(file_of(url))) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()


def file_of(url: URL) -> Path:
    """The file that a SQLite address names."""
    return Path(url.database or "")


def make_folder(url: URL) -> None:
    """The folder of a SQLite file is there. Raises `OSError`."""
    file_of(url).parent.mkdir(parents=True, exist_ok=True)


def make_private(url: URL) -> None:
    """The SQLite file is there, and it and what stands beside it are for their owner alone. Raises `OSError`.

    What SQLite makes beside the file later takes the file's own mode.
    """
    file = file_of(url)
    file.touch(OWNER_ONLY)
    for path in (file.with_name(file.name + ending) for ending in BESIDE):
        if path.exists() and path.stat().st_mode & 0o077:
            try:
                path.chmod(OWNER_ONLY)
            except PermissionError:
                log.warning("%s can be read by others and belongs to somebody else; its owner should shut it.", path)


@contextlib.contextmanager
def explained(url: URL) -> Iterator[None]:
    """Whatever an operator can mend is raised as `CannotStart`, in a sentence without the address; faults are not."""
    try:
        yield
    except (OSError, DBAPIError, sqlite3.Error, PostgresError, InterfaceError) as error:
        first = _first(error)
        said = _sqlite(url, first) if url.get_backend_name() == "sqlite" else _postgresql(first)
        if said is None:
            raise
        raise (NotYet if _passes(url, first) else CannotStart)(said) from None


def _passes(url: URL, error: BaseException) -> bool:
    if isinstance(error, OSError):  # a server that is away; a file's folder does not change by waiting
        return url.get_backend_name() != "sqlite"
    code = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None) or ""
    return str(code).startswith(PASSES)


def _first(error: BaseException) -> BaseException:
    """What the driver itself complained about, below SQLAlchemy's two layers."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def _sqlite(url: URL, error: BaseException) -> str | None:
    name = getattr(error, "sqlite_errorname", "")
    why = next((words for start, words in SQLITE_SAYS.items() if name.startswith(start)), None)
    if isinstance(error, OSError):
        why = error.strerror
    return why and (
        f"The games cannot be kept in {file_of(url)}: {why}. "
        "DATABASE_URL must name a SQLite file, or one to be, in a folder that the bot may write to."
    )


def _postgresql(error: BaseException) -> str | None:
    said = str(error).partition("\n")[0] or type(error).__name__
    if isinstance(error, OSError):
        return f"PostgreSQL cannot be reached: {said}. Does it run, and is all in DATABASE_URL right, from the host on?"
    if isinstance(error, InterfaceError):
        return f"PostgreSQL cannot be asked as DATABASE_URL says: {said}."
    state = getattr(error, "sqlstate", None) or ""
    why = next((words for start, words in POSTGRESQL_SAYS.items() if state.startswith(start)), None)
    return why and f"PostgreSQL answers, but {why} ({state})."
