"""Time as a whole: signs of life, outages that nobody pays for, and what is forgotten at last."""

import logging
from datetime import datetime, timedelta

import msgspec

from bot.storage import Connection, marks, rows
from bot.tables.changes import Changes
from bot.tables.draft import load
from bot.tables.forgetting import forget
from bot.tables.keeping import keep_what_is_left
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

ANSWERS_KEPT = timedelta(days=2)
EVENTS_KEPT = timedelta(days=90)
PRUNED_EVERY = timedelta(hours=6)
WORTH_AN_EDIT = timedelta(seconds=5)
"""Where a deadline has moved by so much, the panel that shows it is corrected."""
ALIVE, PRUNED = "alive", "pruned"
"""The names of the two marks."""


class Time:
    """What passes for all tables alike."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now = changes.store, changes.now

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
                for table_id in rows.with_a_duty(connection):
                    self._give_back(connection, table_id, lost_from)
            return max(now - lost_from, timedelta())

        return await self._store.write(work)

    def _give_back(self, connection: Connection, table_id: int, lost_from: datetime) -> None:
        """Give one table its lost time back, its turn as much of it as it had been shown before."""
        try:
            draft = load(connection, table_id, self._now())
        except (msgspec.MsgspecError, Refused):
            log.warning("Table %d cannot be read; its time stays as it is.", table_id)
            return
        row, deadline = draft.row, draft.deadline()
        lost = draft.now - lost_from
        if row.since is not None:
            row.since += draft.now - max(lost_from, row.since)
        if row.ends_at is not None:
            row.ends_at += lost
        held, run = draft.meanwhile.held_until, draft.meanwhile.computers_since
        draft.beside(
            held_until=held + lost if held is not None and held > lost_from else held,
            computers_since=run + (draft.now - max(lost_from, run)) if run is not None else None,
        )
        now_runs_out = draft.deadline()
        if deadline is not None and now_runs_out is not None and now_runs_out - deadline >= WORTH_AN_EDIT:
            row.panel_version = row.version - 1 if row.panel_version is not None else None
        self._changes.next_due(draft)
        columns = ("since", "ends_at", "meanwhile", "panel_version", "due")
        rows.patch_table(connection, table_id, **{name: getattr(row, name) for name in columns})

    async def prune(self) -> bool:
        """Forget what nobody will ask for or may keep any more, where that was done some hours ago."""
        now, before = self._now(), await self._store.read(lambda c: marks.mark(c, PRUNED))
        if before and now - datetime.fromisoformat(before) < PRUNED_EVERY:
            return False
        await keep_what_is_left(self._store)
        more = await forget(self._store, now)

        def work(connection: Connection) -> None:
            rows.prune(connection, now - ANSWERS_KEPT, now - EVENTS_KEPT)
            if not more:
                marks.set_mark(connection, PRUNED, now.isoformat())

        await self._store.write(work)
        return True
