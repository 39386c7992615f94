"""Outages: times during which nobody could move. Each is one row; the tables learn of it when they are read."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from bot.shards import Shards
from bot.storage import schema as db
from bot.storage.many import Upsert

PUT_BACK = timedelta(seconds=10)
"""Where the last sign of life is so much in the future, the clock on the wall was put back; less is no trouble."""
_ALIVE = Upsert(db.shards, replaced=("alive",))


class Outage(msgspec.Struct, frozen=True):
    """Nobody on these shards could move from `lost_from` until time passed again.

    `resumed` is earlier than `lost_from` where the clock on the wall was put back.
    """

    id: int
    shards: Shards
    lost_from: datetime
    resumed: datetime


def beat(connection: Connection, shards: Shards, now: datetime) -> None:
    """Time passes on these shards, now."""
    it = db.shards.c
    mine = it.of == shards.of, it.shard.between(shards.first, shards.last)
    if connection.execute(update(db.shards).where(*mine).values(alive=now)).rowcount == len(shards.numbers()):
        return
    _ALIVE.write(connection, [(shards.of, shard, now) for shard in shards.numbers()])


def resume(connection: Connection, shards: Shards, now: datetime) -> list[Outage]:
    """Time passes again on these shards, now: the outages since it last did, each written down once."""
    lost = [
        Outage(_write(connection, each, alive, now), each, alive, now)
        for each, alive in _alive(connection, shards)
        if alive < now or alive - now > PUT_BACK
    ]
    beat(connection, shards, now)
    return lost


def since(connection: Connection, known: int) -> list[Outage]:
    """The outages with a number above `known`, in order."""
    it = db.outages.c
    found = connection.execute(select(db.outages).where(it.id > known).order_by(it.id))
    return [Outage(row.id, Shards(row.first, row.last, row.of), row.lost_from, row.resumed) for row in found]


def forget(connection: Connection, before: datetime) -> None:
    """Forget outages that ended before then: no table waits for so long to be read."""
    connection.execute(delete(db.outages).where(db.outages.c.resumed < before))


def _alive(connection: Connection, shards: Shards) -> Iterator[tuple[Shards, datetime]]:
    """When time last passed, by runs of shards for which that is the same; a shard that never ran has lost nothing.

    Where the servers are dealt out to another number of shards than before, the last moment of all of them counts.
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


def _write(connection: Connection, shards: Shards, lost_from: datetime, resumed: datetime) -> int:
    values = {**msgspec.structs.asdict(shards), "lost_from": lost_from, "resumed": resumed}
    key = connection.execute(insert(db.outages).values(values)).inserted_primary_key
    return int(key[0]) if key else 0
