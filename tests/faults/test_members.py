"""Test that the bot asks about people over a real gateway, and that a page is shown in time if no answer comes."""

import asyncio
from typing import Any

import pytest

from bot.history.counting import Where, count
from bot.outbox import members
from bot.storage import Connection, personal
from bot.storage.tallies import Tally
from tests.faults.wire import Wire

PEOPLE = ("ann", "ben", "cleo")


async def board(wire: Wire, channel: int) -> str:
    """Return the board of wins that ann reads."""
    ann = wire.server.world.person("ann")
    body = {"channel": str(channel), "name": "leaderboard", "options": {"board": "wins"}}
    await wire.server.page.actions.do("slash", ann, body)
    await wire.until(wire.has_answered)
    return wire.said(channel)[-1]


async def won(wire: Wire, channel: int) -> None:
    """Give each person some wins."""

    def work(connection: Connection) -> None:
        where = Where(wire.guild, channel, "common", wire.bot.now())
        for number, key in enumerate(PEOPLE, 1):
            who = wire.who(key)
            personal.remember_name(connection, wire.guild, who.id, who.name)
            count(connection, [(where, Tally(who.id, "wins", number, 50))])

    assert wire.bot._store is not None
    await wire.bot._store.write(work)


def leave(wire: Wire, key: str) -> None:
    wire.server.world.discord._b.remove_member(wire.guild, wire.who(key).id)


async def test_people_who_have_left_are_left_out(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "WAITS", 30.0)
    channel = wire.new_channel("dice")
    await won(wire, channel)
    shown = await board(wire, channel)
    assert all(wire.who(key).name in shown for key in PEOPLE)
    leave(wire, "ben")
    await wire.time_passes(days=1, seconds=1)
    shown = await board(wire, channel)
    assert wire.who("ben").name not in shown
    assert wire.who("cleo").name in shown
    assert not wire.bot._connection._chunk_requests


async def test_a_page_does_not_wait_for_a_silent_gateway(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its late answer changes nothing, and does no harm."""
    channel = wire.new_channel("dice")
    await won(wire, channel)
    leave(wire, "ben")
    (session,) = wire.server.gateway._sessions.values()
    answer, asked = session.wire.request_members, list[Any]()

    async def keep(ask: Any) -> None:
        asked.append(ask)

    monkeypatch.setattr(session.wire, "request_members", keep)
    assert wire.who("ben").name in await board(wire, channel)
    assert len(asked) == 1
    assert not wire.bot._connection._chunk_requests, "discord.py forgets a request that nobody waits for"
    await answer(asked[0])
    await asyncio.sleep(0.1)
    assert await wire.bot.services.presence.left(wire.guild) == frozenset()
    assert wire.who("ben").name in await board(wire, channel)
    assert len(asked) == 2, "the bot asks again"
