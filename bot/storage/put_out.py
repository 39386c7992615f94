"""The people who were put out of a host's tables in a channel, and the time until which this counts."""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_P = db.put_out.c
_PUT_OUT = Upsert(db.put_out, replaced=("until",))


def keep(connection: Connection, guild: int, channel: int, host: int, user: int, until: datetime) -> None:
    """Record that a person was put out of a table of `host` in a channel."""
    _PUT_OUT.write(connection, [(channel, host, user, guild, until)])


def until(connection: Connection, channel: int, host: int, user: int) -> datetime | None:
    """Return the time until which a person sits at tables of `host` in a channel only if invited, or None."""
    query = select(_P.until).where(_P.channel == channel, _P.host == host, _P.user == user)
    found: datetime | None = connection.execute(query).scalar()
    return found


def prune(connection: Connection, now: datetime) -> None:
    """Delete the rows whose time is over."""
    connection.execute(delete(db.put_out).where(_P.until < now))
