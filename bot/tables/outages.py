"""Work on all tables together: heartbeats, time given back after outages, and the deletion of old data."""

import asyncio
import logging
from datetime import datetime, timedelta
from functools import partial

import msgspec

from bot.history import archive as history
from bot.history.worth import stored, worth
from bot.storage import Connection, event_rows, facts, guesses, kept_games, preferences, put_out, servers, table_rows
from bot.storage.batches import Batches
from bot.storage.kept_games import GameRow, PlayerRow
from bot.storage.store import Store
from bot.tables.bookkeeping import index_people, keep_what_is_left, place_debts
from bot.tables.changes import Changes
from bot.tables.duties import Due
from bot.tables.old_tables import OldTables
from engine.core.refusals import Refused

log = logging.getLogger(__name__)

AFTER_LEAVING = timedelta(days=30)
"""How long a server's data is kept after the bot was removed from it."""

MONTH = timedelta(days=31)
"""The length of the longest month."""

AT_A_TIME = 1.0
"""The seconds after which a deletion stops; the rest is deleted in the next run."""

GAMES_AT_ONCE = 1000


async def forget(store: Store, now: datetime) -> bool:
    """Delete the data of servers that the bot left thirty days ago, and replays that have expired.

    Return True if `AT_A_TIME` seconds were over before everything was deleted.
    """
    ends = asyncio.get_running_loop().time() + AT_A_TIME
    gone = await store.read(partial(servers.left_before, moment=now - AFTER_LEAVING))
    for guild in gone:
        batches = Batches(store)
        while await batches.write(partial(servers.forget_some, guild=guild, size=batches.size)):
            if asyncio.get_running_loop().time() > ends:
                return True
    for guild, months in (await store.read(preferences.replays)).items():
        found = partial(kept_games.ended_before, guild=guild, moment=now - months * MONTH, many=GAMES_AT_ONCE)
        for game in await store.read(found):
            await _clear(store, game)
            if asyncio.get_running_loop().time() > ends:
                return True
    return False


async def _clear(store: Store, game_id: int) -> None:
    """Delete the record and the events of a game, but keep what it counts for in the statistics (its `worth`).

    A game that cannot be read is logged and skipped.
    """

    def found(connection: Connection) -> tuple[GameRow | None, list[PlayerRow]]:
        return kept_games.game(connection, game_id), kept_games.players(connection, [game_id])

    row, players = await store.read(found)
    if row is None or row.worth is not None:
        return
    try:
        its = await asyncio.to_thread(lambda: stored(worth(history.game_from_row(row, players))))
        await store.write(partial(kept_games.clear, game_id=game_id, worth=its))
    except Exception:
        log.exception("The replay of game %d cannot be cleared away.", game_id)


async def _forget_answers(store: Store, now: datetime) -> bool:
    """Delete old requests. Return True if `AT_A_TIME` seconds were over before all of them were deleted."""
    ends, batches = asyncio.get_running_loop().time() + AT_A_TIME, Batches(store, most=MOST_ANSWERS)
    forget = partial(event_rows.forget_answers, before=now - ANSWERS_KEPT)
    while await batches.write(partial(forget, many=batches.size())):
        if asyncio.get_running_loop().time() > ends:
            return True
    return False


GUESSES_KEPT = timedelta(days=2)
"""How long guesses are kept. They are needed for one evening."""
ANSWERS_KEPT = timedelta(days=2)

MOST_ANSWERS = 500
"""The most requests that one transaction deletes."""

PRUNED_EVERY = timedelta(hours=6)

OUTAGES_KEPT = timedelta(days=30)

MOST_TABLES = 20
"""The most tables that are corrected in one transaction. They are few, because reading each of them takes long."""

PRUNED = "pruned"
"""The name of a stored fact: the time at which old data was last deleted."""


class Time:
    """Operations on the time of all tables: heartbeats, outages, and the deletion of old data."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._store, self._now, self._outages = changes.store, changes.now, changes.sharing.outages
        self._debts: int | None = 0  # the last table whose debts are in order; None if all of them are
        self._has_indexed = self._goes_on = False
        self._old = OldTables(self._store)

    async def beat(self) -> None:
        """Store a heartbeat. The bot calls this every few seconds, so that it can measure the length of an outage."""
        await self._store.write(partial(self._outages.beat, now=self._now()))

    async def resume(self) -> timedelta:
        """Record the time that each shard lost since its last heartbeat, and return the longest of these times.

        The result is negative if the system clock was set back. Each table gets its lost time back when it is next
        read, or when `catch_up` reads all tables. Duties that failed before are tried again.
        """

        def work(connection: Connection) -> timedelta:
            table_rows.try_again(connection, self._changes.sharing.mine, self._now())
            return self._outages.resume(connection, self._now())

        lost = await self._store.write(work)
        await self._store.read(self._outages.learn)
        return lost

    async def catch_up(self) -> None:
        """Give all tables back the time of outages that were not taken into account yet.

        The panels of these tables then show the right deadline.
        """
        after: int | None = 0
        batches = Batches(self._store, most=MOST_TABLES)
        while after is not None:
            after, dues = await batches.write(partial(self._put_right, after=after, many=batches.size()))
            for table_id, due in dues:
                self._changes.agenda.note(table_id, due)

    def _put_right(
        self, connection: Connection, after: int, many: int
    ) -> tuple[int | None, list[tuple[int, Due | None]]]:
        """Give the time of outages back to the next tables, at most `many`, with ids above `after`.

        These are this process's tables that have a duty and have not got the time yet. Return the last id of these
        tables, or None if there were none, and the next duty of each table that can be read. A table that cannot be
        read is logged and skipped.
        """
        mine, dues, right = self._changes.sharing.mine, [], []
        rows = table_rows.behind(connection, self._outages.newest, mine, after, many)
        for row in rows:
            try:
                table = self._changes.loader.table(row)
                dues.append((row.id, self._changes.next_due(table)))
            except (msgspec.MsgspecError, Refused):
                log.warning("Table %d cannot be read; its time stays as it is.", row.id)
                continue
            table.write_marks()
            right.append(row)
        table_rows.save_marks_of_all(connection, right)
        return (rows[-1].id if rows else None), dues

    async def prune(self) -> bool:
        """Delete data that the bot need not keep, or is not allowed to keep.

        Return False if everything was deleted less than `PRUNED_EVERY` ago. A deletion that takes more than `AT_A_TIME`
        seconds goes on at the next call.
        """
        if self._debts is not None:  # an earlier version may have added debts before this process started
            self._debts = await place_debts(self._store, self._debts)
        if not self._has_indexed:
            self._has_indexed = await index_people(self._store)
        now, before = self._now(), await self._store.read(lambda c: facts.fact(c, PRUNED))
        if before and now - datetime.fromisoformat(before) < PRUNED_EVERY:
            return False
        if not self._goes_on:
            await keep_what_is_left(self._store)
            self._debts = await place_debts(self._store)
            self._has_indexed = await index_people(self._store)
        more = [await forget(self._store, now), await _forget_answers(self._store, now), await self._old.go_on(now)]
        self._goes_on = any(more)

        def work(connection: Connection) -> None:
            guesses.prune(connection, now - GUESSES_KEPT)
            put_out.prune(connection, now)
            self._outages.forget(connection, now - OUTAGES_KEPT)
            if not self._goes_on:
                facts.set_fact(connection, PRUNED, now.isoformat())

        await self._store.write(work)
        return True
