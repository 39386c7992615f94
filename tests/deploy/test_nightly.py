"""Test the nightly backup. It adds a backup and deletes the oldest ones. If it fails, it deletes none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import sqlite_url

__all__ = ["sqlite_url"]

ROOT = Path(__file__).parents[2]
OLD = [f"liars-dice-2026110{day}T033000Z" for day in range(1, 6)]


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Return a folder with older backups, and put the bot's command where the script finds it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in [*OLD, "liars-dice-20261106T033000Z.x1y2.partial", "something else"]:
        (folder / name).write_text("older")
    command = tmp_path / "bin" / "liars-dice"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m bot "$@"\n')
    command.chmod(0o755)
    return folder


def run(night: Path, url: str) -> int:
    environment = {**os.environ, "PATH": f"{night.parent / 'bin'}:{os.environ['PATH']}", "DATABASE_URL": url}
    script = ROOT / "deploy" / "nightly-backup.sh"
    return subprocess.run(
        ["sh", str(script), str(night), "3"], env=environment, check=False, capture_output=True
    ).returncode


def test_the_newest_three_backups_are_kept(night: Path, sqlite_url: str) -> None:
    assert run(night, sqlite_url) == 0
    *kept, other = sorted(file.name for file in night.iterdir())
    assert other == "something else"
    assert kept[:2] == OLD[-2:]
    assert len(kept) == 3
    new = night / kept[2]
    assert new.read_bytes().startswith(b"SQLite format 3")
    assert new.stat().st_mode & 0o777 == 0o600


def test_a_failed_backup_deletes_no_older_backup(night: Path, tmp_path: Path) -> None:
    assert run(night, f"sqlite:///{tmp_path / 'nowhere.sqlite'}") == 2
    assert {file.name for file in night.iterdir()} == {*OLD, "something else"}
