"""A bot whose SQLite file another program holds while people play."""

import asyncio
import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path

from sqlalchemy import make_url

from bot.driver import clock
from bot.storage import sqlite
from tests.kills.evening import KEPT, Evening

MINUTE = 60.0


def twelve_times_as_fast() -> None:
    """In the bot's process: what has five seconds' patience for a lock has 0.4, so that five seconds are a minute.

    Signs of life come more often, too: else all of them may fall beside the five seconds, and no time is lost.
    """
    sqlite.BUSY = 400
    clock.BEAT = 2
    clock.STALLED = timedelta(seconds=2)  # not less than a poll


class Locked(Evening):
    """`done` counts how often the file was held."""

    async def go_through(self, url: str, seconds: float, times: int = 1) -> None:
        """Another program holds the file for so long; everything goes on by itself afterwards."""
        await self.is_ready()
        await self.all_moves()
        for _ in range(times):
            with contextlib.closing(sqlite3.connect(Path(make_url(url).database or ""), isolation_level=None)) as other:
                other.execute("PRAGMA busy_timeout = 5000")
                other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(seconds)
                other.rollback()
            self.done += 1
            await self.all_moves()
            await self.all_is_well()
            await self.all_are_answered()
            self.seen.forget(KEPT)
            if self.found:
                self.found.append(self.said_since(0).decode()[-4000:])
                return
        await self._time_goes_on()
        await self.stop()

    async def _time_goes_on(self) -> None:
        """The clock tries once a second, and so may come a little later than those who play; not more than that."""
        for _tenth in range(100):
            if b"Time goes on" in self.said_since(0):
                return
            await asyncio.sleep(0.1)
