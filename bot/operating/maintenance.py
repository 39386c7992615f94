"""Maintain a whole database: back it up, restore it, move it into another one, and recount the boards."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from sqlalchemy import URL

from bot.history.recounting import Recount
from bot.settings import COMMAND, CannotStart, Connections, Settings
from bot.storage import backup_files, backup_notes, database, migrate, moving
from bot.storage.migrate import upgrade
from bot.storage.moving import MovedTable, move
from bot.storage.read_only import look, name_of
from bot.storage.sqlite import locked
from bot.storage.store import Store
from bot.tables.after_restore import reset_after_restore
from bot.tables.bookkeeping import keep_what_is_left
from bot.wall_clock import utc_now


@contextmanager
def explain_write_errors(path: Path | None) -> Iterator[None]:
    """Raise `CannotStart` if the body cannot write to `path`, with a message for the operator.

    `path` is a file or a folder, or None for standard output.
    """
    try:
        yield
    except OSError as error:
        raise CannotStart(f"{path or 'The output'} cannot be written: {error.strerror}.") from None


@contextmanager
def explain_read_errors(path: Path) -> Iterator[None]:
    """Raise `CannotStart` if the body cannot read a file, with a message for the operator."""
    try:
        yield
    except OSError as error:
        raise CannotStart(f"{path} cannot be read: {error.strerror}.") from None


NO_DATABASE = "There is no database in {file} to back up."

ITSELF = "{file} is the database itself: name another file for the backup."

NO_BACKUP = "{file} is not a backup: it begins neither like a SQLite file nor like one of pg_dump's."

OTHER_KIND = (
    "{file} is a backup of {kind}, and DATABASE_URL names another kind of database: restore it into the same "
    f"kind, and move everything with {COMMAND} move-data."
)

TOO_NEW = (
    "{file} has revision {revision}, which this version of the bot does not know: restore it with the version that "
    "made it, or a newer one."
)

IN_USE = "{name} has other connections ({many}): first stop the bot and whatever else uses it, such as a pooler."

NOT_EMPTY = "{name} is not empty. To replace its contents, restore with --over."

NEWER = (
    "pg_dump is of version {ours}, and the server is of version {its}, which may be unable to restore this backup: "
    "install PostgreSQL's programs of version {its}."
)

FOREIGN = "The database has tables that this version does not know ({names}): restore into a new, empty database."


THROUGH_A_POOLER = (
    "DATABASE_URL is the address of a pooler, through which a whole database can be neither dumped nor restored: set "
    "DATABASE_LISTEN_URL to the direct address of PostgreSQL."
)

MOVES_THROUGH_A_POOLER = "An address is that of a pooler: move data by the direct addresses of PostgreSQL."

ONCE = Connections(is_pooled=True)
"""How a command connects that runs once. It works behind a pooler and without one, whatever the settings say."""


class Backup(msgspec.Struct, frozen=True):
    """A finished backup: the revision of the database, the size of the file in bytes, and the time.

    `not_noted` is the reason why the database could not note the backup, or "". `warning` is a sentence for the
    operator if pg_dump is newer than the server, or "".
    """

    revision: str
    size: int
    at: datetime
    not_noted: str
    warning: str = ""


class Restored(msgspec.Struct, frozen=True):
    """The result of a restore: tables in play, kept games, and the file with the previous database, if any."""

    in_play: int
    kept: int
    before: Path | None


def direct_address(settings: Settings) -> str:
    """Return the address of the database itself, without a pooler: DATABASE_LISTEN_URL, or otherwise DATABASE_URL.

    Raises `CannotStart` if the settings name only a pooler.
    """
    if _is_sqlite(database.read_url(settings.database_url)):
        return settings.database_url
    address = settings.listen_url or settings.database_url
    if (settings.connections.is_pooled and not settings.listen_url) or look(address, moving.is_behind_a_pooler):
        raise CannotStart(THROUGH_A_POOLER)
    return address


def back_up(database_url: str, file: Path) -> Backup:
    """Write the whole database, as of one moment, into a file, and check the file. Raises `CannotStart` if that fails.

    The bot may be running. Only the file's owner can read the file. It replaces an older one once it is complete. Then
    the backup is noted in the database, if the database can be written.
    """
    url, at, warning = database.read_url(database_url), utc_now(), ""
    with explain_write_errors(file):
        if url.get_backend_name() == "sqlite":
            source = database.file_of(url)
            if not source.exists():
                raise CannotStart(NO_DATABASE.format(file=source))
            if file.absolute() in [source.absolute().with_name(source.name + each) for each in database.BESIDE]:
                raise CannotStart(ITSELF.format(file=file))
            with _explain_copy_errors(source, file):
                revision = backup_files.copy_sqlite(source, file)
        else:
            warning = _newer_programs(url)
            revision = backup_files.dump_postgresql(url, file)
        size = file.stat().st_size
    return Backup(revision, size, at, backup_notes.note(url, at), warning)


def _newer_programs(url: URL) -> str:
    """Return a sentence for the operator if pg_dump is newer than the PostgreSQL server, or ""."""
    ours, its = backup_files.version_of_pg_dump(), look(url, moving.major_version)
    return NEWER.format(ours=ours, its=its) if ours > its else ""


def restore(database_url: str, file: Path, over: bool) -> Restored:
    """Restore a backup into the database, bring it up to date and check it. Raises `CannotStart` if that fails.

    Nobody may be using the database. It has to be empty, unless `over` allows replacing its contents. A previous
    SQLite database is kept under another name. The restored backup is noted as the newest one, with its file's time.
    """
    url = database.read_url(database_url)
    kind = "sqlite" if url.get_backend_name() == "sqlite" else "postgresql"
    with explain_read_errors(file):
        made_by, at = _kind(file), datetime.fromtimestamp(file.stat().st_mtime, UTC)
        if made_by != kind:
            raise CannotStart(OTHER_KIND.format(file=file, kind="SQLite" if made_by == "sqlite" else "PostgreSQL"))
        before = (_into_sqlite if kind == "sqlite" else _into_postgresql)(url, file, over)
    restored = asyncio.run(_make_ready(database_url, before))
    backup_notes.note(url, min(at, utc_now()))
    return restored


def _kind(file: Path) -> str:
    with file.open("rb") as begun:
        first = begun.read(len(backup_files.SQLITE_MAGIC))
    if first == backup_files.SQLITE_MAGIC:
        return "sqlite"
    if first.startswith(backup_files.DUMP_MAGIC):
        return "postgresql"
    raise CannotStart(NO_BACKUP.format(file=file))


def _into_sqlite(url: URL, file: Path, over: bool) -> Path | None:
    target = database.file_of(url)
    lock = locked(url)
    try:
        _check(file, backup_files.sqlite_revision(file))
        if not over and target.exists() and target.stat().st_size and not look(url, moving.is_empty):
            raise CannotStart(NOT_EMPTY.format(name=_named(url)))
        with _explain_copy_errors(file, target):
            return backup_files.put_sqlite_in_place(file, target)
    finally:
        lock.release()


def _into_postgresql(url: URL, file: Path, over: bool) -> Path | None:
    _check(file, backup_files.dump_revision(file))
    if many := look(url, moving.other_connections):
        raise CannotStart(IN_USE.format(name=_named(url), many=many))
    if names := look(url, moving.foreign_tables):
        raise CannotStart(FOREIGN.format(names=", ".join(names)))
    if not over and not look(url, moving.is_empty):
        raise CannotStart(NOT_EMPTY.format(name=_named(url)))
    backup_files.put_dump_in_place(file, url, look(url, moving.own_tables))
    return None


def _named(url: URL) -> str:
    name = name_of(url)
    return f"{name[0].upper()}{name[1:]}"


def _check(file: Path, revision: str) -> None:
    if revision not in migrate.known_revisions():
        raise CannotStart(TOO_NEW.format(file=file, revision=revision))


@contextmanager
def _explain_copy_errors(source: Path, to: Path) -> Iterator[None]:
    """Raise `CannotStart` if SQLite cannot copy `source` to `to` in the body, with a message for the operator."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        why = next((words for start, words in database.SQLITE_SAYS.items() if name.startswith(start)), str(error))
        raise CannotStart(f"{source} cannot be copied to {to}: {why}.") from None


async def _make_ready(database_url: str, before: Path | None) -> Restored:
    store = await Store.open(database_url, ONCE)
    try:
        await reset_after_restore(store, utc_now())
        return Restored(*await store.read(moving.count_games), before)
    finally:
        await store.close()


SAME = "Both addresses name the same database."

NO_SOURCE = "There is no database in {file} to move from."


def move_data(source: str, target: str, told: Callable[[MovedTable], None]) -> None:
    """Copy the contents of the database at `source` into the database at `target`, which is new or empty.

    The bot must not run on either of them. Checksums of all rows are compared before the copy is committed. `told` is
    called with each table. The source stays as it is. If `CannotStart` is raised, nothing was moved.
    """
    old, new = database.read_url(source), database.read_url(target)
    if old == new:
        raise CannotStart(SAME)
    with ExitStack() as held:
        for url in (old, new):
            if _is_sqlite(url):
                if url is old and not database.file_of(url).exists():
                    raise CannotStart(NO_SOURCE.format(file=database.file_of(url)))
                held.callback(locked(url).release)
            elif look(url, moving.is_behind_a_pooler):
                raise CannotStart(MOVES_THROUGH_A_POOLER)
        if not _is_begun(new):
            upgrade(new)
        with database.explain_errors(new):
            asyncio.run(move(old, new, told))


def _is_begun(url: URL) -> bool:
    """Return whether any version of the bot was ever started on this database."""
    if _is_sqlite(url) and not database.file_of(url).exists():
        return False
    return look(url, migrate.revision_of) is not None


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def count_again(database_url: str, told: Callable[[int, int], None]) -> int:
    """Count all figures of the boards again, and return the number of counted games. Raises `CannotStart`.

    With PostgreSQL the bot may be running. With SQLite it has to be stopped first. `told` is called with the number of
    counted games and the number of all games.
    """
    return asyncio.run(_count_again(database_url, told))


async def _count_again(database_url: str, told: Callable[[int, int], None]) -> int:
    store = await Store.open(database_url, ONCE)
    try:
        await keep_what_is_left(store)
        return await Recount(store, utc_now, rest=0).again(told)
    finally:
        await store.close()
