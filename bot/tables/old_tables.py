"""Delete the moves of tables that are over, in short transactions.

A walk goes through all tables in the order of their ids. It stops after `AT_A_TIME` seconds, and the next call goes on
at the place that was reached. After a restart it begins again, and finds what is left.
"""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from bot.storage import old_tables
from bot.storage.old_tables import TableRest
from bot.storage.store import Store
from bot.tables.model import LIVE

KEPT = timedelta(days=90)
"""How long the moves of a game are kept after its end, besides its replay."""

AT_A_TIME = 1.0
"""The seconds after which a walk stops."""

PAGE = 500
"""The tables that one query reads."""

EVENTS = 5000
"""About how many events one transaction deletes. It takes some hundredths of a second."""


class OldTables:
    """The walk through the tables of one store."""

    def __init__(self, store: Store) -> None:
        self._store, self._after = store, 0

    async def go_on(self, now: datetime) -> bool:
        """Delete what is old. Return True if `AT_A_TIME` seconds were over before the walk reached the end."""
        ends = asyncio.get_running_loop().time() + AT_A_TIME
        while page := await self._store.read(partial(old_tables.page, after=self._after, many=PAGE)):
            for some in _batches([each for each in page if _is_old(each, now)]):
                await self._store.write(partial(old_tables.delete_events, tables=[each.id for each in some]))
                self._after = some[-1].id
                if asyncio.get_running_loop().time() > ends:
                    return True
            self._after = page[-1].id
            if asyncio.get_running_loop().time() > ends:
                return True
        self._after = 0
        return False


def _is_old(table: TableRest, now: datetime) -> bool:
    """Return whether a table's game is kept, understood and older than `KEPT`."""
    is_over = table.status not in LIVE and table.is_understood
    return is_over and table.ended is not None and now - table.ended > KEPT


def _batches(tables: Sequence[TableRest]) -> Iterator[list[TableRest]]:
    """Yield the tables in lists of about `EVENTS` events."""
    some: list[TableRest] = []
    for each in tables:
        some.append(each)
        if sum(one.events + 1 for one in some) >= EVENTS:
            yield some
            some = []
    if some:
        yield some
