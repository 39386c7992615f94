"""Stop the bot again and again while people play. It must end in time, and must show everything first."""

import asyncio

from tests.kills.evening import KEPT, Evening, unshown

LIVES = 3.0
"""The longest time in seconds before a stop, after the bot is ready."""


class Stops(Evening):
    """Stops the bot and checks the database. `done` counts the stops."""

    async def stop_and_start(self, times: int) -> None:
        """Stop the bot `times` times while people press. At the end, check that all games go on."""
        for _ in range(times):
            await self.is_ready()
            await asyncio.sleep(self.luck.random() * LIVES)
            await self.stop()
            self.done += 1
            await self._look()
            self.bot = self.new_bot()
            if self.found:
                return
        await self.is_ready()
        await self.all_moves()
        await self.all_is_well()
        await self.stop()

    async def _look(self) -> None:
        """Check that everything that was saved is shown, now that the bot has ended."""
        async with self.beside.dead() as (store, tables):
            self.found += [f"unshown: {sentence}" for sentence in await unshown(tables)]
            self.found += await store.read(self.checks.look)
        self.seen.forget(KEPT)
