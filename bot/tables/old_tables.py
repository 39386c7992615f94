"""Delete the rows of tables that are over, and their moves, in short transactions. Their games are kept.

A walk goes through all tables in the order of their ids. It stops after `AT_A_TIME` seconds, and the next call goes on
at the place that was reached. After a restart it begins again, and finds what is left.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec

from bot.storage import Connection, old_tables
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

EVENTS, ROW = 4000, 20
"""About how many events one transaction deletes, and for how many events the row of a table counts.

Such a transaction takes some hundredths of a second.
"""


class OldTables:
    """The walk through the tables of one store."""

    def __init__(self, store: Store) -> None:
        self._store, self._after = store, 0

    async def go_on(self, now: datetime) -> bool:
        """Delete what is old. Return True if `AT_A_TIME` seconds were over before the walk reached the end."""
        ends = asyncio.get_running_loop().time() + AT_A_TIME
        while page := await self._store.read(partial(old_tables.page, after=self._after, many=PAGE)):
            for some in _batches([each for each in page if _is_old(each, now)]):
                await self._store.write(partial(_remove, tables=[each.id for each in some]))
                self._after = some[-1].id
                if asyncio.get_running_loop().time() > ends:
                    return True
            self._after = page[-1].id
            if asyncio.get_running_loop().time() > ends:
                return True
        self._after = 0
        return False


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


def _was_shared(result: Result) -> bool | None:
    """Return whether the best moment of a game was shown to everybody, or None if that cannot be read."""
    try:
        return encoding.annotations(result.meanwhile).shared
    except msgspec.MsgspecError:
        return None


def _batches(tables: Sequence[TableRest]) -> Iterator[list[TableRest]]:
    """Yield the tables in lists of about `EVENTS` events."""
    some: list[TableRest] = []
    for each in tables:
        some.append(each)
        if sum(one.events + ROW for one in some) >= EVENTS:
            yield some
            some = []
    if some:
        yield some
