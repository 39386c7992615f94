"""Test a full disk, and a database file that another program has locked.

Players get an error, no move is lost, and games go on.
"""

import asyncio
import contextlib
import logging
import re
import sqlite3
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from sqlalchemy import Connection, Insert, insert

from bot.logs import without_the_way_there
from bot.storage import schema
from bot.storage.store import StoreFailed
from tests.faults.wire import Wire
from tests.swarm.health import ails

PAGES = "PRAGMA max_page_count"


async def pages(wire: Wire, most: int) -> int:
    """Limit the database file to `most` pages. Return the limit that SQLite has set."""
    assert wire.bot._store is not None
    return int(await wire.bot._store.write(lambda c: c.exec_driver_sql(f"{PAGES} = {most}").scalar_one()))


async def fill(wire: Wire) -> None:
    """Fill the database file, including the free space in the pages that the next request would use."""
    store = wire.bot._store
    assert store is not None

    async def keep(rows: Iterator[Insert]) -> None:
        for row in rows:
            await store.write(partial(_insert, row=row))

    for size in (3000, 300, 30):
        with pytest.raises(StoreFailed, match="SQLITE_FULL"):
            await keep(insert(schema.facts).values(name=f"{size} {n}", value="x" * size) for n in count())
    with pytest.raises(StoreFailed, match="SQLITE_FULL"):
        await keep(insert(schema.answers).values(key=f"x{n:04}", table_id=n, at=wire.bot.now()) for n in count())


def _insert(connection: Connection, row: Insert) -> None:
    connection.execute(row)


async def press_until_nothing_is_kept(wire: Wire, table: int, where: int) -> list[str]:
    """Let the player whose turn it is press bids until a bid is not saved.

    Return the ephemeral messages that answer the last press.
    """
    for quantity in range(1, 11):
        await wire.until(wire.is_shown, table)
        before, key = (await wire.info(table)).version, await wire.asked(table)
        known = len(private(wire, where, key))
        await wire.bid(key, wire.panel(where), quantity, 6)
        if (await wire.info(table)).version == before:
            await wire.until(lambda: len(private(wire, where, key)) > known)  # noqa: B023
            return private(wire, where, key)[known:]
    raise AssertionError("all of it was kept")


def private(wire: Wire, where: int, key: str) -> list[str]:
    """Return the texts of the ephemeral messages that this person sees in a channel."""
    user, there = wire.who(key).id, wire.messages(where)
    sees = wire.server.world.discord.sees
    said = dict(zip((each.id for each in there), wire.said(where), strict=True))
    return [said[each.id] for each in there if each.is_ephemeral and sees(user, each)]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.LogCaptureFixture]:
    """Yield the log as an operator reads it.

    In these tests, a fault of the database is over after four seconds without a failure.
    """
    monkeypatch.setattr("bot.storage.store.UNTIL_OVER", 4.0)
    caplog.set_level(logging.INFO, "bot")
    caplog.handler.addFilter(without_the_way_there)
    yield caplog
    caplog.handler.removeFilter(without_the_way_there)


async def began_and_ended(wire: Wire, log: pytest.LogCaptureFixture, why: str) -> str:
    """Wait until the log reports that the fault is over. Return the reference of the fault.

    The log may have only two lines about the fault: one at its beginning and one at its end.
    """
    await wire.until(lambda: "can be used again" in log.text)
    said = [each.getMessage() for each in log.records if each.levelno >= logging.WARNING]
    began, ended = (line for line in said if "Time " not in line and "pictures" not in line)
    reference = began.split()[1].rstrip(":")
    assert began == f"Fault {reference}: the database cannot be used: {why}. Further failures are counted."
    assert re.fullmatch(rf"Fault {reference} is over: the database can be used again\. Failed: [1-9]\d*\.", ended)
    return reference


async def test_a_full_disk_gives_players_an_error_and_loses_no_move(wire: Wire, log: pytest.LogCaptureFixture) -> None:
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    most = await pages(wire, 1)  # SQLite sets no limit below the current number of pages
    await fill(wire)
    told = await press_until_nothing_is_kept(wire, table, where)
    assert told
    assert wire.bot._store is not None
    assert [word async for word in ails(wire.bot._store, wire.bot.services.tables)] == []
    assert await pages(wire, most + 10_000) > most
    await wire.goes_on(table)
    reference = await began_and_ended(wire, log, "the disk is full (SQLITE_FULL)")
    assert all(reference in sentence for sentence in told), "everybody who was refused meanwhile can name it"
    assert await wire.every_version_was_made_once(table)


@pytest.mark.parametrize("seconds", [1, 10])
async def test_a_file_locked_by_another_program_loses_no_move(
    wire: Wire, seconds: int, log: pytest.LogCaptureFixture
) -> None:
    """Presses wait for up to five seconds. After that, the person gets an error and presses again."""
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    before = (await wire.info(table)).version
    with contextlib.closing(sqlite3.connect(wire.folder / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        pressing = asyncio.create_task(wire.bid(await wire.asked(table), wire.panel(where), 1, 6))
        await asyncio.sleep(seconds)
        other.rollback()
    await pressing
    if seconds == 1:
        await wire.until(wire.has_moved, table, before)
    await wire.until(wire.clock_runs, patience=30)
    await wire.until(wire.has_answered, patience=30)  # the press may still have been saved
    if seconds == 10:
        await began_and_ended(wire, log, "another program holds it (SQLITE_BUSY)")
    await wire.goes_on(table)
    assert await wire.every_version_was_made_once(table)
