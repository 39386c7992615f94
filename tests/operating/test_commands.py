"""Test the real commands for backups, restores, moves to another kind of database, and the list of tables."""

import ast
import asyncio
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.settings import VERSION
from tests import commands
from tests.tables.house import GUILD, House, person

ROOT = Path(__file__).parents[2]


def told(*words: str, **settings: str) -> str:
    done = commands.run("bot", *words, settings=settings)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


async def a_table(url: str) -> None:
    house = await House(url).open()
    await house.game("common", "ann", "bob")
    await house.close()


def test_backup_restore_and_move_data_work_one_after_another(
    tmp_path: Path, sqlite_url: str, empty_postgresql_url: str
) -> None:
    asyncio.run(a_table(sqlite_url))
    backup, new = str(tmp_path / "backup"), f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert f"{backup} has the database of 2" in told("backup", backup, DATABASE_URL=sqlite_url)
    restored = told("restore", backup, DATABASE_URL=new)
    assert "Tables in play: 1. Games that are kept: 0." in restored
    assert "each table in play is shown again" in restored
    assert "What was there before is in" in told("restore", "--over", backup, DATABASE_URL=new)
    # The server's address contains a password, so it is given in an environment variable.
    moved = told("move-data", new, "NEW_DATABASE_URL", NEW_DATABASE_URL=empty_postgresql_url)
    assert moved.startswith("table                    rows  sum of both sides\n")
    assert "tables                      1  " in moved
    assert "Set DATABASE_URL to the new address" in moved
    dumped = told("backup", backup, DATABASE_URL=empty_postgresql_url)
    assert "bytes, revision 0" in dumped


def test_a_refused_move_prints_only_the_reason(tmp_path: Path, sqlite_url: str) -> None:
    """The heading of the moved tables would look as if the move had begun."""
    asyncio.run(a_table(sqlite_url))
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    told("move-data", sqlite_url, new)
    for target, reason in ((new, "is not empty"), (sqlite_url, "name the same database")):
        done = commands.run("bot", "move-data", sqlite_url, target)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert reason in done.stderr


@pytest.mark.parametrize(
    "words",
    [("restore", "--over", "FILE"), ("backup", "FILE"), ("migrate",), ("rebuild",), ("tables",), ("run",), ("doctor",)],
    ids=lambda words: words[0],
)
def test_a_command_refuses_two_addresses_that_name_different_databases(
    tmp_path: Path, postgresql_url: str, empty_postgresql_url: str, words: tuple[str, ...]
) -> None:
    """An operator practices a restore with another DATABASE_URL, and .env has the live one as DATABASE_LISTEN_URL."""
    asyncio.run(a_table(postgresql_url))
    backup = tmp_path / "backup"
    given = [str(backup) if word == "FILE" else word for word in words]
    settings = {"DISCORD_TOKEN": "a.b.c", "DATABASE_URL": empty_postgresql_url, "DATABASE_LISTEN_URL": postgresql_url}
    done = commands.run("bot", *given, settings=settings)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "DATABASE_URL and DATABASE_LISTEN_URL name different databases" in done.stderr
    assert "set DATABASE_LISTEN_URL= to nothing" in done.stderr
    assert not backup.exists()


def test_an_empty_direct_address_counts_as_unset(
    tmp_path: Path, postgresql_url: str, empty_postgresql_url: str
) -> None:
    asyncio.run(a_table(postgresql_url))
    backup, live = str(tmp_path / "backup"), {"DATABASE_LISTEN_URL": postgresql_url, "DATABASE_URL": postgresql_url}
    told("backup", backup, **live)
    practice = {"DATABASE_LISTEN_URL": "", "DATABASE_URL": empty_postgresql_url}
    assert "Tables in play: 1." in told("restore", backup, **practice)
    assert len(lines(empty_postgresql_url)) == 1


# Open tables --------------------------------------------------------------------------------------------------


def lines(url: str) -> list[list[str]]:
    """Return the lines that `tables` prints, split into columns, without the heading."""
    said = told("tables", DATABASE_URL=url)
    if said == "No table is open.\n":
        return []
    head, *rest = said.splitlines()
    assert head.split() == ["table", "server", "game", "phase", "since", "(UTC)", "waits", "for"]
    return [re.split(r" {2,}", line) for line in rest]


def test_open_tables_are_listed_while_the_bot_runs(database_url: str) -> None:
    """The list has no names, no dice and no seed."""

    async def play() -> tuple[list[list[list[str]]], str]:
        house = await House(database_url).open()
        seen = [await asyncio.to_thread(lines, database_url)]
        await house.lobby("dudo", "ann")
        sitting = await house.game("common", "ann", "bob", channel=1)
        turn = person(await sitting.turn()).id
        seen.append(await asyncio.to_thread(lines, database_url))
        for name in ("ann", "bob"):
            await sitting.quit(name)
        seen.append(await asyncio.to_thread(lines, database_url))
        await house.close()
        return seen, str(turn)

    (before, during, after), turn = asyncio.run(play())
    assert before == []
    lobby, game = during
    noon = "2026-07-01 12:00"
    assert lobby == ["1", str(GUILD), "dudo", "lobby", noon, f"its host {person('ann').id}"]
    assert game == ["2", str(GUILD), "common", "round 1, bidding", noon, turn]
    assert after == [lobby]


def test_the_list_of_tables_reports_a_missing_database(tmp_path: Path) -> None:
    done = commands.run("bot", "tables", settings={"DATABASE_URL": f"sqlite:///{tmp_path}/new/games.sqlite"})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"There is no database in {tmp_path}/new/games.sqlite" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_table_that_only_a_newer_version_can_read_is_listed(sqlite_url: str) -> None:
    asyncio.run(a_table(sqlite_url))
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE tables SET setup = '{\"variant\": 7}'")
        connection.commit()
    ((number, _, game, phase, _, waits),) = lines(sqlite_url)
    assert (number, game, phase, waits) == ("1", "?", "playing", "a newer version of the bot")


# The name of the command ------------------------------------------------------------------------------------


def test_an_installed_program_uses_its_own_name_in_its_texts(tmp_path: Path) -> None:
    """The program of an installed wheel calls `main`. Here a script with the same name does so."""
    program = tmp_path / "liars-dice"
    program.write_text("import sys\nfrom bot.__main__ import main\nsys.exit(main())\n")

    def ask(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{tmp_path}/games.sqlite"}
        line = [sys.executable, str(program), *words]
        settings = {name: value for name, value in environment.items() if name != "DISCORD_TOKEN"}
        return subprocess.run(line, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False, timeout=60)

    assert ask("--version").stdout == f"liars-dice {VERSION}\n"
    said = [ask("--help"), ask("run"), ask("run", "fast"), ask("backup"), ask("migrate"), ask("doctor")]
    assert said[0].stdout.startswith("liars-dice, followed by one of these:\n")
    assert "`liars-dice demo` plays all ten games" in said[1].stderr
    assert "Usage: liars-dice run" in said[2].stderr
    assert "Usage: liars-dice backup FILE" in said[3].stderr
    assert not [each for each in said if "python -m" in each.stdout + each.stderr]


def test_the_name_of_the_command_is_written_in_one_place_only() -> None:
    """Texts for operators use `COMMAND` for the command's name. Docstrings may write any name."""
    named = []
    for file in (ROOT / "bot").rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said]
        named += [(file.name, each.value) for each in texts if "python -m bot" in str(each.value)]
    assert named == [("settings.py", "python -m bot")]


@pytest.mark.parametrize("command", ["demo", "sandbox"])
def test_a_missing_extra_is_reported_with_the_file_to_install(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the file of the wheel, because a package with this name on an index would not be ours."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for module in [name for name in sys.modules if name.startswith("bot.demo")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "simcord", None)
    done = commands.run("bot", command)
    assert f"pip install './liars_dice-{VERSION}-py3-none-any.whl[sandbox]'" in done.stderr
    assert (done.returncode, done.stdout) == (2, "")
