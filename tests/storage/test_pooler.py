"""Test the bot and its commands behind a pooler that may give each transaction another connection."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from unittest import mock

import asyncpg
import pytest
from sqlalchemy import make_url

from bot.sandbox.supervisor import free_port
from bot.settings import Connections
from bot.storage import facts
from bot.storage.moving import table_names
from bot.storage.read_only import look
from bot.storage.store import Store, StoreFailed
from tests import commands
from tests.databases import EMPTY, PROGRAMS, postgresql_database
from tests.houses import postgresql_server, postgresql_url
from tests.poolers import pooling
from tests.processes import started
from tests.tables.house import House

__all__ = ["postgresql_server", "postgresql_url"]


@pytest.fixture
async def through_a_pooler(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Start a pooler with two connections in front of a test's database, and yield its address."""
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
    async with pooling(postgresql_url) as pooler:
        yield pooler.url


@pytest.fixture
def empty_url(postgresql_server: str) -> Iterator[str]:
    """Yield the address of a database on which the bot was never started."""
    with postgresql_database(postgresql_server, EMPTY) as url:
        yield url


async def command(*words: str, **settings: str) -> commands.Done:
    """Run a command of the bot with these settings, in another thread."""
    with mock.patch.object(
        asyncpg.connection, "_uid", 0
    ):  # a new process names its statements from the first number on
        return await asyncio.to_thread(commands.run, "bot", *words, settings={"DISCORD_TOKEN": "", **settings})


async def test_games_are_played_through_a_pooler(through_a_pooler: str) -> None:
    house = await House(through_a_pooler, connections=Connections(is_pooled=True)).open()
    try:
        names = [(f"guest{number}", f"guest{number + 10}") for number in range(6)]
        sittings = [await house.game("bar", *pair, channel=channel) for channel, pair in enumerate(names)]
        tables = await asyncio.gather(*(sitting.play_on(Random(1), moves=12) for sitting in sittings))
        assert all(table.version >= 12 for table in tables)
    finally:
        await house.close()


async def test_the_database_is_migrated_through_a_pooler_twenty_times_out_of_twenty(empty_url: str) -> None:
    """The first migration creates all tables. In between, other commands also use the pooler's connections."""
    async with pooling(empty_url) as pooler:
        done = [await command("migrate", DATABASE_URL=pooler.url) for _ in range(20)]
        done += [await command(word, DATABASE_URL=pooler.url) for word in ("tables", "rebuild") for _ in range(5)]
    assert [(each.returncode, each.stderr) for each in done] == [(0, "")] * 30


async def test_the_doctor_sees_a_pooler_and_says_what_to_set(through_a_pooler: str, postgresql_url: str) -> None:
    found = await command("doctor", DATABASE_URL=through_a_pooler)
    assert (
        "DO    pooler      a pooler gives each transaction any of its connections; set DATABASE_POOLED=yes"
        in found.stdout
    )
    found = await command("doctor", DATABASE_URL=through_a_pooler, DATABASE_POOLED="yes")
    assert "ok    pooler      DATABASE_URL is the address of one" in found.stdout
    assert "pooler" not in (await command("doctor", DATABASE_URL=postgresql_url)).stdout


async def test_a_process_that_does_not_know_of_the_pooler_names_the_setting(postgresql_url: str) -> None:
    """The prepared statements of two processes have the same names, and meet on the pooler's only connection."""
    failed = list[BaseException]()
    async with pooling(postgresql_url, connections=1) as pooler:
        for process in ("one", "other"):
            store = await Store.open(pooler.url)
            with mock.patch.object(asyncpg.connection, "_uid", 0):  # a new process numbers its statements from 1
                work = store.write(lambda c, name=process: facts.set_fact(c, name, "x"))  # type: ignore[misc]
                failed += [each for each in await asyncio.gather(work, return_exceptions=True) if each is not None]
            await store.close()
    assert failed
    assert all(isinstance(each, StoreFailed) and each.is_away for each in failed), "a sentence and no traceback"
    assert all("set DATABASE_POOLED=yes, or set DATABASE_LISTEN_URL" in str(each) for each in failed)


async def test_a_start_behind_an_unknown_pooler_is_refused_before_anything_is_migrated(empty_url: str) -> None:
    async with pooling(empty_url) as pooler, started(free_port(0), "run", DATABASE_URL=pooler.url) as bot:
        assert await bot.ends() == 2
    assert (len(bot.lines), "set DATABASE_POOLED=yes, or set DATABASE_LISTEN_URL" in bot.log) == (1, True)
    assert not await asyncio.to_thread(look, empty_url, table_names)


async def test_a_pooler_that_cannot_log_in_to_postgresql_is_not_taken_for_a_wrong_host(postgresql_url: str) -> None:
    """The pooler here passes on each name of a database, and PostgreSQL has none of this name."""
    async with pooling(postgresql_url) as pooler:
        refused = await command(
            "tables", DATABASE_URL=make_url(pooler.url).set(database="nowhere").render_as_string(False)
        )
    assert refused.returncode == 2
    assert refused.stderr.endswith("the pooler's log says why (08P01).\n"), refused.stderr


async def test_a_backup_takes_the_direct_address_or_is_refused(
    through_a_pooler: str, postgresql_url: str, tmp_path: Path
) -> None:
    """Otherwise pg_dump would leave its settings in a connection that the pooler later gives to the bot."""
    file, pooled = str(tmp_path / "backup"), {"DATABASE_URL": through_a_pooler}
    for settings in (pooled, {**pooled, "DATABASE_POOLED": "yes"}):
        refused = await command("backup", file, **settings)
        assert refused.returncode == 2
        assert refused.stderr.startswith("DATABASE_URL is the address of a pooler")
        assert "set DATABASE_LISTEN_URL to the direct address" in refused.stderr
    kept = await command("backup", file, **pooled, DATABASE_LISTEN_URL=postgresql_url)
    assert (kept.returncode, kept.stderr) == (0, "")


async def test_a_restore_takes_the_direct_address_or_is_refused(
    through_a_pooler: str, postgresql_url: str, tmp_path: Path
) -> None:
    file, pooled = str(tmp_path / "backup"), {"DATABASE_URL": through_a_pooler}
    await command("backup", file, DATABASE_URL=postgresql_url)
    refused = await command("restore", file, "--over", **pooled)
    assert (refused.returncode, "is the address of a pooler" in refused.stderr) == (2, True)
    held = await command("restore", file, "--over", **pooled, DATABASE_LISTEN_URL=postgresql_url)
    assert (held.returncode, "whatever else uses it, such as a pooler" in held.stderr) == (2, True)
    moved = await command("move-data", f"sqlite:///{tmp_path / 'games.sqlite'}", "NEW", NEW=through_a_pooler)
    assert moved.returncode == 2
