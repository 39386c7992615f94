"""Hold the bot's SQLite file with another program while people play."""

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
    """Shorten the wait for a lock from 5 s to 0.4 s in the bot's process, so that five seconds are like a minute.

    Write signs of life more often, too. Otherwise all of them might miss the five seconds, and there would be no
    outage.
    """
    sqlite.BUSY = 400
    clock.BEAT = 2
    clock.STALLED = timedelta(seconds=2)  # no less than a poll


class Locked(Evening):
    """Holds the file and checks the games. `done` counts how often the file was held."""

    async def go_through(self, url: str, seconds: float, times: int = 1) -> None:
        """Hold the file for this long, and check that everything goes on by itself afterwards."""
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
        """Wait until the bot's clock runs again.

        It tries once a second, so it may be a second later than the players.
        """
        for _tenth in range(100):
            if b"Time passes again" in self.said_since(0):
                return
            await asyncio.sleep(0.1)
