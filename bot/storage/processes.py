"""The rows that processes share in the database: leases on shards, turns to identify, outages, and notifications.

A lease is a row. A process that takes over a lease deletes the row of the former holder. On PostgreSQL the clock of
the database counts, not the clocks of the machines. An outage is a time during which nobody could move. It has a row
of its own, and tables get the time back when they are read.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import groupby

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, select, text, update

from bot.settings import TIMESTAMP, Shards
from bot.storage import ALL, Condition, database, ids
from bot.storage import schema as db
from bot.storage.bulk import Upsert
from bot.storage.hosts import Connect

log = logging.getLogger(__name__)


def on_shards(shards: Shards) -> Condition:
    """Return the condition that a table's server is on one of these shards."""
    if shards.are_all():
        return ALL
    shard: ColumnElement[int] = db.tables.c.guild // 2**TIMESTAMP % shards.of
    return shard.between(shards.first, shards.last)


LEASE = timedelta(seconds=10)
"""The time for which a process keeps its shards unless it renews its lease."""

IDENTIFY = timedelta(seconds=5)
"""The time within which Discord lets one shard of a bucket identify."""

CLAIMS = 0x11A25D1CF
"""The number of an advisory lock on PostgreSQL. Only the process that holds it claims shards."""

P = db.processes.c

_TURN = Upsert(db.identifies, replaced=("next",))


class Deposed(Exception):  # noqa: N818 - the name says what happened
    """Raised if another process has taken over the shards of this one. This process must then stop writing."""


def claim(
    connection: Connection,
    name: str,
    shards: Shards,
    now: datetime,
    has_died: Callable[[str], bool] = lambda _name: False,
    counting: int | None = None,
) -> int | None:
    """Claim these shards for the process `name`, and return the id of the process's row.

    `counting` is the version by which the process counts figures.

    Return None if a living process has any of these shards. The rows of processes whose lease has ended, or for which
    `has_died` returns True, are deleted. If such a process is still writing, that transaction is committed first. Its
    later writes raise `Deposed`.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CLAIMS})
    now = _now(connection, now)
    connection.execute(delete(db.processes).where(P.until < now))
    for other in connection.execute(select(P.id, P.name, P.first, P.last, P.of)).all():
        if has_died(other.name):
            release(connection, other.id)
        elif shards.overlap(Shards(other.first, other.last, other.of)):
            return None
    values = {"name": name, **msgspec.structs.asdict(shards), "until": now + LEASE, "counting": counting}
    return ids.add_row(connection, db.processes, values)


def renew(connection: Connection, process: int, now: datetime) -> bool:
    """Renew the lease of a process. Return False if the process has lost its shards."""
    until = _now(connection, now) + LEASE
    return connection.execute(update(db.processes).where(P.id == process).values(until=until)).rowcount == 1


def release(connection: Connection, process: int) -> None:
    """Release the shards of a process, so that another process can claim them immediately."""
    connection.execute(delete(db.processes).where(P.id == process))


def check(connection: Connection, process: int) -> None:
    """Make sure that a process keeps its shards until this transaction ends. Raises `Deposed` if it has lost them."""
    mine = select(P.id).where(P.id == process).with_for_update(read=True)
    if connection.execute(mine).scalar() is None:
        raise Deposed


def identify(connection: Connection, bucket: int, now: datetime) -> timedelta:
    """Take the next turn of a bucket to identify a shard to Discord, and return how long the shard has to wait."""
    it, now = db.identifies.c, _now(connection, now)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock, :bucket)"), {"lock": 1, "bucket": bucket})
    free = connection.execute(select(it.next).where(it.bucket == bucket)).scalar()
    turn = max(now, free) if free is not None else now
    _TURN.write(connection, [(bucket, turn + IDENTIFY)])
    return turn - now


def _now(connection: Connection, now: datetime) -> datetime:
    if connection.dialect.name != "postgresql":
        return now
    moment: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return moment


PUT_BACK = timedelta(seconds=10)
"""If the last sign of life is further in the future than this, the machine's clock has been put back."""

_ALIVE = Upsert(db.shards, replaced=("alive",))


class Outage(msgspec.Struct, frozen=True):
    """A time during which nobody on these shards could move: from `lost_from` to `resumed`.

    `resumed` is earlier than `lost_from` if the machine's clock was put back.
    """

    id: int
    shards: Shards
    lost_from: datetime
    resumed: datetime


def heartbeat(connection: Connection, shards: Shards, now: datetime) -> None:
    """Store `now` as the last sign of life of these shards."""
    it = db.shards.c
    mine = it.of == shards.of, it.shard.between(shards.first, shards.last)
    if connection.execute(update(db.shards).where(*mine).values(alive=now)).rowcount == len(shards.numbers()):
        return
    _ALIVE.write(connection, [(shards.of, shard, now) for shard in shards.numbers()])


def resume(connection: Connection, shards: Shards, now: datetime) -> list[Outage]:
    """Store the outages of these shards since their last sign of life, and return these outages.

    This also stores a new sign of life.
    """
    lost = [
        Outage(_write_outage(connection, each, alive, now), each, alive, now)
        for each, alive in _alive(connection, shards)
        if alive < now or alive - now > PUT_BACK
    ]
    heartbeat(connection, shards, now)
    return lost


def outages_since(connection: Connection, known: int) -> list[Outage]:
    """Return the outages with an id above `known`, in the order of their ids."""
    it = db.outages.c
    found = connection.execute(select(db.outages).where(it.id > known).order_by(it.id))
    return [Outage(row.id, Shards(row.first, row.last, row.of), row.lost_from, row.resumed) for row in found]


def forget_outages(connection: Connection, before: datetime) -> None:
    """Delete outages that ended before this time, because by now all tables have got the lost time back."""
    connection.execute(delete(db.outages).where(db.outages.c.resumed < before))


def _alive(connection: Connection, shards: Shards) -> Iterator[tuple[Shards, datetime]]:
    """Yield ranges of shards with the time of their last sign of life. Shards that never ran are left out.

    If the number of shards has changed since then, the latest of all signs of life counts for every shard.
    """
    it = db.shards.c
    found = connection.execute(select(it.of, it.shard, it.alive).with_for_update()).all()
    alive = {row.shard: row.alive for row in found if row.of == shards.of}
    if not alive and found:
        last = max(row.alive for row in found)
        connection.execute(delete(db.shards))
        alive = dict.fromkeys(range(shards.of), last)
        _ALIVE.write(connection, [(shards.of, shard, last) for shard in alive])
    mine = [shard for shard in shards.numbers() if shard in alive]
    for moment, run in groupby(mine, key=alive.__getitem__):
        numbers = list(run)
        yield Shards(numbers[0], numbers[-1], shards.of), moment


def _write_outage(connection: Connection, shards: Shards, lost_from: datetime, resumed: datetime) -> int:
    values = {**msgspec.structs.asdict(shards), "lost_from": lost_from, "resumed": resumed}
    return ids.add_row(connection, db.outages, values)


CHANNEL = "liars_dice"

SAVED, SHOWN = "saved", "shown"
"""The notifications about a table: it was saved (for the process that shows it), or it was shown (for open windows).

The bot works without them too, because each process also reads the database every second.
"""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0

LOOKS = 5.0
"""The seconds between two checks of whether the connection still works."""

_TELL = text("SELECT pg_notify(:channel, :word)")


def notify(connection: Connection, what: str, table: int, by: Shards) -> None:
    """Notify the other processes about a table when this transaction is committed.

    `by` are the shards of this process. On SQLite there are no other processes, so nothing happens.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_TELL, {"channel": CHANNEL, "word": f"{what}:{table}:{by}"})


async def listen(url: str, hear: Callable[[str, int], None], here: Shards) -> None:
    """Call `hear` with each notification of another process, until this call is cancelled.

    `here` are the shards of this process. `url` may differ from the address of the store, because a pooler does not
    pass on LISTEN. A broken connection is replaced, after pauses that grow.
    """
    import asyncpg  # not needed on SQLite

    pause, connect = FIRST_PAUSE, Connect(database.read_url(url))
    while True:
        try:
            connection = await connect()
            try:
                await connection.add_listener(CHANNEL, lambda *said: _heard(str(said[-1]), hear, here))
                pause = FIRST_PAUSE
                while not connection.is_closed():
                    await asyncio.wait_for(connection.execute("SELECT 1"), LOOKS)
                    await asyncio.sleep(LOOKS)
            finally:
                connection.terminate()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            log.warning("Notifications from other processes are late: %s. Trying again.", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def _heard(said: str, hear: Callable[[str, int], None], here: Shards) -> None:
    what, table, by = said.split(":")
    if by != str(here):
        hear(what, int(table))
