"""Test a SQLite file that another program locks for a long time.

People wait or get an error, and games go on.
"""

import asyncio
import contextlib
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import event, make_url

from bot.storage import facts
from bot.storage import sqlite as storing
from bot.storage.store import Store, StoreFailed
from tests.outages.lock import MINUTE, Locked, twelve_times_as_fast

pytestmark = pytest.mark.real_clock


@pytest.mark.timeout(300)
async def test_a_file_that_is_locked_for_a_long_time_loses_no_move(tmp_path: Path, sqlite_url: str) -> None:
    async with Locked(tmp_path, sqlite_url, 2026, 3, twelve_times_as_fast) as evening:
        await evening.go_through(sqlite_url, MINUTE / 8)
        assert not evening.found, "\n".join(evening.found)
        said = evening.said_since(0).decode()
        assert "SQLITE_BUSY" in said, "somebody got a reference"
        assert "Time passes again: everybody gets back" in said


async def test_thirty_writers_wait_for_a_locked_file_together(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the writers waited one after the other, the last one would wait thirty times as long."""
    monkeypatch.setattr(storing, "BUSY", 50)
    store, begun = await Store.open(sqlite_url), list[str]()

    def says(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        begun.extend([statement] if statement.startswith("BEGIN") else [])

    event.listen(store.engines[0], "before_cursor_execute", says)
    await store.write(lambda c: facts.set_fact(c, "first", "x"))
    begun.clear()
    works = [partial(facts.set_fact, name=f"fact {number}", value="x") for number in range(30)]
    try:
        with contextlib.closing(sqlite3.connect(make_url(sqlite_url).database or "", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            told = await asyncio.gather(*map(store.write, works), return_exceptions=True)
            assert all(isinstance(each, StoreFailed) and each.is_away for each in told)
            assert 0 < len(begun) < len(works), "three times each, together"
            other.rollback()
        await asyncio.gather(*map(store.write, works))
        assert await store.read(lambda c: facts.fact(c, "fact 29")) == "x"
    finally:
        await store.close()
