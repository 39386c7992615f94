"""Hold the lease of a process on its shards.

The process waits for the lease, renews it, and stops if another process takes the shards.
"""

import asyncio
import logging
import os
import platform
import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from bot.settings import Shards
from bot.sharing import Sharing
from bot.storage import Connection, processes
from bot.storage.processes import LEASE, SAVED, SHOWN, Deposed
from bot.storage.store import Store, StoreFailed

NAME = re.compile(r"(?P<here>[0-9a-f-]{36}:\d+):(?P<process>\d+) on .*")


def process_name() -> str:
    """Return the name of this process: the id of the machine's boot, the process id, and the name of the host."""
    return f"{here() or '?'}:{os.getpid()} on {platform.node()}"[:100]


def has_died(name: str) -> bool:
    """Return whether the process with this name has certainly died.

    Only the death of a process in this process namespace, since the last boot of this machine, can be certain.
    """
    found = NAME.fullmatch(name)
    if found is None or found["here"] != here():
        return False
    try:
        os.kill(int(found["process"]), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def here() -> str:
    """Return an id of this machine's boot and this process namespace, or "" if the system does not provide them."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds between two renewals of the lease. Three renewals in a row may fail."""

LOOKS = 1.0
"""Seconds between two attempts to take shards that another process has."""

SURE = LEASE.total_seconds() - 2.0
"""Seconds after a renewal in which no other process can have the shards."""


def running() -> float:
    """Return the seconds of a clock that also runs while the machine sleeps, if the machine has such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Lease(Sharing):
    """A process that shares the bot with others and holds its shards by a lease.

    It checks the lease before every write to its store.
    """

    def __init__(
        self,
        store: Store,
        shards: Shards,
        now: Callable[[], datetime],
        clock: Callable[[], float] = running,
        counting: int | None = None,
    ) -> None:
        """Set up the lease. `counting` is the version by which this process counts figures.

        `now()` returns the time. On PostgreSQL, the clock of the database is used instead. `clock()` returns the
        seconds of a clock that never stops.
        """
        super().__init__(shards)
        self.has_all, self.mine = shards.are_all(), processes.on_shards(shards)
        self.store, self._now, self._clock = store, now, clock
        self._counting = counting
        self._process: int | None = None
        self._heard = 0.0
        self._keeping: asyncio.Task[None] | None = None
        self._renewing = asyncio.Lock()
        self.lost = asyncio.Event()

    def has(self, guild: int) -> bool:
        """Return whether a server is on one of this process's shards."""
        return self.shards.have(guild)

    async def may_show(self, guild: int) -> bool:
        """Return whether a server belongs to this process. Raises `Deposed` if the process has lost its lease."""
        if self.has(guild) and not await self.holds():
            raise Deposed
        return self.has(guild)

    def saved(self, connection: Connection, table: int, guild: int) -> bool:
        """Report that a table was saved to the process that shows it, unless it is this process.

        Return whether another process shows the table.
        """
        if not self.has(guild):
            processes.notify(connection, SAVED, table, self.shards)
        return not self.has(guild)

    def shown(self, connection: Connection, table: int) -> None:
        """Notify the other processes that this table was shown, unless this process has all servers."""
        if not self.has_all:
            processes.notify(connection, SHOWN, table, self.shards)

    async def listen(self, url: str, hear: Callable[[str, int], None]) -> None:
        """Call `hear` with `SAVED` or `SHOWN` and a table's number for each message from other processes.

        This method runs until it is cancelled.
        """
        await processes.listen(url, hear, self.shards)

    async def turn(self, bucket: int) -> timedelta:
        """Reserve the next time at which a shard of a bucket may identify to the gateway.

        Return how long the shard has to wait for it.
        """
        return await self.store.write(lambda connection: processes.identify(connection, bucket, self._now()))

    async def wait(self) -> None:
        """Wait until the shards are free, and take them."""
        said = False
        while True:
            asked = self._clock()
            claim = partial(processes.claim, name=process_name(), shards=self.shards, now=self._now())
            claim = partial(claim, has_died=has_died, counting=self._counting)
            self._process = await self.store.write(claim)
            if self._process is not None:
                break
            if not said:
                log.warning("Another process has shards of %s: this one waits until they are free.", self.shards)
            said = True
            await asyncio.sleep(LOOKS)
        self._heard = asked
        self.store.guard = self.check
        self._keeping = asyncio.create_task(self._keep())

    def is_sure(self) -> bool:
        """Return whether it is certain, without asking the database, that no other process has the shards."""
        return not self.lost.is_set() and self._clock() - self._heard < SURE

    async def holds(self) -> bool:
        """Return whether this process still holds its lease.

        If the last renewal was too long ago to be certain, renew the lease first. Raises `StoreFailed` if the database
        does not answer.
        """
        async with self._renewing:
            return self.is_sure() or await self._renew()

    def check(self, connection: Connection) -> None:
        """Raise `Deposed` if this process may no longer write.

        The database is asked only if another process could have taken the shards.
        """
        if self._process is not None and not self.is_sure():
            processes.check(connection, self._process)

    async def leave(self) -> None:
        """Release the shards immediately."""
        if self._keeping is not None:
            self._keeping.cancel()
        process, self._process = self._process, None
        self.store.guard = None
        if process is not None and not self.lost.is_set():
            try:
                await self.store.write(lambda connection: processes.release(connection, process))
            except StoreFailed as error:
                log.info("The shards could not be released, and are free in %d s: %s.", LEASE.total_seconds(), error)

    async def _keep(self) -> None:
        while not self.lost.is_set() and self._process is not None:
            await asyncio.sleep(EVERY)
            try:
                async with self._renewing:
                    await self._renew()
            except StoreFailed as error:
                log.warning("The lease on shards %s could not be renewed: %s.", self.shards, error)

    async def _renew(self) -> bool:
        """Renew the lease. Return False if another process has the shards, or if this process has released them."""
        asked, process = self._clock(), self._process
        if process is None or self.lost.is_set():
            return False
        try:
            has_it = await self.store.write(partial(processes.renew, process=process, now=self._now()))
        except Deposed:
            has_it = False
        if has_it:
            self._heard = max(self._heard, asked)
        elif self._process is not None and not self.lost.is_set():
            log.error("Another process has taken over shards %s; stopping.", self.shards)
            self.lost.set()
        return has_it
