"""Time, as the tables know it: deadlines are a column that is polled, and a timeout is an ordinary move."""

import logging
from collections.abc import Callable
from datetime import datetime

from discord.ext import tasks

from bot.outbox import Announcer
from bot.tables import Tables

log = logging.getLogger(__name__)

POLL = 1.0
"""Seconds between two looks at the deadlines."""
BEAT = 5
"""Polls between two signs of life, from which an outage is measured."""
SHOW = 30
"""Polls between two looks at what is saved and was never shown, as when Discord had no ear for it."""
PRUNE = 6 * 3600
"""Polls between two clean-ups."""
MOST_AT_ONCE = 20
"""The breaker: so many tables are timed out in one poll and no more; the rest waits for the next."""


class Clock:
    """Plays what time brings, while the bot is connected.

    While Discord cannot be reached nobody can move, so the clock stands still: no timeouts, no signs of life; at
    the return all deadlines move by the time away.
    """

    def __init__(self, tables: Tables, announcer: Announcer, now: Callable[[], datetime]) -> None:
        self._tables, self._announcer, self._now = tables, announcer, now
        self._going, self._polls = False, 0
        self._loop = tasks.loop(seconds=POLL)(self._poll)

    def start(self) -> None:
        """Begin to poll; nothing happens before `go_on`."""
        self._loop.start()

    async def go_on(self) -> None:
        """Discord is there (again): make up for the time away, then let time pass."""
        away = await self._tables.time.resume()
        if away:
            log.info("Away for %d s: every deadline moves by that.", away.total_seconds())
        self._going = True

    def stand_still(self) -> None:
        """Discord cannot be reached."""
        self._going = False

    async def stop(self) -> None:
        """End the polling; a timeout under way is finished by the store."""
        self._loop.cancel()

    async def _poll(self) -> None:
        if not self._going:
            return
        try:
            await self.tick(self._polls)
        except Exception:
            log.exception("The clock missed a beat.")
        self._polls += 1

    async def tick(self, polls: int = 0) -> None:
        """One look at the clock: play what is due, and now and then a sign of life and a clean-up."""
        tables = self._tables
        if polls % BEAT == 0:
            await tables.time.beat()
        if polls % PRUNE == PRUNE - 1:
            await tables.time.prune()
        due = await tables.time.due(self._now())
        if len(due) > MOST_AT_ONCE:
            log.warning("%d tables are due at once; %d of them now.", len(due), MOST_AT_ONCE)
        for table_id, version in due[:MOST_AT_ONCE]:
            if await tables.time.time_out(table_id, version) is not None:
                await self._announcer.show_again(table_id)
        if polls % SHOW == SHOW - 1:
            for table_id in (await tables.showing.to_show())[:MOST_AT_ONCE]:
                await self._announcer.show_again(table_id)
