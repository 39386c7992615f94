"""Tests of the bot as an operator runs it, with real processes that are started and stopped by signals."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.settings import CannotStart, Settings
from bot.sharing import supervisor
from tests.faults.wire import TOKEN

pytestmark = pytest.mark.real_clock

PATIENCE = 45.0
BOT = ("-m", "bot.sandbox.launch", "bot", "run")


@pytest.fixture
async def discord_here(tmp_path: Path, postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """Start a local Discord, and set the environment of the processes that a test starts."""
    server = Server(tmp_path / "world", free_port(0), TOKEN)
    await server.start()
    for name, value in {
        "LOCAL_DISCORD": server.address,
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": postgresql_url,
        "SHARDS": "",
    }.items():
        monkeypatch.setenv(name, value)
    yield server
    await server.stop()


async def until(look: object, patience: float = PATIENCE) -> None:
    assert callable(look)
    async with asyncio.timeout(patience):
        while True:
            found = look()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return
            await asyncio.sleep(0.1)


async def start(log: Path) -> asyncio.subprocess.Process:
    with log.open("ab") as out:
        return await asyncio.create_subprocess_exec(
            sys.executable, *BOT, stdin=asyncio.subprocess.PIPE, stdout=out, stderr=out
        )


async def test_a_frozen_process_is_replaced_within_fifteen_seconds_and_ends_when_it_wakes(
    discord_here: Server, tmp_path: Path
) -> None:
    """A second process waits for the same shards, without a connection to Discord.

    It takes over the shards when the first process has given no sign of life for long enough.
    """
    first = await start(tmp_path / "first.log")
    await until(lambda: discord_here.gateway.identified == 1)
    second = await start(tmp_path / "second.log")
    await until(lambda: "waits until they are free" in (tmp_path / "second.log").read_text())
    assert discord_here.gateway.identified == 1
    first.send_signal(signal.SIGSTOP)
    frozen = asyncio.get_running_loop().time()
    try:
        await until(lambda: discord_here.gateway.identified == 2)
        assert asyncio.get_running_loop().time() - frozen < 15
    finally:
        first.send_signal(signal.SIGCONT)
    assert await asyncio.wait_for(first.wait(), PATIENCE) != 0
    assert "has taken over shards 0-0/1" in (tmp_path / "first.log").read_text()
    second.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(second.wait(), PATIENCE) == 0
    for log in ("first.log", "second.log"):
        assert "Traceback" not in (tmp_path / log).read_text()


async def test_processes_share_the_shards_and_a_killed_one_is_started_again(
    discord_here: Server, postgresql_url: str
) -> None:
    """With `--processes 2`, a killed process is started again. It gets its shards when its old lease has expired."""
    runs = asyncio.create_task(supervisor.run(Settings.from_environment(), 2, BOT))
    await until(lambda: shards(discord_here) == {(0, 2), (1, 2)})
    os.kill(await process_of(postgresql_url, 1), signal.SIGKILL)
    await until(lambda: discord_here.gateway.identified == 3)
    assert shards(discord_here) == {(0, 2), (1, 2)}
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(runs, PATIENCE) == 0
    assert await rows(postgresql_url, "SELECT id FROM processes") == []


async def test_a_wrongly_configured_process_is_not_retried(
    discord_here: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "nobody.knows.it")
    assert await asyncio.wait_for(supervisor.run(Settings.from_environment(), 2, BOT), PATIENCE) == 2
    with pytest.raises(CannotStart, match="--processes is from 1"):
        await supervisor.run(Settings.from_environment(), 0)


def test_several_processes_for_one_sqlite_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite allows only one writer, so the bot refuses to start several processes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.sqlite")
    with pytest.raises(CannotStart, match="A SQLite file belongs to one process"):
        asyncio.run(supervisor.run(Settings.from_environment(), 2, ("-c", "open('begun', 'w')")))
    assert not list(tmp_path.iterdir())


def shards(server: Server) -> set[tuple[int, int]]:
    return {session.shard for session in server.gateway._sessions.values() if session.send is not None}


async def rows(url: str, query: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(query))
    finally:
        await connection.close()


async def process_of(url: str, shard: int) -> int:
    """Return the process id of the bot's process that holds a shard."""
    (row,) = await rows(url, f"SELECT name FROM processes WHERE first = {shard}")
    found = re.search(r":(\d+) on ", str(row["name"]))
    assert found is not None
    return int(found[1])
