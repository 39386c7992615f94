"""Run one local Discord, one PostgreSQL database, and the bot in two processes.

One process serves direct messages, and the other serves the server.
"""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.app import Bot
from bot.running import ShardedBot
from bot.settings import Settings, Shards
from bot.sharing.lease import Lease
from bot.storage.store import Store
from bot.tables.pace import AT_ONCE, Pace
from tests.clock import utc_now
from tests.faults.wire import TOKEN, Wire, die, stop_heartbeats


def shards_for(guild: int) -> tuple[Shards, Shards]:
    """Return two groups of shards: those before the shard of `guild`, and the rest.

    The first group includes direct messages. The number of shards is as small as possible.
    """
    of = next(of for of in range(2, 99) if (guild >> 22) % of)
    first = (guild >> 22) % of
    return Shards(0, first - 1, of), Shards(first, of - 1, of)


async def no_more_signs_of_life(lease: Lease) -> None:
    """Stop renewing a lease.

    Wait first for a renewal that is in progress. If it were cancelled while it connects, a socket would stay open.
    """
    assert lease._keeping is not None
    async with lease._renewing:
        lease._keeping.cancel()


class Several(Wire):
    """Runs two processes of the bot. `bot` serves the server, and `elsewhere` serves direct messages."""

    elsewhere: Bot

    def __init__(self, folder: Path, url: str, pace: Pace = AT_ONCE, listens: bool = True) -> None:
        self._listens = listens
        super().__init__(folder, pace, url)

    async def open(self) -> "Several":
        await self.server.start()
        self.direct_messages, self.with_server = shards_for(self.guild)
        self.point_discord_here()
        self.elsewhere, self._runs_elsewhere = await self.start(self.direct_messages)
        self.bot, self._runs = await self.start(self.with_server)
        await self.until(lambda: self.bot.is_ready() and self.clock_runs())
        return self

    async def start(self, shards: Shards) -> tuple[Bot, asyncio.Task[None]]:
        """Wait for the lease of these shards, then start a process for them."""
        store = await Store.open(self.url)
        lease = Lease(store, shards, self.now)
        await lease.wait()
        listen_url = self.url if self._listens else ""
        settings = Settings(token=TOKEN, database_url=self.url, shards=shards, listen_url=listen_url)
        kind = ShardedBot if shards.last > shards.first else Bot
        bot = kind(settings, now=self.now, pace=self.pace, store=store, lease=lease)
        return bot, asyncio.create_task(bot.start(TOKEN))

    def now(self) -> datetime:
        return utc_now() + self.ahead

    async def kill(self) -> None:
        """Let the process that serves the server die at once. Its lease stays in the database."""
        lease = self.bot._lease
        assert lease is not None
        await no_more_signs_of_life(lease)
        await die(self.bot)
        await self._end(self._runs)
        await lease.store.close()

    async def close(self) -> None:
        self.calm()
        for bot, runs in ((self.elsewhere, self._runs_elsewhere), (self.bot, self._runs)):
            lease = bot._lease
            assert lease is not None
            await bot.close()
            await self._end(runs)
            await lease.leave()
            await lease.store.close()
        await self.server.stop()
        await stop_heartbeats()

    async def in_dm(self, key: str, command: str, **options: str) -> dict[str, Any]:
        """Type a command to the bot in a direct message."""
        person = self.server.world.person(key)
        body = {"channel": str(self.dm(key)), "name": command, "options": options}
        return await self.server.page.actions.do("slash", person, body)

    async def _end(self, runs: asyncio.Task[None] | None) -> None:
        if runs is not None:
            runs.cancel()
            await asyncio.gather(runs, return_exceptions=True)
