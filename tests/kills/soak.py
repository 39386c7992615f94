"""Run the bot against a Discord that has trouble again and again, while people press.

discord.py has to repeat requests, wait for rate limits, and resume sessions.
"""

import asyncio
import time
from pathlib import Path
from statistics import median

from bot.sandbox.faults import Fault, Plan
from tests.kills.evening import KEPT, Evening

LONGEST = 8.0
"""The longest time in seconds for one kind of trouble, and for a time without trouble."""
UNREACHABLE_ONCE_IN = 600.0
"""Seconds between two outages of the gateway in which discord.py cannot connect again.

In each outage discord.py tries up to three times. Each of its pauses may be twice as long as the one before, until it
was connected for 34 minutes. With six such outages in half an hour, it paused ten times, the last time for 545 seconds.
"""
WELL = 0.3
"""The share of times without trouble."""
LOOK_EVERY = 60.0
"""Seconds between two checks."""
MAY_GROW = 1.3
"""The process's median size in the last fifth of the run may be this many times its median size in the second fifth."""
CLOSED_WITH = (4000, 4009, 1001, 1006)
"""Close codes of the gateway. discord.py resumes the session after some of them, and begins a new one after others."""


class Soak(Evening):
    """Makes trouble at the local Discord.

    `done` counts the times of trouble, and `sizes` holds the size of the bot's process in megabytes after each.
    """

    sizes: list[float]
    reachable_until = 0.0

    async def soak(self, seconds: float) -> None:
        """Make trouble for this many seconds, with a check after each minute.

        At the end, stop the bot, and check that its process has not grown too much.
        """
        self.sizes = []
        await self.is_ready()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends and not self.found:
            await self._trouble_until(min(ends, time.monotonic() + LOOK_EVERY))
            await self.all_moves()
            await self.all_is_well()
            self.seen.forget(KEPT)
        if not self.found:
            await self.stop()
        self.found += self._grown()

    async def _trouble_until(self, end: float) -> None:
        while time.monotonic() < end:
            lasts = min(self.luck.uniform(1, LONGEST), max(0.1, end - time.monotonic()))
            if self.luck.random() < 0.15:
                await self._lose_the_gateway(lasts)
            else:
                self.server.faults.use(Plan(self._trouble(), self.luck.randrange(2**32)))
                await asyncio.sleep(lasts)
            self.done += 1
            self.sizes.append(_megabytes(self.bot.pid))
        self.server.faults.use(Plan())

    def _trouble(self) -> list[Fault]:
        """Choose one or two kinds of fault for the next few seconds, or no fault."""
        if self.luck.random() < WELL:
            return []
        luck = self.luck
        sorts = (
            Fault("429", "/channels/*", share=0.3, seconds=luck.uniform(0.2, 3)),
            Fault("429", "*", share=0.03, seconds=luck.uniform(0.2, 2), shared=True),
            Fault(luck.choice(("500", "502", "503")), "*", share=luck.uniform(0.1, 0.6)),
            Fault("slow", "*", share=0.3, seconds=luck.uniform(0.2, 4)),
            Fault("reset", "*", share=luck.uniform(0.05, 0.4)),
            Fault("lost", "*", share=luck.uniform(0.05, 0.4)),
            Fault("close", "*", share=0.02, code=luck.choice(CLOSED_WITH)),
        )
        return luck.sample(sorts, luck.randint(1, 2))

    async def _lose_the_gateway(self, seconds: float) -> None:
        gateway = self.server.gateway
        if time.monotonic() >= self.reachable_until:
            gateway.up, self.reachable_until = False, time.monotonic() + UNREACHABLE_ONCE_IN
        await gateway.close(self.luck.choice(CLOSED_WITH))
        await asyncio.sleep(seconds)
        gateway.up = True

    def _grown(self) -> list[str]:
        fifth = len(self.sizes) // 5
        if fifth < 3:
            return []
        early, late = median(self.sizes[fifth : 2 * fifth]), median(self.sizes[-fifth:])
        return [f"it has grown from {early:.0f} to {late:.0f} MB"] if late > early * MAY_GROW else []


def _megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 2**20
