"""A SQLite database as a file of its own: copied while the bot runs, looked through, and put in place of another.

The copying is SQLite's own backup: one moment of the database, whoever writes meanwhile.
"""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import CannotStart
from bot.storage.copies.arriving import arriving

MAGIC = b"SQLite format 3\0"
BUSY = 5000
"""Milliseconds for which another program's lock is waited for."""
NO_DATABASE = "{file} is no database of the bot."
DAMAGED = "{file} is damaged: {what}."


def copy(source: Path, to: Path) -> str:
    """Copy the database in `source` to a file, checked from end to end; its revision.

    `to` is replaced, but only by a copy that is whole. Raises `CannotStart` for a copy that is damaged, or for no
    database of the bot; `sqlite3.Error` and `OSError` where files cannot be opened, read or written.
    """
    with arriving(to) as partial:
        with closing(_reading(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # so that it is one file, which any program can read
        return revision(partial, source)


def revision(file: Path, called: Path | None = None) -> str:
    """The revision of a database file, once all of it is found sound. Raises as `copy` does.

    `called` is how the file is named to the operator.
    """
    name = called or file
    with closing(_reading(file)) as connection:
        try:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")]
            (tables,) = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE name IN ('alembic_version', 'tables')"
            ).fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname not in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
                raise
            raise CannotStart(DAMAGED.format(file=name, what=error)) from None
        if found != ["ok"]:
            raise CannotStart(DAMAGED.format(file=name, what=found[0]))
        if tables != 2:
            raise CannotStart(NO_DATABASE.format(file=name))
        if torn := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise CannotStart(DAMAGED.format(file=name, what=f"a row of {torn[0]} has lost what it belongs to"))
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(version)


def put_in_place(source: Path, file: Path) -> Path | None:
    """Put a copy of `source` in place of `file`; where that was before, None where there was none.

    At each moment `file` is the old database or the new one. The caller holds the lock of the bot. Raises as `copy`.
    """
    before = _set_aside(file)
    copy(source, file)
    return before


def _set_aside(file: Path) -> Path | None:
    """What is in `file` under another name, too, the file alone: what waits in its log is brought into it first."""
    if not file.exists() or not file.stat().st_size:
        return None
    before = file.with_name(f"{file.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
    if _can_be_read(file):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    else:  # its log must not meet the new database, and somebody may want to see what can be saved
        for ending in ("-wal", "-shm"):
            beside = file.with_name(file.name + ending)
            if beside.exists():
                beside.rename(before.with_name(before.name + ending))
    os.link(file, before)
    return before


def _can_be_read(file: Path) -> bool:
    try:
        with closing(_reading(file)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
            return False
        raise
    return True


def _reading(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    connection.execute(f"PRAGMA busy_timeout={BUSY}")
    return connection
