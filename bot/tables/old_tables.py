"""Delete the rows of tables that are over, and their moves, in short transactions. Their games are kept.

A walk goes through all tables in the order of their ids. It stops after `AT_A_TIME` seconds, and the next call goes on
at the place that was reached. After a restart it begins again, and finds what is left.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec

from bot.storage import Connection, old_tables
from bot.storage.batches import Batches
from bot.storage.old_tables import Result, TableRest
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.model import LIVE

KEPT = timedelta(days=90)
"""How long a table and its moves are kept after the end, besides the replay of the game."""

AT_A_TIME = 1.0
"""The seconds after which a walk stops."""

PAGE = 500
"""The tables that one query reads."""

FIRST, MOST = 100, 4000
"""About how many events the first transaction deletes, which are the fewest, and the most events in any."""

ROW = 20
"""For how many events the row of a table counts."""


class OldTables:
    """The walk through the tables of one store."""

    def __init__(self, store: Store) -> None:
        self._store, self._after = store, 0

    async def go_on(self, now: datetime) -> bool:
        """Delete what is old. Return True if `AT_A_TIME` seconds were over before the walk reached the end."""
        ends = asyncio.get_running_loop().time() + AT_A_TIME
        batches = Batches(self._store, FIRST, MOST)
        while page := await self._store.read(partial(old_tables.page, after=self._after, many=PAGE)):
            old = [each for each in page if _is_old(each, now)]
            while some := _first(old, size := batches.size()):
                await self._shorten(some[0], batches)
                is_full = len(old) > len(some) and size // 2 < sum(each.events + ROW for each in some) <= size
                await batches.write(partial(_remove, tables=[each.id for each in some]), is_full)
                old = old[len(some) :]
                self._after = some[-1].id
                if asyncio.get_running_loop().time() > ends:
                    return True
            self._after = page[-1].id
            if asyncio.get_running_loop().time() > ends:
                return True
        self._after = 0
        return False

    async def _shorten(self, table: TableRest, batches: Batches) -> None:
        """Delete the first events of a table that has more of them than fit into one transaction."""
        reached = 0
        while table.events - reached > (many := batches.size()):
            reached += many
            await batches.write(partial(_remove_events, table=table.id, up_to=reached))


def _is_old(table: TableRest, now: datetime) -> bool:
    """Return whether a table ended longer ago than `KEPT`, and is not needed for its game.

    That is so if its game is kept and understood, or if it never left the lobby.
    """
    if table.status in LIVE or not table.is_understood:
        return False
    ended = table.ended if table.has_begun else table.changed
    return ended is not None and now - ended > KEPT


def _remove(connection: Connection, tables: Sequence[int]) -> None:
    """Delete tables in one transaction. A table whose annotations cannot be read stays."""
    found = [(each, _was_shared(each)) for each in old_tables.results(connection, tables)]
    old_tables.remove(connection, [(each.id, each.message, was) for each, was in found if was is not None])


def _remove_events(connection: Connection, table: int, up_to: int) -> None:
    """Delete the first events of a table. Its kept game has them, too. As above, the table may stay as it is."""
    if any(_was_shared(each) is not None for each in old_tables.results(connection, [table])):
        old_tables.remove_events(connection, table, up_to)


def _was_shared(result: Result) -> bool | None:
    """Return whether the best moment of a game was shown to everybody, or None if that cannot be read."""
    try:
        return encoding.annotations(result.meanwhile).shared
    except msgspec.MsgspecError:
        return None


def _first(tables: Sequence[TableRest], events: int) -> Sequence[TableRest]:
    """Return the first of these tables: at least one of them, and more if they have at most so many events."""
    many = found = 0
    while many < len(tables) and (found := found + tables[many].events + ROW) <= events:
        many += 1
    return tables[: max(1, many)]
