"""Tests of a bot that ends soon after each start. It must not use up its gateway sessions.

After each such end, the next start waits longer. If few sessions are left, a start waits until Discord allows more.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.settings import Shards
from bot.sharing import starts
from bot.sharing.starts import SessionLimit, Starts
from bot.storage.store import Store
from tests.databases import database_url, postgresql_server, postgresql_url, sqlite_url
from tests.processes import Process, local_discord, started

__all__ = ["database_url", "postgresql_server", "postgresql_url", "sqlite_url"]

DAY = 24 * 60 * 60 * 1000
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(database_url)
    yield opened
    await opened.close()


async def test_each_run_that_ends_early_doubles_the_next_wait(store: Store) -> None:
    pauses, passed = list[float](), [NOW]
    for _ in range(10):
        this = Starts(store, Shards(), lambda: passed[0])
        pauses.append((await this.pause()).total_seconds())
        await this.begun()
        await this.begun()  # as for other shards and for resumed sessions
        this.cancel()
        passed[0] += timedelta(seconds=pauses[-1] + 30)
    assert pauses == [0, 5, 10, 20, 40, 80, 160, 320, 600, 600]


async def test_a_start_does_not_wait_if_the_last_one_lasted_or_was_long_ago(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Starts(store, Shards(), lambda: NOW)
    await first.begun()
    first.cancel()
    later = Starts(store, Shards(), lambda: NOW + timedelta(minutes=2))
    assert not await later.pause()
    monkeypatch.setattr(starts, "LIVED", 0.01)
    await later.begun()
    assert later._living is not None
    await asyncio.wait_for(later._living, 20)
    assert not await Starts(store, Shards(), lambda: NOW + timedelta(minutes=2)).pause()


async def test_each_process_waits_for_its_own_shards(store: Store) -> None:
    one, other = (Starts(store, Shards(number, number, 2), lambda: NOW) for number in range(2))
    await one.begun()
    one.cancel()
    assert await one.pause() == timedelta(seconds=5)
    assert not await other.pause()


def test_a_fifth_of_the_sessions_and_one_for_each_shard_are_reserved() -> None:
    assert not SessionLimit(1000, 200, DAY).are_few(1)
    assert SessionLimit(1000, 199, DAY).are_few(1)
    assert SessionLimit(10, 3, DAY).are_few(4)
    assert not SessionLimit(1000, 0, 0).are_few(1)
    assert not SessionLimit().are_few(1)


async def is_alive(port: int) -> bool:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/livez") as answer:
        return answer.status == 200


def counts(discord: Server, remaining: int, reset_after: int = DAY) -> None:
    """Let this Discord report `remaining` sessions, and a reset of their count in `reset_after` milliseconds."""
    discord.rest.sessions |= {"remaining": remaining, "reset_after": reset_after}


async def ended(bot: Process) -> None:
    assert await bot.told_to_stop() == 0
    assert "Traceback" not in bot.log


async def test_a_bot_that_waits_before_its_start_is_alive_and_can_be_stopped(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port(0)
    async with local_discord(tmp_path) as discord:
        counts(discord, 999)
        async with started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
            await bot.says("Ready")
            await ended(bot)
        async with started(discord.port, "run", DATABASE_URL=sqlite_url, HEALTH_PORT=str(port)) as bot:
            await bot.says("lasted less than a minute; waiting 5 s")
            assert await is_alive(port)
            assert discord.gateway.identified == 1
            await bot.says("Ready")
            await ended(bot)
        async with started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
            await bot.says("waiting 10 s")
            await ended(bot)
    assert discord.gateway.identified == 2


async def test_if_few_gateway_sessions_are_left_a_start_waits_for_more(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port(0)
    async with local_discord(tmp_path) as discord:
        counts(discord, 199, 2000)
        async with started(discord.port, "run", DATABASE_URL=sqlite_url, HEALTH_PORT=str(port)) as bot:
            await bot.says("199 of 1000 sessions at Discord's gateway are left; waiting 2 s for more")
            assert await is_alive(port)
            assert discord.gateway.identified == 0
            counts(discord, 1000)
            await bot.says("Ready")
            await ended(bot)


@pytest.mark.parametrize("said", [{}, {"total": "many"}])
async def test_a_start_does_not_wait_if_discord_counts_no_sessions(
    tmp_path: Path, database_url: str, said: dict[str, object]
) -> None:
    async with local_discord(tmp_path) as discord:
        discord.rest.sessions = said  # type: ignore[assignment] # an answer that Discord should never give
        async with started(discord.port, "run", DATABASE_URL=database_url) as bot:
            await bot.says("Ready")
            await ended(bot)
