"""Kill the bot again and again while people play, and check the database after each kill."""

import asyncio

from tests.kills.beside import is_whole
from tests.kills.evening import KEPT, Evening

LIVES = 1.0
"""The longest time in seconds before a kill, after the bot is at the gateway or ready."""
DIES_STARTING, DIES_READY = 0.15, 0.35
"""The shares of kills before the bot reaches the gateway, and after it is ready."""
LOOK_EVERY = 20
"""After this many kills there is a check that all games go on and everything is shown."""


class Kills(Evening):
    """Kills the bot and checks the database. `done` counts the kills."""

    async def kill(self, times: int) -> None:
        """Kill the bot `times` times under load. Then check that all games go on and everything is shown."""
        for number in range(1, times + 1):
            await self._die()
            await self._look()
            if number % LOOK_EVERY == 0 or number == times or self.found:
                await self.all_goes_on()
            if self.found:
                return

    async def _die(self) -> None:
        """Start the bot, and kill it at a random moment."""
        draw = self.luck.random()
        known, said = self.server.gateway.identified, self.said_so_far()
        self.bot.start()
        if draw < DIES_STARTING:
            await asyncio.sleep(self.luck.random() * LIVES / 2)
        else:
            await self.until(lambda: self.server.gateway.identified > known, "at the gateway")
            if draw > 1 - DIES_READY:
                await self.until(lambda: b"Ready." in self.said_since(said), "ready")
            await asyncio.sleep(self.luck.random() * LIVES)
        self.bot.kill()

    async def _look(self) -> None:
        """Check the database that the killed bot has left behind. Then create the next bot without starting it."""
        self.done += 1
        self.server.gateway._sessions.clear()  # nobody resumes the session of a dead bot
        async with self.beside.dead() as (store, _):
            self.found += await store.read(is_whole)
            self.found += await store.read(self.checks.look)
        self.look_into_the_log()
        await self.beside.ten_seconds_pass()
        self.bot = self.new_bot()

    async def all_goes_on(self) -> None:
        """Start the bot, check that every table moves and that everything is shown, and stop the bot."""
        await self.is_ready()
        await self.all_moves()
        await self.all_is_well()
        await self.stop()
        async with self.beside.dead() as (store, _):
            self.found += await store.read(self.checks.look)
        self.seen.forget(KEPT)
        self.bot = self.new_bot()
