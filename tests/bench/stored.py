"""Compare the time that the bot takes to save a bid with the time of the bare database driver.

The script records the statements of each bid with their values. Then it restores the earlier database, and aiosqlite
or asyncpg alone sends the same statements, with the same number of bids at a time. The bot and the driver take turns,
because the time of a commit varies from minute to minute. A ratio of 1 would mean that rules, snapshots and SQLAlchemy
cost nothing.

In a third turn our own store sends the recorded statements. They are already compiled, and the rows that they return
are ignored. This measures the store without rules and snapshots.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import aiosqlite
import asyncpg
import msgspec
from sqlalchemy import Connection, Engine, delete, event, insert, select

from bot.storage import schema as db
from bot.tables.model import Setup
from engine.bids.actions import Bid
from tests.databases import postgresql_database, postgresql_running
from tests.tables.house import House, person, place

BIDS = 36
"""The number of bids at each table. Four players with ten dice each can make this many."""
Said = tuple[str, Any]
"""A statement as the driver received it, with its values."""
TOUCHED = (db.events, db.answers, db.tables)
"""The tables that a bid writes, so that it can be undone."""
TURNS = 9
"""The number of turns of the bot and of the bare driver. The first turn of each is a warm-up and does not count."""
Repeat = Callable[[list[list[Said]]], Awaitable[float]]
"""A function that sends the recorded statements again with the bare driver, and returns the seconds that this took."""


class Turn(msgspec.Struct):
    """Holds the times of bids at several tables at once, in seconds.

    `each` has the time of each bid that the bot saved. The time for all bids together is `took` for the bot, `bare`
    for the driver, and `stored` for the store.
    """

    each: list[float]
    took: float
    bare: float
    stored: float
    statements: int


class Measured(msgspec.Struct):
    """Holds all turns of one measurement."""

    turns: list[Turn]

    @property
    def ratio(self) -> float:
        """Return how fast the bot is, where the bare driver is 1. It is the median of the turns."""
        return median(turn.bare / turn.took for turn in self.turns)

    @property
    def spread(self) -> float:
        """Return the 99th percentile of a bid's time, in medians."""
        times = self._times()
        return times[len(times) * 99 // 100] / times[len(times) // 2]

    @property
    def statements(self) -> int:
        """Return the most statements of a bid."""
        return max(turn.statements for turn in self.turns)

    def _times(self) -> list[float]:
        return sorted(one for turn in self.turns for one in turn.each)

    def told(self) -> str:
        """Return the measurement as one line of the report."""
        times = self._times()
        ratios = sorted(turn.bare / turn.took for turn in self.turns)
        took, bare = sum(turn.took for turn in self.turns), sum(turn.bare for turn in self.turns)
        return (
            f"{self.ratio:5.2f}   (from {ratios[0]:.2f} to {ratios[-1]:.2f}, "
            f"the store alone {median(turn.bare / turn.stored for turn in self.turns):.2f}; "
            f"{len(times) / took:,.0f} to {len(times) / bare:,.0f} bids a second; "
            f"half within {times[len(times) // 2] * 1000:.1f} ms, 99 of 100 within {self.spread:.1f} times that; "
            f"{self.statements} statements)"
        )


def on_sqlite(at_once: int) -> Measured:
    """Make bids at this many tables at once in a SQLite file, each of them synced to disk."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        return asyncio.run(_in_turn(f"sqlite:///{file}", at_once, partial(_by_aiosqlite, file, at_once)))


def on_postgresql(at_once: int) -> Measured:
    """Make the same bids in PostgreSQL."""
    with postgresql_running() as server, postgresql_database(server) as url:
        return asyncio.run(_in_turn(url, at_once, partial(by_asyncpg, url, at_once)))


async def _in_turn(url: str, at_once: int, repeat: Repeat) -> Measured:
    """Let the bot and the bare driver make the same bids alternately, each time from the same state."""
    house = await House(url).open()
    try:
        tables = [await _game(house, number) for number in range(at_once)]
        before = await house.store.read(lambda c: [[tuple(row) for row in c.execute(select(it))] for it in TOUCHED])
        turns = []
        for _ in range(TURNS):
            each, took, moves = await _played(house, tables)
            await _put_back(house, before)
            bare = await repeat(moves)
            await _put_back(house, before)
            stored = await _so_many_at_once(moves, at_once, partial(_by_the_store, house))
            await _put_back(house, before)
            turns.append(Turn(each, took, bare, stored, max(len(said) for said in moves)))
    finally:
        await house.close()
    return Measured(turns[1:])


async def _played(house: House, tables: list[int]) -> tuple[list[float], float, list[list[Said]]]:
    """Make bids at these tables.

    Return the seconds of each bid, the seconds of all bids, and the statements of each bid.
    """
    engine = house.store.engines[0]
    with recorded(engine) as moves:
        began = perf_counter()
        each = await asyncio.gather(*(_bids(house, table) for table in tables))
        took = perf_counter() - began
    return [one for times in each for one in times], took, [said for said in moves if said]


async def _put_back(house: House, before: list[list[tuple[Any, ...]]]) -> None:
    """Restore the earlier state.

    On SQLite, the WAL starts again from its beginning. So no program has to handle pages that another program wrote.
    """
    await house.store.write(lambda connection: _undo(connection, before))
    if not house.store.is_shared:
        with closing(sqlite3.connect(house.url.removeprefix("sqlite:///"))) as connection:
            connection.execute("PRAGMA wal_checkpoint(RESTART)")


def _undo(connection: Connection, before: list[list[tuple[Any, ...]]]) -> None:
    for table, rows in zip(TOUCHED, before, strict=True):
        if table is not db.tables:
            connection.execute(delete(table))
            connection.execute(insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in rows])
    for row in before[-1]:
        values = dict(zip(db.tables.c.keys(), row, strict=True))
        connection.execute(db.tables.update().where(db.tables.c.id == values.pop("id")).values(values))


async def _game(house: House, number: int) -> int:
    """Start a game of four people with ten dice each and show it. Return its number."""
    host, *others = (person(f"guest{(number + seat * 7) % 30}") for seat in range(4))
    table = await house.tables.lobbies.open(place(number), host, Setup("bar", {"dice": "10"}), house.key())
    for each in others:
        await house.tables.lobbies.join(table.id, each, house.key())
    await house.start(table.id, host)
    await house.follow(table.id)
    return table.id


async def _bids(house: House, table: int) -> list[float]:
    """Raise the bid by one die again and again, without pauses. Return the seconds of each bid."""
    seen = await house.tables.queries.see(table, None)
    assert seen.view is not None
    seats, turn, times = [seat.user or 0 for seat in seen.seats], seen.view.awaited[0], []
    for number in range(BIDS):
        bid, key = Bid(1 + number, 6), house.key()
        began = perf_counter()
        await house.tables.moves.act(table, seats[(turn + number) % 4], bid, key)
        times.append(perf_counter() - began)
    return times


@contextmanager
def recorded(engine: Engine) -> Iterator[list[list[Said]]]:
    """Record the statements that an engine sends in the block, grouped by unit of work.

    If a transaction has several units of work, each of them ends with a savepoint. A unit of work that only reads ends
    without a commit.
    """
    found: list[list[Said]] = []
    under_way: dict[int, list[Said]] = {}

    def sent(connection: Any, _cursor: object, text: str, values: Any, _context: object, many: bool) -> None:
        if text.startswith("RELEASE"):
            found.append(under_way.pop(id(connection), []))
        elif not text.startswith(("BEGIN", "SAVEPOINT", "ROLLBACK")):
            under_way.setdefault(id(connection), []).extend((text, each) for each in (values if many else [values]))

    def ended(connection: Any) -> None:
        found.append(under_way.pop(id(connection), []))

    heard = (("before_cursor_execute", sent), ("commit", ended), ("rollback", ended))
    for name, listener in heard:
        event.listen(engine, name, listener)
    yield found
    for name, listener in heard:
        event.remove(engine, name, listener)


async def _by_the_store(house: House, said: list[Said]) -> None:
    """Send the recorded statements of one unit of work with our store."""

    def work(connection: Connection) -> None:
        for text, values in said:
            connection.exec_driver_sql(text, values)

    await house.store.write(work)


async def _by_aiosqlite(file: Path, at_once: int, moves: list[list[Said]]) -> float:
    """Send the statements over one connection, because SQLite allows only one writer.

    Other writers wait for their turn.
    """
    async with aiosqlite.connect(file, isolation_level=None) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        turn = asyncio.Lock()

        async def carry_out(said: list[Said]) -> None:
            async with turn:
                await connection.execute("BEGIN IMMEDIATE")
                for text, values in said:
                    async with connection.execute(text, values) as cursor:
                        await cursor.fetchall()
                await connection.execute("COMMIT")

        return await _so_many_at_once(moves, at_once, carry_out)


async def by_asyncpg(url: str, at_once: int, moves: list[list[Said]]) -> float:
    """Send the statements over a pool that is as large as the bot's pool.

    Statements stay prepared, and reads use no transaction.
    """
    async with asyncpg.create_pool(url, min_size=min(at_once, 20), max_size=20) as pool:

        async def carry_out(said: list[Said]) -> None:
            async with pool.acquire() as connection:
                only_reads = all(text.startswith("SELECT") and "FOR UPDATE" not in text for text, _ in said)
                async with nullcontext() if only_reads else connection.transaction():
                    for text, values in said:
                        await connection.fetch(text, *values)

        return await _so_many_at_once(moves, at_once, carry_out)


async def _so_many_at_once(moves: list[list[Said]], at_once: int, carry_out: Any) -> float:
    """Carry out all units of work in order, `at_once` at a time. Return the seconds that this took."""
    left = iter(moves)

    async def one_after_the_other() -> None:
        for said in left:
            await carry_out(said)

    began = perf_counter()
    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    return perf_counter() - began
