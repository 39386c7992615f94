"""Test that work on many rows is done in short transactions on a machine of any speed, so that nobody waits long.

The machine is slow only by its clock, which the changed rows move. So the real machine's speed does not matter.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, event, update

from bot.history import versions
from bot.history.recounting import Recount
from bot.history.versions import Version
from bot.people import SettingsRepository
from bot.storage import batches, schema
from bot.storage.batches import TARGET, Batches
from bot.storage.store import Store
from bot.tables.outages import AFTER_LEAVING
from tests.people.test_privacy import ANN, a_season, privacy
from tests.tables.house import GUILD, House

LIMIT = 0.25
"""The seconds for which nobody may wait."""


class Machine:
    """A machine on which each changed row takes the same time.

    `longest` is the time in seconds of the longest transaction, and `rows` are the numbers of rows that each
    transaction changed.
    """

    def __init__(self, store: Store) -> None:
        self._now, self.seconds_a_row, self._changed = 0.0, 0.0, 0
        self.rows: list[int] = []
        store.clock = lambda: self._now
        event.listen(store.engines[0], "after_cursor_execute", self._executed)
        event.listen(store.engines[0], "commit", self._committed)

    @property
    def longest(self) -> float:
        return max(self.rows) * self.seconds_a_row

    def _executed(self, _: Connection, cursor: Any, _statement: str, given: Any, context: Any, many: bool) -> None:
        if context is not None and (context.isinsert or context.isupdate or context.isdelete):
            rows = len(given) if many else max(0, cursor.rowcount)
            self._changed, self._now = self._changed + rows, self._now + rows * self.seconds_a_row

    def _committed(self, _: Connection) -> None:
        if self._changed:
            self.rows.append(self._changed)
        self._changed = 0


async def forgets(house: House) -> None:
    """Forget a person."""
    await privacy(house).forget(ANN.id)


async def deletes_old_tables(house: House) -> None:
    """Delete the rows of tables, their events, and requests."""
    house.wait(days=100)
    for _ in range(20):
        await house.tables.time.prune()
        house.wait(minutes=1)


async def deletes_a_server(house: House) -> None:
    """Delete all data of a server that the bot left long ago."""
    await SettingsRepository(house.store).left(GUILD, house.now - AFTER_LEAVING - timedelta(days=1))
    await deletes_old_tables(house)


async def indexes_people(house: House) -> None:
    """Index the people of tables that an older version of the bot has stored."""
    await house.store.write(lambda c: c.execute(update(schema.tables).values(indexed=None)))
    await house.tables.time.prune()


async def counts_again(house: House) -> None:
    """Count all games by the next version of the figures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(versions, "MINE", Version(versions.MINE.counting + 1, versions.MINE.achievements))
        await Recount(house.store, lambda: house.now, rest=0).to_the_end()


WORKS: tuple[tuple[Callable[[House], Awaitable[None]], float], ...] = (
    (indexes_people, 0.006),
    (counts_again, 0.0003),
    (forgets, 0.006),
    (deletes_old_tables, 0.002),
    (deletes_a_server, 0.002),
)
"""Works on many rows, in the order in which they are done, each with the seconds that one row takes."""


async def test_on_a_slow_machine_transactions_take_fewer_rows(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "REST", 0)
    await a_season(house)
    machine = Machine(house.store)
    for work, seconds in WORKS:
        machine.rows.clear()
        machine.seconds_a_row = seconds
        await work(house)
        assert machine.rows, work
        assert machine.longest < LIMIT, (work, machine.rows)


class Rows:
    """A store that only keeps time: each row takes the same time, and so do the statements of each transaction."""

    def __init__(self, seconds_a_row: float, seconds_a_transaction: float = 0) -> None:
        self._now, self.seconds_a_row, self._more = 0.0, seconds_a_row, seconds_a_transaction
        self.took: list[float] = []

    def clock(self) -> float:
        """Return the time in seconds."""
        return self._now

    async def write(self, work: Callable[[Any], object]) -> object:
        """Run a work after somebody else's writes and before some more of them."""
        self._now += 1
        done = work(None)
        self._now += 1
        return done

    def change(self, _: object, many: int) -> None:
        """Change so many rows."""
        self.took.append(many * self.seconds_a_row + self._more)
        self._now += self.took[-1]


@given(st.floats(1e-6, 0.02), st.floats(0, 0.02), st.floats(1e-6, 0.02))
def test_transactions_are_short_whatever_a_row_takes(row: float, more: float, later: float) -> None:
    """The rows become slower or faster in the middle, for example because another program begins to work."""

    async def work() -> None:
        rows = Rows(row, more)
        long = Batches(rows, rest=0)  # type: ignore[arg-type]
        for seconds in (row, later):
            rows.seconds_a_row = seconds
            rows.took.clear()
            for _ in range(20):
                await long.write(partial(rows.change, many=long.size()))
            fewest = batches.FIRST * seconds + more
            assert all(took <= max(TARGET, fewest) + 1e-6 for took in rows.took[10:])

    asyncio.run(work())


async def test_a_transaction_with_few_rows_does_not_make_the_next_one_larger() -> None:
    rows = Rows(0.006)
    long = Batches(rows, rest=0)  # type: ignore[arg-type]
    for _ in range(20):
        long.size()
        await long.write(partial(rows.change, many=1), is_full=False)
    assert long.size() == batches.FIRST


async def test_kinds_of_rows_have_sizes_of_their_own() -> None:
    rows = Rows(0.0001)
    long = Batches(rows, rest=0)  # type: ignore[arg-type]
    for _ in range(9):
        await long.write(partial(rows.change, many=long.size("quick")))
    assert (long.size("quick"), long.size("other")) == (batches.MOST, batches.FIRST)
