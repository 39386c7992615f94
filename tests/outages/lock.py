"""Lock the bot's SQLite file from another program while people play."""

import asyncio
import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path

from sqlalchemy import make_url

from bot.driver import clock
from bot.storage import sqlite
from tests.kills.evening import Evening

MINUTE = 60.0


def twelve_times_as_fast() -> None:
    """Make a lock of five seconds as bad for the bot as a lock of a minute.

    The bot waits for a lock for only 0.4 s instead of 5 s. It also writes signs of life more often. Otherwise it might
    write no sign of life in these five seconds, and would not notice an outage.
    """
    sqlite.BUSY = 400
    clock.BEAT = 2
    clock.STALLED = timedelta(seconds=2)  # not less than the time between two polls


class Locked(Evening):
    """Locks the database file and checks the games. `done` counts the locks."""

    async def go_through(self, url: str, seconds: float, times: int = 1) -> None:
        """Lock the file for this many seconds, as often as `times` says.

        Check after each lock that everything goes on by itself.
        """
        await self.is_ready()
        await self.all_moves()
        for _ in range(times):
            with contextlib.closing(sqlite3.connect(Path(make_url(url).database or ""), isolation_level=None)) as other:
                other.execute("PRAGMA busy_timeout = 5000")
                other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(seconds)
                other.rollback()
            self.done += 1
            await self.all_goes_on_well()
            if self.found:
                self.found.append(self.said_since(0).decode()[-4000:])
                return
        await self._time_goes_on()
        await self.stop()

    async def _time_goes_on(self) -> None:
        """Wait until the log reports that the bot's clock runs again.

        The bot tries to start its clock once a second, so this may happen a second after the players can move.
        """
        for _tenth in range(100):
            if b"Time passes again" in self.said_since(0):
                return
            await asyncio.sleep(0.1)
