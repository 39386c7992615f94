"""A bot that is stopped again and again while people play: it ends in order, and leaves nothing unshown."""

import asyncio

from tests.kills.evening import KEPT, Evening, unshown

LIVES = 3.0
"""Most seconds that a bot has once it is ready."""


class Stops(Evening):
    """`done` counts stops."""

    async def stop_and_start(self, times: int) -> None:
        """Tell the bot to stop so often, with people pressing all the while; at last all goes on."""
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
        """Everything saved before the end is shown."""
        async with self.beside.dead() as (store, tables):
            self.found += [f"unshown: {sentence}" for sentence in await unshown(tables)]
            self.found += await store.read(self.checks.look)
        self.seen.forget(KEPT)
