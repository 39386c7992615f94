"""Run one process of the bot. It can be started, stopped, and killed between any two of its steps."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app import Bot
from bot.settings import Settings, Shards
from bot.sharing.lease import Lease
from tests.simulation.loop import Loop
from tests.simulation.store import InlineStore, Wrote, opened

TOKEN = "simulated.token"
PATIENCE = 1.0
"""Seconds within which a stopped process must release its shards."""


class Process:
    """One process of the bot. `bot` is None until the process has obtained its shards."""

    def __init__(
        self, loop: Loop, number: int, share: Shards, url: str, now: Callable[[], datetime], luck: Random, wrote: Wrote
    ) -> None:
        """Start the process for its share of the shards.

        If other processes run the rest of the shards, the process takes a lease for its own.
        """
        self.number, self.share, self._loop, self._now, self._luck = number, share, loop, now, luck
        self.bot: Bot | None = None
        self.failed: BaseException | None = None
        self._store: InlineStore | None = None
        self._context = loop.begin(number)
        adapter = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
        self._context.run(async_context.set, adapter)  # otherwise all simulated processes would share its locks
        self.runs = loop.create_task(self._run(url, wrote), context=self._context)

    @property
    def is_ready(self) -> bool:
        """Return whether the process runs and the clocks of its tables are running."""
        return self.bot is not None and self.bot.time_passes

    async def _run(self, url: str, wrote: Wrote) -> None:
        try:
            self._store = store = await opened(url, wrote)
            lease = await self._lease(store)
            settings = Settings(token=TOKEN, database_url=url, shards=self.share)
            self.bot = Bot(settings, self._luck.randbytes, self._now, store=store, lease=lease)
            if lease is None:
                await self.bot.start(TOKEN)
                return
            losing = self._loop.create_task(self._ends_with(lease, self.bot))
            try:
                await self.bot.start(TOKEN)
            finally:
                losing.cancel()
                await lease.leave()
        except Exception as error:
            self.failed = error

    async def _lease(self, store: InlineStore) -> Lease | None:
        if self.share.are_all():
            return None
        lease = Lease(store, self.share, self._now, self._loop.time)
        await lease.wait()
        return lease

    async def _ends_with(self, lease: Lease, bot: Bot) -> None:
        await lease.lost.wait()
        await bot.close()

    def stop(self) -> "asyncio.Task[Any]":
        """Stop the process as SIGTERM would. Return the task that stops it."""
        return self._loop.create_task(self._stop(), context=self._context)

    async def _stop(self) -> None:
        if self.bot is None:
            return
        await self.bot.close()
        await asyncio.wait([self.runs], timeout=PATIENCE)

    def die(self) -> None:
        """Kill the process, and close the files that it had open."""
        self._loop.die(self.number)
        if self._store is not None:
            self._store.die()
