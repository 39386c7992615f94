"""Test the operator's commands about games.

Most of them run in the tests' process, and some run in a separate process.
"""

import asyncio
import csv
import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, delete

from bot.history.boards import Scope
from bot.storage import schema
from engine.record import replay
from tests import commands
from tests.databases import counted
from tests.history.evening import evening
from tests.tables.house import GUILD, House, person

ROOT = Path(__file__).parents[2]


async def run(module: str, *arguments: str, url: str = "", given: str = "") -> commands.Done:
    return await asyncio.to_thread(commands.run, module, *arguments, given=given, settings={"DATABASE_URL": url})


async def in_a_process(module: str, *arguments: str, url: str = "", given: str = "") -> commands.Done:
    """Run the command in a process, as an operator does."""
    line, environment = [sys.executable, "-m", module, *arguments], {**os.environ, "DATABASE_URL": url}
    done = await asyncio.to_thread(
        subprocess.run, line, cwd=ROOT, env=environment, input=given, capture_output=True, text=True, check=False
    )
    return commands.Done(done.stdout, done.stderr, done.returncode)


@pytest.mark.parametrize("names", [(), ("--names",)])
async def test_a_game_is_exported_while_the_bot_runs(house: House, names: tuple[str, ...]) -> None:
    """The engine's own command can replay the exported record and verify its dice."""
    sitting = await evening(house, Random(7), "firehouse")
    start = in_a_process if names else run
    exported = await start("bot", "export", "game", str(sitting.id), *names, url=house.url)
    assert (exported.returncode, exported.stderr) == (0, "")
    assert f"@players {'ann bob' if names else 'p1 p2'}" in exported.stdout
    replayed = await start("engine", "replay", "-", given=exported.stdout)
    assert replayed.stdout.startswith("ok -: ")
    assert replayed.returncode == 0
    proved = await run("engine", "verify", "-", given=exported.stdout)
    assert proved.stdout.strip().endswith("all from the seed that was committed to")
    assert proved.returncode == 0


async def test_a_record_shows_that_the_winner_put_a_forfeit_on_the_tab(house: House) -> None:
    """L2: the record names the winner as the actor, because the debtor did nothing."""
    sitting = await house.game("common", "ann", "bob", rounds=2)
    liar, caller = await sitting.a_lie()
    await sitting.settle(caller, liar, "tab")
    await sitting.a_lie()
    exported = await run("bot", "export", "game", str(sitting.id), "--names", url=house.url)
    assert f"\n  {caller} settle tab {liar}\n" in exported.stdout
    assert (await run("engine", "replay", "-", given=exported.stdout)).stdout == "ok -: 2 rounds, over\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("game", "77"), "No game 77 is kept"),
        (("game", "-1"), "python -m bot export game NUMBER"),
        (("game", "9" * 30), "python -m bot export game NUMBER"),
        (("games",), "python -m bot export game NUMBER"),
        (("boards", "--guild", "the docks"), "export boards|games --guild NUMBER"),
        (("boards", "--guild", "77"), "Nothing is kept of a server 77"),
        (("games", "--guild", str(GUILD), "--csv", "/no/such/folder/games.csv"), "cannot be written"),
        (("game", "1"), "No game 1 is kept: it is not over yet"),
    ],
)
async def test_a_failed_export_prints_one_sentence(house: House, arguments: tuple[str, ...], told: str) -> None:
    await house.game("common", "ann", "bob")
    done = await run("bot", "export", *arguments, url=house.url)
    assert told in done.stderr
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


async def test_boards_games_and_records_are_exported_while_the_bot_runs(house: House, tmp_path: Path) -> None:
    """The rows have the players' names, or numbers that mean nothing outside the sheet. No row has a Discord id."""
    for channel, variant in enumerate(("common", "dudo")):
        await evening(house, Random(2), variant, channel)
    asked = ("--guild", str(GUILD))
    page = await house.boards.page(Scope(GUILD), "wins", 1, 0)
    for names, called in ((("--names",), [row.name for row in page.rows]), ((), [])):
        done = await run("bot", "export", "boards", *asked, *names, url=house.url)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        wins = [
            row for row in rows if (row["board"], row["place"], row["game"], row["period"]) == ("wins", "0", "", "")
        ]
        assert [(int(row["rank"]), int(row["amount"]), int(row["beside"])) for row in wins] == [
            (row.rank, *row.figures) for row in page.rows
        ]
        assert [row["player"] for row in wins] == called or (not called and wins[0]["player"][0] == "p")
        assert str(person("ann").id)[:12] not in done.stdout
    file = tmp_path / "games.csv"
    done = await run("bot", "export", "games", *asked, "--names", "--csv", str(file), url=house.url)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    seats = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert {row["game"] for row in seats} == {"1", "2"}
    assert {row["player"] for row in seats if row["kind"] == "person"} >= {"ann", "bob"}
    done = await run("bot", "export", "records", *asked, "--into", str(tmp_path / "all"), url=house.url)
    assert done.stdout == "Records written: 2.\n"
    for number in (1, 2):
        assert replay(io.BytesIO((tmp_path / "all" / f"game-{number}.dice").read_bytes())).events


async def test_an_export_refuses_a_database_of_another_version(house: House) -> None:
    await house.store.write(lambda c: c.exec_driver_sql("UPDATE alembic_version SET version_num = '0002'"))
    done = await run("bot", "export", "game", "1", url=house.url)
    assert "not of this version" in done.stderr
    assert done.returncode == 2


async def test_an_export_does_not_create_a_missing_database(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    done = await run("bot", "export", "game", "1", url=f"sqlite:///{file}")
    assert done.returncode == 2
    assert f"There is no database in {file}" in done.stderr
    assert not file.exists()


async def test_the_rebuild_command_counts_all_games_again(house: House) -> None:
    """The command corrects wrong figures. On SQLite it refuses to run beside the bot."""
    await evening(house, Random(3), "common")
    before = await house.store.read(counted)

    def spoil(connection: Connection) -> None:
        connection.execute(schema.tallies.update().values(amount=99))
        connection.execute(delete(schema.tallies).where(schema.tallies.c.name == "wins"))

    await house.store.write(spoil)
    if house.url.startswith("sqlite"):
        refused = await in_a_process("bot", "rebuild", url=house.url)
        assert "stop that one first" in refused.stderr
        assert refused.returncode == 2
    await house.close()
    done = await run("bot", "rebuild", url=house.url)
    assert done.stdout.startswith("Counted again. Games kept: 1.")
    assert done.returncode == 0
    await house.open()
    assert await house.store.read(counted) == before
    assert before
