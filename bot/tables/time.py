"""Time as a whole: signs of life, outages that nobody pays for, and what is forgotten at last."""

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial

import msgspec

from bot.storage import Connection, processes, table_rows
from bot.storage.processes import Outage
from bot.tables.changes import Changes
from bot.tables.forgetting import forget
from bot.tables.keeping import keep_what_is_left
from bot.tables.timers import Timers
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

ANSWERS_KEPT = timedelta(days=2)
EVENTS_KEPT = timedelta(days=90)
PRUNED_EVERY = timedelta(hours=6)
OUTAGES_KEPT = timedelta(days=30)
ONCE_MORE = timedelta(days=1)
"""So much of what was looked through the last time is looked through again: no two clocks are alike."""
MANY = 20
"""Tables that are put right together: they share a commit, and nobody who presses waits for more."""
PRUNED = "pruned"
"""The name of the mark."""


class Time:
    """What passes for all tables alike."""

    def __init__(self, changes: Changes, timers: Timers) -> None:
        self._changes, self._timers = changes, timers
        self._store, self._now, self._outages = changes.store, changes.now, changes.reading.outages

    async def beat(self) -> None:
        """Say that time passes, now; call it every few seconds, so that an outage can be measured."""
        now = self._now()
        await self._store.write(lambda connection: processes.beat(connection, self._changes.shards, now))

    async def resume(self) -> timedelta:
        """Time passes again: what was lost since it last did is written down once.

        Gives the longest of it, which is below 0 where the clock on the wall was put back.
        Each table gets it back when it is next read; `catch_up` reads them all.
        """

        def work(connection: Connection) -> list[Outage]:
            self._outages.learn(connection)
            return processes.resume(connection, self._changes.shards, self._now())

        lost = await self._store.write(work)
        await self._store.read(self._outages.learn)
        return max((each.resumed - each.lost_from for each in lost), key=abs, default=timedelta())

    async def catch_up(self) -> None:
        """Put right all tables that know nothing of the last outage, so that their panels say when time runs out."""
        after = 0
        while behind := await self._store.read(partial(self._behind, after=after)):
            await asyncio.gather(*map(self._put_right, behind))
            after = behind[-1]

    async def _put_right(self, table_id: int) -> None:
        try:
            await self._timers.put_right(table_id)
        except (msgspec.MsgspecError, Refused):
            log.warning("Table %d cannot be read; its time stays as it is.", table_id)

    def _behind(self, connection: Connection, after: int) -> list[int]:
        return table_rows.behind(connection, self._outages.newest, self._changes.shards, after, MANY)

    async def prune(self) -> bool:
        """Forget what nobody will ask for or may keep any more, where that was done some hours ago."""
        now, before = self._now(), await self._store.read(lambda c: processes.mark(c, PRUNED))
        last = datetime.fromisoformat(before) if before else None
        if last is not None and now - last < PRUNED_EVERY:
            return False
        await keep_what_is_left(self._store)
        more = await forget(self._store, now)

        def work(connection: Connection) -> None:
            table_rows.prune(
                connection, now - ANSWERS_KEPT, now - EVENTS_KEPT, last - EVENTS_KEPT - ONCE_MORE if last else None
            )
            processes.forget_outages(connection, now - OUTAGES_KEPT)
            if not more:
                processes.set_mark(connection, PRUNED, now.isoformat())

        await self._store.write(work)
        self._outages.forget(now - OUTAGES_KEPT)
        return True
