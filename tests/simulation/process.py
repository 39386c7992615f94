"""One process of the bot: it starts, is stopped in order, or dies between any two of its steps."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app import Bot
from bot.settings import Settings
from tests.simulation.loop import Loop
from tests.simulation.store import InlineStore, Wrote, opener

TOKEN = "simulated.token"
log = logging.getLogger(__name__)


class Process:
    """A process with a number. `bot` is what runs in it."""

    def __init__(
        self, loop: Loop, number: int, url: str, now: Callable[[], datetime], luck: Random, wrote: Wrote
    ) -> None:
        self.number, self._loop = number, loop
        self._context = loop.begin(number)
        adapter = AsyncWebhookAdapter()  # type: ignore[no-untyped-call]
        self._context.run(async_context.set, adapter)  # else all processes of ours would share its locks
        settings = Settings(token=TOKEN, database_url=url)
        self.bot: Bot = self._context.run(Bot, settings, luck.randbytes, now, None, opener(wrote))
        self.failed: BaseException | None = None
        self.runs = loop.create_task(self._run(), context=self._context)

    @property
    def is_ready(self) -> bool:
        """Whether time passes at its tables."""
        return self.bot._clock is not None and self.bot._clock._going

    async def _run(self) -> None:
        try:
            await self.bot.start(TOKEN)
        except Exception as error:
            self.failed = error

    def stop(self) -> "asyncio.Task[Any]":
        """The polite end, as by SIGTERM; the task that brings it."""
        return self._loop.create_task(self.bot.close(), context=self._context)

    def die(self) -> None:
        """It is gone; the operating system closes what it had open."""
        self._loop.die(self.number)
        if isinstance(self.bot._store, InlineStore):
            self.bot._store.die()
