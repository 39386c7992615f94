"""Which process has which shards: a lease is a row, and taking one over deletes the row of whoever had it.

On PostgreSQL its own clock counts, whatever the machines' clocks say.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, text, update

from bot.shards import Shards
from bot.storage import schema as db
from bot.storage.many import Upsert

LEASE = timedelta(seconds=10)
"""How long a process has its shards without a further word of it."""
IDENTIFY = timedelta(seconds=5)
"""Discord lets one shard of a bucket say who it is in so long."""
CLAIMS = 0x11A25D1CF
"""The number of PostgreSQL's advisory lock: claims come one after the other."""

P = db.processes.c
_TURN = Upsert(db.identifies, replaced=("next",))


class Deposed(Exception):  # noqa: N818 - names what happened
    """Another process has taken over the shards of this one, which writes nothing any more."""


def claim(
    connection: Connection,
    name: str,
    shards: Shards,
    now: datetime,
    has_died: Callable[[str], bool] = lambda _name: False,
) -> int | None:
    """Take these shards; the number of the claim, or None while somebody alive has any of them.

    Of whoever has not renewed their lease, or `has_died` by their name, the rows go, once what they still write is
    through: from then on they write nothing.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CLAIMS})
    now = _now(connection, now)
    connection.execute(delete(db.processes).where(P.until < now))
    for other in connection.execute(select(P.id, P.name, P.first, P.last, P.of)).all():
        if has_died(other.name):
            leave(connection, other.id)
        elif shards.overlap(Shards(other.first, other.last, other.of)):
            return None
    values = {"name": name, **msgspec.structs.asdict(shards), "until": now + LEASE}
    key = connection.execute(insert(db.processes).values(values)).inserted_primary_key
    return int(key[0]) if key else None


def renew(connection: Connection, process: int, now: datetime) -> bool:
    """Have the shards for another while; False where somebody else has them."""
    until = _now(connection, now) + LEASE
    return connection.execute(update(db.processes).where(P.id == process).values(until=until)).rowcount == 1


def leave(connection: Connection, process: int) -> None:
    """Let go of the shards: whoever waits for them need not wait any longer."""
    connection.execute(delete(db.processes).where(P.id == process))


def check(connection: Connection, process: int) -> None:
    """Let nobody take the shards over before this transaction ends. Raises `Deposed` where they are gone."""
    mine = select(P.id).where(P.id == process).with_for_update(read=True)
    if connection.execute(mine).scalar() is None:
        raise Deposed


def identify(connection: Connection, bucket: int, now: datetime) -> timedelta:
    """How long the next shard of a bucket waits before it tells Discord who it is; the turn is taken."""
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
