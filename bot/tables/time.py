"""Time as a whole: signs of life, outages that nobody pays for, and what is forgotten at last."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage import Connection, marks, rows
from bot.storage.store import Store
from bot.tables.keeping import keep_what_is_left

ANSWERS_KEPT = timedelta(days=2)
EVENTS_KEPT = timedelta(days=90)
PRUNED_EVERY = timedelta(hours=6)
ALIVE, PRUNED = "alive", "pruned"
"""The names of the two marks."""


class Time:
    """What passes for all tables alike."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        """`now` gives aware moments."""
        self._store, self._now = store, now

    async def beat(self) -> None:
        """Say that time passes, now; call it every few seconds, so that an outage can be measured."""
        now = self._now().isoformat()
        await self._store.write(lambda connection: marks.set_mark(connection, ALIVE, now))

    async def resume(self) -> timedelta:
        """Time passes again: give every table back what was lost since the last sign of life. Gives that time."""

        def work(connection: Connection) -> timedelta:
            now, before = self._now(), marks.mark(connection, ALIVE)
            marks.set_mark(connection, ALIVE, now.isoformat())
            lost_from = datetime.fromisoformat(before) if before else now
            if lost_from < now:
                rows.shift(connection, lost_from, now)
            return max(now - lost_from, timedelta())

        return await self._store.write(work)

    async def prune(self) -> bool:
        """Forget requests and long finished games that nobody will ask for, where that is some hours ago."""
        now, before = self._now(), await self._store.read(lambda c: marks.mark(c, PRUNED))
        if before and now - datetime.fromisoformat(before) < PRUNED_EVERY:
            return False
        await keep_what_is_left(self._store)

        def work(connection: Connection) -> None:
            rows.prune(connection, now - ANSWERS_KEPT, now - EVENTS_KEPT)
            marks.set_mark(connection, PRUNED, now.isoformat())

        await self._store.write(work)
        return True
