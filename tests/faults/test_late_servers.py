"""Test that the bot can start even if Discord describes a server late.

The clock of turns waits for the server's language, but not for long.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.app import LATE_SERVERS
from bot.outbox.connection import LAST_SERVER
from bot.outbox.render import language_of_server
from bot.sandbox.gateway import Session
from tests.databases import gone
from tests.faults.wire import Wire, discord_put_back


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    with discord_put_back():
        wire = Wire(tmp_path)
        await wire.server.start()
        wire.point_discord_here()
        try:
            yield wire
        finally:
            await wire.close()


def late_server(wire: Wire, seconds: float | None) -> int:
    """Add a German server that Discord names at once, but describes only after this many seconds, or never."""
    backing, gateway = wire.server.world.discord._b, wire.server.gateway
    late = backing.create_guild("Spieleabend", owner_id=wire.who("ann").id)
    late.preferred_locale = "de"
    ready = gateway._ready

    def ready_without(session: Session, host: str) -> None:
        feed = session.wire.feed

        def feed_late(event: str, payload: Mapping[str, Any]) -> None:
            if event != "GUILD_CREATE" or int(payload["id"]) != late.id:
                feed(event, payload)
            elif seconds is not None:
                asyncio.get_running_loop().call_later(seconds, feed, event, payload)

        session.wire.feed = feed_late  # type: ignore[method-assign]
        ready(session, host)

    gateway._ready = ready_without  # type: ignore[method-assign]
    return int(late.id)


async def test_the_bot_waits_only_briefly_for_servers_when_it_starts(wire: Wire) -> None:
    starting = asyncio.create_task(wire.start_bot())
    await wire.until(lambda: wire.bot.guilds)
    began = time.monotonic()
    await wire.until(wire.bot.is_ready)
    assert time.monotonic() - began < LAST_SERVER + 1  # leave time for other programs on this machine
    await starting
    assert not wire.bot.guilds[0].unavailable


async def test_the_clock_waits_for_the_language_of_a_server_that_comes_late(wire: Wire) -> None:
    late = late_server(wire, LAST_SERVER + 0.5)
    await wire.start_bot()
    assert language_of_server(wire.bot, late) == "de"


async def test_the_clock_starts_without_a_server_that_never_comes(wire: Wire) -> None:
    late = late_server(wire, None)
    await wire.start_bot()
    assert language_of_server(wire.bot, late) != "de"
    assert wire.bot._store is not None
    await asyncio.sleep(0.2)
    assert await wire.bot._store.read(gone) == []


async def test_a_late_server_does_not_count_as_newly_joined(wire: Wire) -> None:
    late = late_server(wire, LAST_SERVER + LATE_SERVERS + 0.5)
    joined = list[int]()

    async def join(guild: Any) -> None:
        joined.append(guild.id)

    wire.bot.on_guild_join = join  # type: ignore[method-assign]
    await wire.start_bot()
    await wire.until(lambda: language_of_server(wire.bot, late) == "de")
    assert joined == []


async def test_the_clock_stays_paused_if_the_gateway_is_lost_during_the_wait(wire: Wire) -> None:
    late_server(wire, None)
    starting = asyncio.create_task(wire.start_bot())
    await wire.until(lambda: wire.bot.is_ready())
    wire.server.gateway.up = False
    await wire.server.gateway.close(4000)
    await asyncio.sleep(LATE_SERVERS + 0.3)
    assert not wire.bot.is_at_the_gateway
    assert not wire.clock_runs()
    wire.server.gateway.up = True
    await starting


async def test_a_stop_during_the_wait_for_servers_causes_no_error(wire: Wire) -> None:
    """After the bot was closed, discord.py still waits for the servers, and then reports that it is ready."""
    complaints = list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    starting = asyncio.create_task(wire.start_bot())
    await wire.until(lambda: wire.bot.guilds)
    assert not wire.bot.is_ready()
    starting.cancel()
    await wire.stop_bot()
    await asyncio.sleep(LAST_SERVER + 0.3)
    gc.collect()
    assert complaints == []
