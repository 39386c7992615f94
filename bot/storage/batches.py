"""Work on many rows in short transactions, so that nobody waits long for one of them.

How many rows fit into a short transaction depends on the rows, the machine and its other programs. So each transaction
is timed, and the next one takes more rows or fewer.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from bot.storage import Connection
from bot.storage.store import Store

T = TypeVar("T")
Row = TypeVar("Row")

TARGET = 0.07
"""The seconds that a transaction may take. Other people's writes may wait for two of them, and for 250 ms at most."""

REST = 0.5
"""The seconds of rest after each second of a transaction. In them, other people's writes get their turn."""

FIRST, MOST = 5, 100
"""The rows in the first transaction, which are also the fewest, and the most rows in any.

With fewer rows, most of the time of a transaction would be that of its beginning and its end. On PostgreSQL, more rows
would hold the event loop.
"""


class Batches:
    """The transactions of one work on many rows."""

    def __init__(self, store: Store, first: int = FIRST, most: int | None = None, rest: float | None = None) -> None:
        """Set up for transactions of `first` to `most` rows, and with `rest` seconds of rest for each second.

        Without `most` and `rest` these are `MOST` and `REST`.
        """
        self._store, self._most, self._rest = store, most or MOST, REST if rest is None else rest
        self._first = min(first, self._most)
        self._sizes: dict[str, int] = {}
        self._kind: str | None = None

    def size(self, kind: str = "") -> int:
        """Return how many rows of a kind the next transaction takes.

        Kinds differ in the time that their rows take. If there are no rows of one kind, a transaction may ask for
        another kind. The kind that was asked for last is the one that it works on.
        """
        self._kind = kind
        return self._sizes.get(kind, self._first)

    async def write(self, work: Callable[[Connection], T], is_full: bool = True) -> T:
        """Run `work` in one transaction, as `Store.write` does, rest, and return the result of `work`.

        Pass `is_full=False` if there are fewer rows than `size` returned. Such a transaction does not show that more
        rows would fit into one.
        """
        clock, took = self._store.clock or asyncio.get_running_loop().time, 0.0

        def timed(connection: Connection) -> T:
            nonlocal took
            began = clock()  # a busy machine may wait for long before and after the work, but then it locks nothing
            done = work(connection)
            took = clock() - began
            return done

        done = await self._store.write(timed)
        self._adapt(took, is_full)
        await asyncio.sleep(took * self._rest)
        return done

    async def each(self, rows: Sequence[Row], work: Callable[[Connection, Sequence[Row]], object]) -> None:
        """Run `work` for all of these rows, some of them in each transaction."""
        at = 0
        while some := rows[at : at + self.size()]:
            await self.write(partial(_with_rows, work=work, rows=some))
            at += len(some)

    def _adapt(self, took: float, is_full: bool) -> None:
        kind, self._kind = self._kind, None
        if kind is None:
            return
        size = self._sizes.get(kind, self._first)
        if took > TARGET:
            self._sizes[kind] = max(self._first, int(size * TARGET / took))
        elif took < TARGET / 2 and is_full:
            self._sizes[kind] = min(self._most, size * 2)


def _with_rows(
    connection: Connection, work: Callable[[Connection, Sequence[Row]], object], rows: Sequence[Row]
) -> None:
    work(connection, rows)
