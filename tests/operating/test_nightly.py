"""Test backups in a folder. The command keeps the newest ones there, and stores the time of the newest one.

If a backup fails, no older backup is deleted.
"""

import os
import re
import shutil
import stat
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.storage.backup_notes import noted
from bot.storage.read_only import look
from bot.wall_clock import utc_now
from tests import commands

ROOT = Path(__file__).parents[2]
OLD = [f"liars-dice-2020110{day}T033000Z" for day in range(1, 6)]
OTHERS = {"something else", "liars-dice-20201101T033000Z.txt"}


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Return a folder with older backups and other files."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in (*OLD, *OTHERS):
        (folder / name).write_text("older")
    return folder


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def back_up(*words: str | Path, url: str) -> commands.Done:
    return commands.run("bot", "backup", *map(str, words), settings={"DATABASE_URL": url})


def test_the_newest_three_backups_are_kept(night: Path, sqlite_url: str) -> None:
    """The command runs in its own process, as systemd's timer and cron start it."""
    line = [sys.executable, "-m", "bot", "backup", str(night), "--keep=3"]
    environment = {**os.environ, "DATABASE_URL": sqlite_url}
    done = subprocess.run(line, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert (done.stderr, done.returncode) == ("", 0)
    (new,) = names(night) - {*OLD, *OTHERS}
    assert names(night) == {new, *OLD[-2:], *OTHERS}
    assert done.stdout.startswith(f"{night / new} has the database of ")
    assert done.stdout.endswith("Older backups deleted: 3.\n")
    assert (night / new).read_bytes().startswith(b"SQLite format 3")
    assert stat.S_IMODE((night / new).stat().st_mode) == 0o600


def test_a_failed_backup_deletes_no_older_backup(night: Path, tmp_path: Path) -> None:
    done = back_up("--keep", "1", night, url=f"sqlite:///{tmp_path / 'nowhere.sqlite'}")
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert names(night) == {*OLD, *OTHERS}


def test_the_new_backup_is_kept_even_if_the_clock_was_set_back(night: Path, sqlite_url: str) -> None:
    (night / "liars-dice-99991231T033000Z").write_text("of a wrong clock")
    assert back_up(night, "--keep", "1", url=sqlite_url).returncode == 0
    (new,) = names(night) - {*OLD, *OTHERS, "liars-dice-99991231T033000Z"}
    assert (night / new).read_bytes().startswith(b"SQLite format 3")


def test_an_incomplete_file_of_a_killed_run_is_deleted(night: Path, sqlite_url: str) -> None:
    """If another run has just written to such a file, the file is kept."""
    for name, age in (("killed", 7200), ("running", 60)):
        file = night / f"liars-dice-20201106T033000Z.{name}.partial"
        file.write_text("half")
        then = utc_now().timestamp() - age
        os.utime(file, (then, then))
    assert back_up(night, "--keep", "9", url=sqlite_url).returncode == 0
    assert [name.split(".")[1] for name in names(night) if name.endswith(".partial")] == ["running"]


def test_a_missing_folder_is_made_for_its_owner_alone(tmp_path: Path, sqlite_url: str) -> None:
    folder = tmp_path / "new" / "backups"
    assert back_up(folder, "--keep", "2", url=sqlite_url).returncode == 0
    assert (stat.S_IMODE(folder.stat().st_mode), len(names(folder))) == (0o700, 1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["{folder}"], "{folder} is a folder: name a file in it, or let `python -m bot backup {folder} --keep 14`"),
        (["{file}", "--keep", "3"], "{file} is a file: with --keep, name the folder"),
        (["{folder}", "--keep", "0"], "Usage: python -m bot backup FILE;"),
        (["{folder}", "--keep", "-3"], "Usage: python -m bot backup FILE;"),
    ],
)
def test_a_folder_without_keep_and_a_file_with_keep_are_refused(
    night: Path, tmp_path: Path, sqlite_url: str, words: list[str], says: str
) -> None:
    (tmp_path / "file").write_text("the backup of yesterday")
    places = {"folder": night, "file": tmp_path / "file"}
    done = back_up(*(word.format(**places) for word in words), url=sqlite_url)
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert done.stderr.startswith(says.format(**places))
    assert names(night) == {*OLD, *OTHERS}
    assert (tmp_path / "file").read_text() == "the backup of yesterday"


# The note of the newest backup --------------------------------------------------------------------------------


def test_each_backup_is_noted_in_the_database(tmp_path: Path, database_url: str) -> None:
    assert look(database_url, noted) is None
    done = back_up(tmp_path / "first", url=database_url)
    assert (done.stderr, done.returncode) == ("", 0)
    first = look(database_url, noted)
    assert first is not None
    assert f"has the database of {first:%Y-%m-%d %H:%M:%S} UTC" in done.stdout
    assert "could not be noted" not in done.stdout
    assert utc_now() - first < timedelta(minutes=5)
    back_up(tmp_path / "folder", "--keep", "2", url=database_url)
    second = look(database_url, noted)
    assert isinstance(second, datetime)
    assert second > first
    assert look(f"sqlite:///{tmp_path / 'first'}", noted) is None if database_url.startswith("sqlite") else True


def test_a_backup_by_programs_newer_than_the_server_says_so(
    tmp_path: Path, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL 15 cannot restore a backup of pg_dump 18, and nobody should learn this from the restore."""
    assert "pg_dump is of version" not in back_up(tmp_path / "first", url=postgresql_url).stdout
    newer = tmp_path / "newer" / "pg_dump"
    newer.parent.mkdir()
    words = (
        f'[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1 (Debian 99.1)" || exec {shutil.which("pg_dump")} "$@"'
    )
    newer.write_text(f"#!/bin/sh\n{words}\n")
    newer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{newer.parent}:{os.environ['PATH']}")
    done = back_up(tmp_path / "second", url=postgresql_url)
    assert (done.stderr, done.returncode) == ("", 0)
    assert re.search(
        r"pg_dump is of version 99, and the server is of version (\d\d), which may .* version \1\.", done.stdout
    )


def test_a_backup_that_failed_is_not_noted(tmp_path: Path, database_url: str) -> None:
    assert back_up(tmp_path / "nowhere" / "backup", url=database_url).returncode == 2
    assert look(database_url, noted) is None


def test_a_backup_of_a_database_that_cannot_be_written_succeeds_and_says_so(
    tmp_path: Path, postgresql_url: str
) -> None:
    """In this session all transactions only read. A standby refuses every write with the same error."""
    url = f"{postgresql_url}{'&' if '?' in postgresql_url else '?'}default_transaction_read_only=on"
    done = back_up(tmp_path / "backup", url=url)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.startswith(f"{tmp_path / 'backup'} has the database of ")
    assert "The backup is whole. It could not be noted in the database (" in done.stdout
    assert (tmp_path / "backup").read_bytes().startswith(b"PGDMP")
    assert look(postgresql_url, noted) is None
