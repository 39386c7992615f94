"""Time thousands of duties that are due at the same moment, in two processes on PostgreSQL.

A duty is something that the bot must do at a certain time, such as ending a turn. Each process carries out the duties
of half of the servers, as many at once as the real bot allows, and records its statements. Then both processes send
the same statements again with asyncpg alone, to a copy of the earlier database.
"""

import asyncio
import multiprocessing
from collections.abc import Iterator
from datetime import timedelta
from multiprocessing.connection import Connection as Pipe
from time import perf_counter

import asyncpg
import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, make_url

from bot.settings import TIMESTAMP, Shards
from bot.sharing.lease import Lease
from bot.storage import table_rows
from bot.storage.store import Store
from bot.tables import Tables
from bot.tables.pace import AT_ONCE
from tests.bench.stored import by_asyncpg, recorded
from tests.databases import postgresql_database, postgresql_running
from tests.tables.house import CHANNEL, GUILD, NOON, House

PROCESSES, AT_ONCE_EACH = 2, 20
"""The number of duties that each process carries out at once, which is also its number of connections."""
LATER = NOON + timedelta(hours=2)


class Carried(msgspec.Struct):
    """Holds the result of a measurement of duties.

    `took` is the time of the bot in seconds, and `bare` is the time of asyncpg alone. `twice` is the number of duties
    that were not carried out exactly once.
    """

    duties: int
    took: float
    bare: float
    twice: int


def duties(many: int) -> Carried:
    """Carry out the duties of this many tables on two servers. At each table a turn has timed out."""
    with postgresql_running() as server, postgresql_database(server) as url:
        asyncio.run(_tables(url, many))
        with postgresql_database(server, str(make_url(url).database)) as copy:
            spawning = multiprocessing.get_context("spawn")
            ends, there = zip(*(spawning.Pipe() for _ in range(PROCESSES)), strict=True)
            working = [
                spawning.Process(target=_work, args=(pipe, url, copy, Shards(number, number, PROCESSES)))
                for number, pipe in enumerate(there)
            ]
            for process in working:
                process.start()
            took, bare = (_together(ends) for _ in ("by the bot", "by asyncpg"))
            done = sum(end.recv() for end in ends)
            for process in working:
                process.join()
        return Carried(done, took, bare, asyncio.run(_done_twice(url, many)))


def _together(ends: tuple[Pipe, ...]) -> float:
    """Let all processes start at the same time. Return the seconds until the last process has finished."""
    for end in ends:
        end.recv()
    began = perf_counter()
    for end in ends:
        end.send("begin")
    for end in ends:
        end.recv()
    return perf_counter() - began


async def _tables(url: str, many: int) -> None:
    house = await House(url).open()
    sitting = await house.game("common", "ann", "bob", clock=60)

    def multiply(connection: Connection) -> None:
        row = table_rows.table(connection, sitting.id)
        assert row is not None
        for number in range(1, many):
            guild = GUILD + number % PROCESSES * 2**TIMESTAMP
            table_rows.insert_table(connection, replace(row, guild=guild, channel=CHANNEL + number, id=0))

    await house.store.write(multiply)
    await house.close()


def _work(pipe: Pipe, url: str, copy: str, shards: Shards) -> None:
    asyncio.run(_worked(pipe, url, copy, shards))


async def _worked(pipe: Pipe, url: str, copy: str, shards: Shards) -> None:
    store = await Store.open(url)
    tables = Tables(store, lambda: LATER, bytes, pace=AT_ONCE, sharing=Lease(store, shards, lambda: LATER))
    with recorded(store.engines[-1]) as moves:
        pipe.send("ready")
        pipe.recv()
        due = await tables.timers.due(LATER)
        left = iter(due)
        done = sum(await asyncio.gather(*(_carry_out(tables, left) for _ in range(AT_ONCE_EACH))))
        pipe.send("done")
    await store.close()
    pipe.send("ready")
    pipe.recv()
    await by_asyncpg(copy, AT_ONCE_EACH, [said for said in moves if said])
    pipe.send("done")
    pipe.send(done)


async def _carry_out(tables: Tables, left: Iterator[tuple[int, object]]) -> int:
    """Carry out the next duty of each table in turn, as the driver does. Return the number of duties."""
    done = 0
    for table, _ in left:
        due = await tables.timers.next(table)
        if due is not None and await tables.timers.carry_out(due) is not None:
            done += 1
    return done


async def _done_twice(url: str, many: int) -> int:
    """Return 0 if each duty was carried out once. Otherwise return a number that shows how many were not.

    All tables should have the same version afterwards, and each duty should have stored one request. The game that was
    copied has stored one before, because the clock threw its dice.
    """
    connection = await asyncpg.connect(make_url(url).render_as_string(hide_password=False))
    try:
        versions = await connection.fetch("SELECT version, count(*) FROM tables GROUP BY version")
        keys = await connection.fetchval("SELECT count(*) FROM answers WHERE key LIKE 'timer:%' AND at = $1", LATER)
        return (len(versions) - 1) + abs(int(keys) - many)
    finally:
        await connection.close()
