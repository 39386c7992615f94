"""Let hundreds of open games go through two hours without Discord.

Each game gets the lost time back once, and its panel shows the new time.
"""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

from bot.screens.elements.amounts import countdown
from bot.settings import Limits
from bot.storage import processes
from tests.faults.wire import Wire, discord_put_back

TOGETHER = 20
"""The number of games that begin at the same time."""
AWAY = timedelta(hours=2)
CLOCK = 600
BOUND = 60.0
"""Seconds in which all panels must become right. The real Discord accepts 50 edits a second."""


async def begun(wire: Wire, games: int) -> dict[int, int]:
    """Start this many games and show them. Return the channel of each table."""
    found: dict[int, int] = {}
    for first in range(0, games, TOGETHER):
        channels = [wire.new_channel(f"dice-{first + number}") for number in range(TOGETHER)]
        tables = await asyncio.gather(*(wire.table(channel, "ann", "ben", clock=CLOCK) for channel in channels))
        found |= dict(zip(tables, channels, strict=True))
    for table in found:
        await wire.until(wire.is_shown, table, patience=BOUND)
    return found


def says_when(wire: Wire, channel: int, moment: datetime) -> bool:
    return f"<t:{countdown(moment)}:R>" in wire.said(channel)[-1]


async def two_hours(wire: Wire, many: int) -> None:
    """Start this many games, let Discord be away for two hours, and check the games afterwards."""
    games = await begun(wire, many)
    before = {table: await wire.info(table) for table in games}
    wire.server.gateway.up = False
    await wire.server.gateway.close(4000)
    await wire.until(lambda: not wire.clock_runs())
    wire.ahead += AWAY
    wire.server.gateway.up = True
    await wire.until(wire.clock_runs, patience=BOUND)
    for table, channel in games.items():
        await wire.until(wire.is_shown, table, patience=BOUND)
        was, now = before[table], await wire.info(table)
        assert (now.status, now.version) == (was.status, was.version), "no turn timed out"
        assert was.deadline is not None
        assert now.deadline is not None
        assert timedelta() <= now.deadline - was.deadline - AWAY < timedelta(seconds=BOUND), "once"
        await wire.until(says_when, wire, channel, now.deadline, patience=BOUND)
        assert len(wire.messages(channel)) == 3, "below lobby and line it is edited in place"
    assert wire.bot._store is not None
    found = await wire.bot._store.read(lambda c: processes.outages_since(c, 0))
    assert sum(each.resumed - each.lost_from > AWAY / 2 for each in found) == 1


async def away_for_hours(folder: Path, games: int) -> None:
    """Run the bot with its database in `folder`, and go through two hours without Discord."""
    with discord_put_back():
        wire = await Wire(folder, limits=Limits(games, games)).open()
        try:
            await two_hours(wire, games)
        finally:
            await wire.close()
