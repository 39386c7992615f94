"""Tests of a bot that is started while Discord, the database or another requirement is missing.

The bot says in one sentence what is missing, waits for it, and stops on SIGTERM.
"""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.sandbox.faults import Fault, Plan
from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from tests.databases import passed_on, postgresql_server, postgresql_url, sqlite_url
from tests.processes import Process, local_discord, started

pytestmark = pytest.mark.real_clock

__all__ = ["postgresql_server", "postgresql_url", "sqlite_url"]


@asynccontextmanager
async def nobody(port: int) -> AsyncIterator[None]:
    """Listen on a port and close every connection at once, so that the caller gets no answer."""

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", port):
        yield


def assert_calm(process: Process, code: int, wanted: int = 0) -> None:
    """Assert that the process ended with the `wanted` code, and that it logged no error or traceback."""
    assert code == wanted, process.log
    assert "Traceback" not in process.log
    assert "Error:" not in process.log


async def test_without_discord_the_bot_waits_with_growing_pauses(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port(0)
    async with started(port, "run", DATABASE_URL=sqlite_url) as bot:
        async with nobody(port):
            for pause in (1, 2):
                told = await bot.says(f"Trying again in {pause} s.")
                assert re.search(
                    r"bot.running Discord cannot be reached \((ServerDisconnected|ClientOS)Error\)\.", told
                )
        assert len(bot.lines) == 2, "a sentence a try"
        async with local_discord(tmp_path, port):
            await bot.says("Ready. Servers: 1.")
            assert_calm(bot, await bot.told_to_stop())


async def test_the_bot_waits_while_discord_fails_and_sigterm_ends_the_waiting(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
        discord.faults.use(Plan([Fault("503", "/users/@me")]))
        assert "Discord answers, but not as it should (503 0)." in await bot.says("Trying again in 1 s.")
        assert_calm(bot, await bot.told_to_stop())
        assert len(bot.lines) == 2, "the attempt, and the end"


async def test_without_a_gateway_the_bot_waits_too(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord:
        discord.gateway.up = False
        async with started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
            await bot.says("Discord's gateway cannot be reached. Trying again in 1 s.")
            discord.gateway.up = True
            await bot.says("Ready")
            assert_calm(bot, await bot.told_to_stop())


async def test_the_last_line_of_a_stop_comes_when_the_database_is_closed(tmp_path: Path, sqlite_url: str) -> None:
    """An operator who waits for this line may copy the file: SQLite has deleted the log of writes beside it."""
    beside = Path(f"{make_url(sqlite_url).database}-wal")
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
        await bot.says("Ready")
        assert await asyncio.to_thread(beside.exists)
        bot.process.send_signal(signal.SIGTERM)
        assert re.search(r"bot.running Stopped\. Stopping took \d+\.\d s\.$", await bot.says("Stopped."))
        assert not await asyncio.to_thread(beside.exists)
        assert_calm(bot, await bot.ends())
        assert bot.lines[-1].count("Stopped.") == 1, "the last line of the log"


async def test_a_bot_that_waits_for_discord_logs_its_end_too(tmp_path: Path, sqlite_url: str) -> None:
    port = free_port(0)
    async with started(port, "run", DATABASE_URL=sqlite_url) as bot:
        await bot.says("Trying again in 1 s.")
        assert_calm(bot, await bot.told_to_stop())
        assert "Stopped. Stopping took 0." in bot.lines[-1]


async def test_a_lost_gateway_is_logged_in_one_line(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
        await bot.says("Ready")
        discord.gateway.up = False
        await discord.gateway.close(1000)
        await bot.says("gateway is away (WSServerHandshakeError). Attempting a reconnect")
        discord.gateway.up = True
        assert_calm(bot, await bot.told_to_stop())


async def test_sigterm_ends_the_bot_while_the_gateway_is_lost(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
        await bot.says("Ready")
        discord.gateway.up = False
        await discord.gateway.close(1000)
        await bot.says("Attempting a reconnect", times=2)
        assert_calm(bot, await bot.told_to_stop())


async def test_a_wrong_token_is_not_tried_again(tmp_path: Path, sqlite_url: str) -> None:
    async with (
        local_discord(tmp_path, token="another.one") as discord,
        started(discord.port, "run", DATABASE_URL=sqlite_url) as bot,
    ):
        assert await bot.ends() == 2
        assert bot.lines == ["Discord does not know this DISCORD_TOKEN: copy it again from the developer portal."]


async def test_a_token_that_was_reset_ends_the_bot(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as bot:
        await bot.says("Ready")
        await discord.gateway.close(4004)
        assert_calm(bot, await bot.ends(), 2)
        assert bot.lines[-1].startswith("Discord does not know this DISCORD_TOKEN")


async def test_without_postgresql_the_bot_waits_and_sends_discord_no_request(
    tmp_path: Path, postgresql_url: str
) -> None:
    """The database starts later than the bot, as it may after a power cut."""
    url = make_url(postgresql_url)
    file, port = f"{url.query['host']}/.s.PGSQL.{url.port or 5432}", free_port(0)
    address = url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=address) as bot:
        told = await bot.says("Trying again in 2 s.")
        assert "PostgreSQL cannot be reached" in told
        assert asked(discord) == 0
        async with passed_on(port, file):
            await bot.says("Ready")
            assert_calm(bot, await bot.told_to_stop())


async def test_sigterm_ends_the_waiting_for_a_database(tmp_path: Path) -> None:
    address = f"postgresql://bot:hunter2@127.0.0.1:{free_port(0)}/games"
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=address) as bot:
        await bot.says("Trying again in 1 s.")
        assert_calm(bot, await bot.told_to_stop())
        assert "hunter2" not in bot.log


async def test_a_second_process_for_one_file_never_connects_to_discord(tmp_path: Path, sqlite_url: str) -> None:
    async with local_discord(tmp_path) as discord, started(discord.port, "run", DATABASE_URL=sqlite_url) as first:
        await first.says("Ready")
        async with started(discord.port, "run", DATABASE_URL=sqlite_url) as second:
            assert await second.ends() == 2
            assert len(second.lines) == 1
            assert "in use by another process of the bot; stop that one first" in second.log
        logins = discord.faults.seen["GET /oauth2/applications/@me"]
        assert (logins, discord.gateway.identified) == (1, 1)
        assert_calm(first, await first.told_to_stop())


def asked(discord: Server) -> int:
    """Return the number of requests that Discord has received."""
    return sum(discord.faults.seen.values())
