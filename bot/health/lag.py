"""How late the event loop wakes who sleeps: where it is late, everybody waits."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator

from bot.measures import LOOP_LAG_SECONDS

EVERY = 0.25
"""Seconds between two looks."""
LOOKS = 40
"""So many looks are remembered: ten seconds."""


class Lag:
    """Measures the loop that it runs in."""

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=LOOKS)

    @property
    def worst(self) -> float:
        """The longest that anybody was kept waiting within the last ten seconds, in seconds."""
        return max(self._last, default=0.0)

    @contextlib.asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        """Measure while the body runs."""
        task = asyncio.create_task(self._measure())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _measure(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            late = max(loop.time() - due, 0.0)
            self._last.append(late)
            LOOP_LAG_SECONDS.observe(late)
