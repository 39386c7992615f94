"""Time, as the tables know it: deadlines are a column that is polled, and a timeout is an ordinary move."""

import asyncio
import logging
from datetime import UTC, datetime

from bot.announce.house import House

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks at the deadlines."""
BEAT = 5
"""Polls between two signs of life, from which an outage is measured."""
PRUNE = 6 * 3600
"""Polls between two clean-ups."""
MOST_AT_ONCE = 20
"""The breaker: so many tables are timed out in one poll and no more; the rest waits for the next."""


class Clock:
    """Plays what time brings, while the bot is connected.

    While Discord cannot be reached nobody can move, so the clock stands still: no timeouts, no signs of life; at
    the return all deadlines move by the time away.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._going = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to poll; nothing happens before `go_on`."""
        self._task = asyncio.create_task(self._run(), name="clock")

    async def go_on(self) -> None:
        """Discord is there (again): make up for the time away, then let time pass."""
        away = await self._house.tables.resume()
        if away:
            log.info("Away for %d s: every deadline moves by that.", away.total_seconds())
        self._going.set()

    def stand_still(self) -> None:
        """Discord cannot be reached."""
        self._going.clear()

    async def stop(self) -> None:
        """End the polling; a timeout under way is finished by the store."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        polls = 0
        while True:
            await self._going.wait()
            try:
                await self.tick(polls)
            except Exception:
                log.exception("The clock missed a beat.")
            polls += 1
            await asyncio.sleep(POLL)

    async def tick(self, polls: int = 0) -> None:
        """One look at the clock: play what is due, and now and then a sign of life and a clean-up."""
        tables = self._house.tables
        if polls % BEAT == 0:
            await tables.beat()
        if polls % PRUNE == PRUNE - 1:
            await tables.prune()
        due = await tables.due(datetime.now(UTC))
        if len(due) > MOST_AT_ONCE:
            log.warning("%d tables are due at once; %d of them now.", len(due), MOST_AT_ONCE)
        for table_id, version in due[:MOST_AT_ONCE]:
            if await tables.time_out(table_id, version) is not None:
                await self._house.announcer.show(table_id)
