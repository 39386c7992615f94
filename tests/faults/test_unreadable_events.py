"""Test gateway events that discord.py cannot read. Only such an event at the start may end the connection."""

import asyncio

import pytest

from bot.inbox import syncing
from bot.sandbox.faults import Fault
from tests.faults.wire import Wire


def push(wire: Wire, event: str, data: object) -> None:
    (session,) = wire.server.gateway._sessions.values()
    session.push(event, data)


async def test_an_unreadable_event_does_not_end_the_connection(wire: Wire) -> None:
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    for event in ("CHANNEL_UPDATE", "INTERACTION_CREATE", "GUILD_CREATE", "GUILD_UPDATE", "THREAD_LIST_SYNC"):
        for data in ({"id": "none", "guild_id": "none", "channel_ids": ["none"]}, [1], None):
            push(wire, event, data)
    await wire.goes_on(table)
    assert wire.bot.is_at_the_gateway
    assert wire.server.gateway.identified == 1


async def test_an_unreadable_ready_event_is_not_ignored(wire: Wire) -> None:
    assert wire._runs is not None
    push(wire, "READY", {"session_id": "s", "resume_gateway_url": "ws://127.0.0.1:1", "guilds": [], "shard": [0, 1]})
    with pytest.raises(KeyError, match="user"):
        await asyncio.wait_for(wire._runs, 30)


async def test_a_slow_registration_of_commands_does_not_delay_the_start(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    await wire.stop_bot()
    monkeypatch.setattr(syncing, "AT_MOST", 0.1)
    monkeypatch.setattr(syncing, "COMMANDS_FACT", "told by nobody")
    wire.trouble(Fault("slow", "/applications/*/commands", seconds=3600))
    wire.bot = wire.new_bot()
    await wire.start_bot()
    await wire.goes_on(table)
    assert wire.bot._commands is not None
    assert wire.bot._commands._trying is not None
    assert not wire.bot._commands._trying.done()
