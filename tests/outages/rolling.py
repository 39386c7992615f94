"""Replace the processes of a bot one after the other while people play. This is a rolling restart."""

import asyncio
import os
from functools import partial
from pathlib import Path

from bot.settings import Shards
from tests.kills.process import BotProcess
from tests.outages.away import Outages
from tests.sharing.wires import shards_for


def with_settings(**settings: str) -> None:
    """Set these environment variables in the bot's process."""
    os.environ.update(settings)


class ThroughAPooler(Outages):
    """Lets people play with a bot whose database is behind a pooler. The checks read the database directly."""

    def __init__(self, folder: Path, direct: str, pooled: str, tables: int) -> None:
        """Set up the evening.

        `direct` is the address of the database, and `pooled` is its address through the pooler.
        """
        self._pooled = pooled
        super().__init__(folder, direct, 2026, tables)

    def new_bot(self) -> BotProcess:
        """Create a process that knows of the pooler, without starting it."""
        return self.process()

    def process(self, shards: Shards | None = None) -> BotProcess:
        """Create a process for these shards, or for all shards, without starting it."""
        settings = {"DATABASE_POOLED": "yes", "SHARDS": "" if shards is None else str(shards)}
        return BotProcess(self.server.address, self._pooled, self._log, partial(with_settings, **settings))


class Rolling(ThroughAPooler):
    """Lets people play with a bot of two processes.

    The first serves direct messages, and the second serves the server.

    `done` counts the replaced processes.
    """

    def new_bot(self) -> BotProcess:
        """Create the process that serves the server, without starting it."""
        self.shards = shards_for(next(iter(self.server.world.discord.guilds)))
        self.first = self.process(self.shards[0])
        return self.process(self.shards[1])

    async def roll(self, times: int) -> None:
        """Start both processes, and replace both of them `times` times while people play.

        Check the games each time.
        """
        said = self.said_so_far()
        self.first.start()
        await self.until_says(b"Ready.", said)
        await self.is_ready()
        await self.all_moves()
        for _ in range(times):
            pressed = self.people.asked
            self.first = await self._replaced(self.first, self.shards[0])
            self.bot = await self._replaced(self.bot, self.shards[1])
            self.done += 2
            if self.people.asked <= pressed:
                self.found.append("nobody pressed anything meanwhile")
            await self.all_goes_on_well()
        await self.stop()
        await self._ended(self.first)

    async def _replaced(self, old: BotProcess, shards: Shards) -> BotProcess:
        """Start a process that waits for the shards of `old`, and stop `old`. Return the new process when it is ready.

        While no process is connected, Discord delivers no press. So only the presses from before the stop need an
        answer.
        """
        new, said = self.process(shards), self.said_so_far()
        new.start()
        await self.until_says(b"waits until they are free", said)
        if old is self.bot:
            self.bot = new  # the end of the old one is no fault
        said, asked = self.said_so_far(), set(self.people.waiting)
        await self._ended(old)
        await self.until_says(b"Ready.", said)
        self.people.waiting &= asked
        return new

    async def until_says(self, words: bytes, since: int) -> None:
        """Wait until the log has these words after the position `since`."""
        async with asyncio.timeout(60):
            while words not in self.said_since(since):  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.02)

    async def _ended(self, old: BotProcess) -> None:
        """Stop a process with SIGTERM, and wait until it has ended."""
        old.tell_to_stop()
        async with asyncio.timeout(60):
            while old.code is None:  # noqa: ASYNC110 - a process has no event
                await asyncio.sleep(0.02)
        if old.code != 0:
            self.found.append(f"it ended with {old.code}")
