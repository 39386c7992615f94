"""The real command line: a backup made, restored, and moved to another kind of database."""

import asyncio
from pathlib import Path

import pytest

from bot.operating.commands import COMMANDS
from tests import commands
from tests.tables.house import House


def told(*words: str, **settings: str) -> str:
    done = commands.run("bot", *words, settings=settings)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


async def a_table(url: str) -> None:
    house = await House(url).open()
    await house.game("common", "ann", "bob")
    await house.close()


def test_from_a_file_to_a_backup_to_a_file_to_a_server(
    tmp_path: Path, sqlite_url: str, empty_postgresql_url: str
) -> None:
    asyncio.run(a_table(sqlite_url))
    backup, new = str(tmp_path / "backup"), f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert f"{backup} has the database of 2" in told("backup", backup, DATABASE_URL=sqlite_url)
    restored = told("restore", backup, DATABASE_URL=new)
    assert "Tables in play: 1. Games that are kept: 0." in restored
    assert "each table in play is shown anew" in restored
    assert "What was there before is in" in told("restore", "--over", backup, DATABASE_URL=new)
    # The address of the server has a password, and so it is in a variable.
    moved = told("move-data", new, "NEW_DATABASE_URL", NEW_DATABASE_URL=empty_postgresql_url)
    assert "tables                      1  " in moved
    assert "Set DATABASE_URL to the new address" in moved
    dumped = told("backup", backup, DATABASE_URL=empty_postgresql_url)
    assert "bytes, revision 0" in dumped


@pytest.mark.parametrize("words", ["backup", "backup --over", "restore", "restore a b", "move-data", "move-data a"])
def test_without_what_it_needs_a_command_says_what_that_is(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *arguments = words.split()
    assert COMMANDS[command](arguments) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"It is: python -m bot {command} ")
    assert (len(said.err.splitlines()), said.out) == (1, "")
