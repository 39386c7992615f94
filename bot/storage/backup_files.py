"""A whole database as a file: a copy of a SQLite database, or a dump by PostgreSQL's own programs.

SQLite's own backup function copies a database while the bot runs. The copy has the state of one moment, even if the
bot writes in the meantime. Messages of pg_dump, pg_restore and psql about rows are never shown, because they may quote
seeds and hidden dice.
"""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy import URL

from bot.settings import CannotStart
from bot.storage.hosts import for_programs
from bot.wall_clock import utc_now

PARTIAL = ".partial"
"""The suffix of incomplete files. Such a file is left over only if the run that wrote it was killed."""


@contextmanager
def atomic_write(file: Path) -> Iterator[Path]:
    """Yield a new file (mode 0600) to write into, which replaces `file` when the body ends.

    The new file is in the same folder, and is safely on the disk before it replaces `file`. If the body raises,
    `file` does not change, and the new file is deleted. Raises `OSError`.
    """
    handle, name = tempfile.mkstemp(PARTIAL, f"{file.name}.", file.absolute().parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        fsync(partial)
        partial.replace(file)
        fsync(file.absolute().parent)
    finally:
        partial.unlink(missing_ok=True)


def fsync(path: Path) -> None:
    """Flush a file, or the list of names in a folder, to the disk, so that it survives a power cut.

    Raises `OSError`.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


SQLITE_MAGIC = b"SQLite format 3\0"

BUSY = 5000
"""The milliseconds to wait for another program's lock."""

NO_SQLITE_DATABASE = "{file} is no database of the bot."

DAMAGED = "{file} is damaged: {what}."


def copy_sqlite(source: Path, to: Path) -> str:
    """Copy the database in `source` to a file, check the whole copy, and return its revision.

    Only a complete copy replaces `to`. Raises `CannotStart` if the copy is damaged or is not a database of the bot,
    and `sqlite3.Error` or `OSError` if a file cannot be opened, read or written.
    """
    with atomic_write(to) as partial:
        with closing(_reading(source)) as old, closing(sqlite3.connect(partial)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # a single file, which any program can read
        return sqlite_revision(partial, source)


def sqlite_revision(file: Path, called: Path | None = None) -> str:
    """Check a whole database file, and return its revision. Raises the same exceptions as `copy_sqlite`.

    `called` is the name to use for the file in messages to the operator.
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
            raise CannotStart(NO_SQLITE_DATABASE.format(file=name))
        if torn := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise CannotStart(DAMAGED.format(file=name, what=f"a row of {torn[0]} has lost what it belongs to"))
        version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if version is None:
            raise CannotStart(NO_SQLITE_DATABASE.format(file=name))
        return str(version[0])


def put_sqlite_in_place(source: Path, file: Path) -> Path | None:
    """Replace the database `file` with a copy of `source`, and return the path at which the old database is kept.

    Return None if there was no old database. At every moment `file` is either the old database or the new one. The
    caller must hold the bot's lock. Raises the same exceptions as `copy_sqlite`.
    """
    before = _set_aside(file)
    copy_sqlite(source, file)
    return before


def _set_aside(file: Path) -> Path | None:
    """Give `file` a second name, as a hard link, and return that name. Return None if there is no database.

    Changes in the write-ahead log are first merged into the file. If the file cannot be read, its log is renamed too.
    """
    if not file.exists() or not file.stat().st_size:
        return None
    before = file.with_name(f"{file.name}.before-{utc_now():%Y%m%dT%H%M%S.%fZ}")
    if _can_be_read(file):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    else:  # SQLite must not apply its log to the new database, but somebody may want to rescue data from the log
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


DUMP_MAGIC = b"PGDMP"

MISSING = (
    "{program} is not here: it comes with PostgreSQL's own programs (on Debian the package postgresql-client); install "
    "those of the server's version."
)

REFUSED = "{program} did not do it: {why}."

NO_DUMP = "{file} is no backup of the bot's database."

OF_PROGRAM = re.compile(r"\(PostgreSQL\) (\d+)")
"""Matches the major version in the output of `pg_dump --version`."""

VERSION = re.compile(r"^COPY \S*alembic_version .*\n(\w+)$", re.MULTILINE)

CODE = re.compile(r"ERROR:\s+(\w{5})\b")


def dump_postgresql(url: URL, to: Path) -> str:
    """Dump the database at `url` into a file in pg_dump's custom format, read the whole dump, and return its revision.

    Only a complete dump replaces `to`. Raises `CannotStart` if a program is missing or fails.
    """
    with atomic_write(to) as partial:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={partial}", url=url)
        return dump_revision(partial, to)


def version_of_pg_dump() -> int:
    """Return pg_dump's major version, or 0 if its output names none. Raises `CannotStart` if the program is missing."""
    found = OF_PROGRAM.search(_run("pg_dump", "--version"))
    return int(found[1]) if found is not None else 0


def dump_revision(file: Path, called: Path | None = None) -> str:
    """Read a whole dump, and return its revision. Raises `CannotStart` if it is not a dump of the bot's database.

    `called` is the name to use for the file in messages to the operator.
    """
    _run("pg_restore", "--file=/dev/null", str(file))
    found = VERSION.search(_run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file)))
    if found is None:
        raise CannotStart(NO_DUMP.format(file=called or file))
    return found[1]


def put_dump_in_place(source: Path, url: URL, old: Iterable[str]) -> None:
    """Restore a dump into the database at `url`, after dropping the tables `old`, in one transaction.

    Raises `CannotStart` if the dump cannot be restored. In that case nothing has changed.
    """
    psql = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=sqlstate"]
    with subprocess.Popen(
        [*psql, "--file=-"],
        env=_environment(url),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as into:
        assert into.stdin is not None
        assert into.stderr is not None
        whole = _feed(source, into.stdin, old)
        said = into.stderr.read().decode(errors="replace")
    if into.returncode or not whole:
        code = CODE.search(said)
        raise CannotStart(REFUSED.format(program="psql", why=code[1] if code else _first_line(said)))


def _feed(source: Path, into: IO[bytes], old: Iterable[str]) -> bool:
    """Pass a dump to psql in one transaction, and return whether the whole dump was read.

    If it was not, the transaction is not committed.
    """
    try:
        into.write("".join(["BEGIN;\n", *(f'DROP TABLE "{each}" CASCADE;\n' for each in old)]).encode())
        into.flush()
        command = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(source)]
        whole = subprocess.run(command, stdout=into, stderr=subprocess.DEVNULL, check=False).returncode == 0
        into.write(b"COMMIT;\n" if whole else b"ROLLBACK;\n")
        into.close()
    except BrokenPipeError:  # psql met an error, and reports it
        with contextlib.suppress(BrokenPipeError):
            into.close()
        return False
    return whole


def _run(program: str, *arguments: str, url: URL | None = None) -> str:
    """Run a program and return its output.

    Raises `CannotStart`, with the program's message, if the program is missing or fails.
    """
    command = [_program(program), *arguments, *(["--no-password"] if url is not None else [])]
    environment = _environment(url) if url is not None else None
    done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise CannotStart(REFUSED.format(program=program, why=_first_line(done.stderr)))
    return done.stdout


def _environment(url: URL) -> dict[str, str]:
    """Return environment variables from which PostgreSQL's programs read the database's address and password.

    The address and the password are not passed on the command line, because everybody on the machine could read them
    there.
    """
    return {**os.environ, **for_programs(url), "LC_ALL": "C"}


def _program(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise CannotStart(MISSING.format(program=program))
    return path


def _first_line(said: str) -> str:
    """Return the first lines of a program's error message, without the program's name."""
    lines = [line.split("error: ")[-1].split("detail: ")[-1].strip(" .") for line in said.splitlines() if line.strip()]
    return "; ".join(lines[:2]) or "it does not say why"
