"""A PostgreSQL database as a file, by PostgreSQL's own programs: pg_dump, pg_restore and psql.

What they say of rows is never shown: seeds and hidden dice stand in them.
"""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from sqlalchemy import URL

from bot.settings import CannotStart
from bot.storage import address
from bot.storage.copies.arriving import arriving

MAGIC = b"PGDMP"
MISSING = (
    "{program} is not here: it comes with PostgreSQL's own programs (on Debian the package postgresql-client); install "
    "those of the server's version."
)
REFUSED = "{program} did not do it: {why}."
NO_DATABASE = "{file} is no backup of the bot's database."
VERSION = re.compile(r"^COPY \S*alembic_version .*\n(\w+)$", re.MULTILINE)
CODE = re.compile(r"ERROR:\s+(\w{5})\b")


def copy(url: URL, to: Path) -> str:
    """Dump the database at `url` into a file, in pg_dump's custom form, read back from end to end; its revision.

    `to` is replaced, but only by a dump that is whole. Raises `CannotStart` where a program is missing or refuses.
    """
    with arriving(to) as partial:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={partial}", url=url)
        return revision(partial, to)


def revision(file: Path, called: Path | None = None) -> str:
    """The revision of a dump, once all of it could be read. Raises `CannotStart`.

    `called` is how the file is named to the operator.
    """
    _run("pg_restore", "--file=/dev/null", str(file))
    found = VERSION.search(_run("pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file)))
    if found is None:
        raise CannotStart(NO_DATABASE.format(file=called or file))
    return found[1]


def put_in_place(source: Path, url: URL, old: Iterable[str]) -> None:
    """Put what a dump has into the database at `url`, in place of the tables `old`: all of it or nothing.

    Raises `CannotStart`.
    """
    psql = [_found("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=sqlstate"]
    with subprocess.Popen(
        [*psql, "--file=-"],
        env=_environment(url),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as into:
        assert into.stdin is not None
        assert into.stderr is not None
        whole = _fed(source, into.stdin, old)
        said = into.stderr.read().decode(errors="replace")
    if into.returncode or not whole:
        code = CODE.search(said)
        raise CannotStart(REFUSED.format(program="psql", why=code[1] if code else _first_line(said)))


def _fed(source: Path, into: IO[bytes], old: Iterable[str]) -> bool:
    """Tell psql the whole story in one transaction, whose end it hears only where the story was whole."""
    try:
        into.write("".join(["BEGIN;\n", *(f'DROP TABLE "{each}" CASCADE;\n' for each in old)]).encode())
        into.flush()
        command = [_found("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(source)]
        whole = subprocess.run(command, stdout=into, stderr=subprocess.DEVNULL, check=False).returncode == 0
        into.write(b"COMMIT;\n" if whole else b"ROLLBACK;\n")
        into.close()
    except BrokenPipeError:  # psql met an error, and says which
        with contextlib.suppress(BrokenPipeError):
            into.close()
        return False
    return whole


def _run(program: str, *arguments: str, url: URL | None = None) -> str:
    """What a program prints. Raises `CannotStart` where it is missing or refuses, with what it says of itself."""
    command = [_found(program), *arguments, *(["--no-password"] if url is not None else [])]
    environment = _environment(url) if url is not None else None
    done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise CannotStart(REFUSED.format(program=program, why=_first_line(done.stderr)))
    return done.stdout


def _environment(url: URL) -> dict[str, str]:
    """Who and where by the environment: what stands on a command line, everybody on the machine can read."""
    return {**os.environ, **address.for_programs(url), "LC_ALL": "C"}


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise CannotStart(MISSING.format(program=program))
    return path


def _first_line(said: str) -> str:
    """What a program complained about, without its name."""
    lines = [line.split("error: ")[-1].split("detail: ")[-1].strip(" .") for line in said.splitlines() if line.strip()]
    return "; ".join(lines[:2]) or "it does not say why"
