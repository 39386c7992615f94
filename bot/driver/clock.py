"""The clock of the tables. It pauses while Discord cannot be reached, so that nobody loses a turn meanwhile."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks

from bot.driver.driver import Driver
from bot.sharing import Deposed
from bot.tables import Tables

POLL = 1.0
"""Seconds between two steps of the clock."""

Step = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Seconds:
    """The source of the clock's seconds.

    `begin(step)` runs a step each second, and returns a function that stops this.

    `are_real` is False if a simulated Discord controls the time. Otherwise a long time without a step means that the
    machine's clock jumped or stopped.
    """

    begin: Callable[[Step], Callable[[], object]]
    are_real: bool = True


def _each_second(step: Step) -> Callable[[], object]:
    """Run a step, and then run the next one a second after each step ends. Return a function that stops this.

    Steps that were missed while the machine slept are not repeated. Setting the system clock back has no effect.
    """
    return asyncio.create_task(_on_and_on(step)).cancel


def _rehearsed(step: Step) -> Callable[[], object]:
    """Run a step in each second of a simulated Discord's time. Return a function that stops this.

    In a simulated Discord, time passes only for discord.py's own loops.
    """
    loop = tasks.loop(seconds=POLL)(step)
    loop.start()
    return loop.cancel


async def _on_and_on(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        await step()
        await asyncio.sleep(POLL)


each_second = Seconds(_each_second)

rehearsed = Seconds(_rehearsed, are_real=False)

log = logging.getLogger(__name__)

BEAT = 5
"""The number of polls between two signs of life. An outage is measured from the last sign of life."""

PRUNE = 60
"""The number of polls between two checks for old data to delete."""

STALLED = timedelta(seconds=10)
"""The longest time without a poll that does not count as a pause.

In a longer time, the machine slept, the database was away, or the system clock was changed. If the last poll is further
in the future than this, the clock was put back.
"""


class Clock:
    """Runs the driver while Discord can be reached through the gateway and by HTTP.

    After a failure it tries again each second.
    """

    def __init__(
        self,
        tables: Tables,
        driver: Driver,
        now: Callable[[], datetime],
        can_reach: Callable[[], Awaitable[bool]],
        seconds: Seconds = each_second,
        each_minute: Callable[[], object] = lambda: None,
    ) -> None:
        """Set up the clock. `can_reach()` returns whether Discord answers by HTTP.

        `seconds` runs the clock's steps. `each_minute()` is called about once a minute while the clock runs, to start
        other work.
        """
        self._tables, self._driver, self._now, self._can_reach = tables, driver, now, can_reach
        self._connected, self._going, self._polls = False, False, 0
        self._failing: Exception | None = None
        self._told = False
        self._polled = now()
        self._catching_up: asyncio.Task[None] | None = None
        self._seconds, self._each_minute = seconds, each_minute
        self._stop_polling: Callable[[], object] = lambda: None
        if seconds.are_real:
            driver.trust(lambda: not self._has_stalled())

    @property
    def is_connected(self) -> bool:
        """Whether the gateway is connected."""
        return self._connected

    @property
    def is_going(self) -> bool:
        """Whether the clock runs. It does not if the last poll was more than `STALLED` ago."""
        return self._going and not self._has_stalled()

    def start(self) -> None:
        """Begin to poll. The clock runs once `connected` has been called."""
        self._stop_polling = self._seconds.begin(self._poll)

    async def connected(self) -> None:
        """Resume the clock, because the gateway is connected."""
        self._connected = True
        await self._safely(self._go_on)

    async def disconnected(self) -> None:
        """Pause the clock, because the gateway is not connected and nobody can move."""
        self._connected = False
        await self._safely(self._stand_still_from_now)

    async def stop(self) -> None:
        """Stop the steps of the clock, and pause it. The time from now until the next start counts as an outage."""
        self._stop_polling()
        if self._catching_up is not None:
            self._catching_up.cancel()
        await self.disconnected()

    async def _poll(self) -> None:
        if self._connected:
            await self._safely(self.tick)
        if not self._going and not self._told and self._has_stalled():
            self._told = True
            log.warning("Time is paused, and nobody loses a turn: Discord or the database is away.")

    async def tick(self) -> None:
        """Run one step of the clock. If it takes so long that nobody could move, players get that time back."""
        if self._has_stalled():
            self._stand_still()
        if not self._going or self._polls % BEAT == 0:
            if not await self._can_reach():
                self._stand_still()
                return
            await (self._tables.time.beat() if self._going else self._go_on())
        await self._driver.poll()
        if self._polls % PRUNE == 0:
            await self._tables.time.prune()
            self._each_minute()
        self._polls += 1
        if self._has_stalled():
            self._stand_still()  # before a timer that was just set can fire
        else:
            self._polled = self._now()

    def _has_stalled(self) -> bool:
        return abs(self._now() - self._polled) > STALLED

    async def _go_on(self) -> None:
        """Give players the lost time back, then resume the clock."""
        if self._going:
            return
        away = await self._tables.time.resume()
        if not self._connected:  # the gateway was lost meanwhile, or the bot is stopping
            return
        if away >= STALLED or (self._told and away > -STALLED):
            log.info("Time passes again: everybody gets back the %.0f s of the pause.", away.total_seconds())
        if away <= -STALLED:
            log.warning(
                "The clock of this machine was put back by %.0f s; the tables follow it.", -away.total_seconds()
            )
        self._told = False
        self._going, self._polled = True, self._now()
        self._driver.go()
        await self._driver.poll()
        if away:
            self._catching_up = asyncio.create_task(self._safely(self._tables.time.catch_up))

    async def _stand_still_from_now(self) -> None:
        """Pause the clock from now on."""
        if self._going:
            self._stand_still()
            await self._tables.time.beat()

    def _stand_still(self) -> None:
        """Pause the clock. The pause counts from the last sign of life."""
        self._going = False
        self._driver.halt()

    async def _safely(self, step: Callable[[], Awaitable[None]]) -> None:
        """Run a step of the clock, and log its exception.

        If several steps fail in a row, only the first failure is logged, because a step runs each second.
        """
        try:
            await step()
        except Deposed:
            log.debug("Another process now keeps the time of these tables.")
        except Exception as error:
            if self._failing is None:
                log.exception("The clock failed; it tries again each second.")
                self._failing = error
        else:
            if self._failing is not None:
                log.info("The clock works again.", extra={"after": self._failing})
            self._failing = None
