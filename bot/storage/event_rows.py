"""The events of tables, in order, and the deletion of old requests."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, insert, select, update

from bot.storage import schema as db
from bot.storage.bulk import Removal

_HAPPENED = insert(db.events)  # built once, because building it took longer than carrying it out


class EventRow(msgspec.Struct, frozen=True):
    """One event in its stored form."""

    seq: int
    kind: str
    secret: bool
    body: bytes

    def __repr__(self) -> str:
        return f"EventRow(seq={self.seq}, kind={self.kind})"


def add_events(connection: Connection, table_id: int, at: datetime, events: Sequence[EventRow]) -> None:
    """Append events to the events of a table."""
    rows = [{"table_id": table_id, "at": at, **asdict(event)} for event in events]
    if rows:
        connection.execute(_HAPPENED, rows)


def events(connection: Connection, table_id: int, after: int = 0, upto: int | None = None) -> list[EventRow]:
    """Return a table's events with a number above `after` and at most `upto`, in order.

    Pass the number in the table's row as `upto`, because another process may have saved more events since the row was
    read.
    """
    query = select(db.events.c.seq, db.events.c.kind, db.events.c.secret, db.events.c.body).where(
        db.events.c.table_id == table_id, db.events.c.seq > after
    )
    if upto is not None:
        query = query.where(db.events.c.seq <= upto)
    return [EventRow(*row) for row in connection.execute(query.order_by(db.events.c.seq))]


def rewrite(connection: Connection, table_id: int, event: EventRow) -> None:
    """Replace the body of a stored event of a table."""
    it = db.events.c
    connection.execute(update(db.events).where(it.table_id == table_id, it.seq == event.seq).values(body=event.body))


def began(connection: Connection, table_id: int) -> datetime:
    """Return the time at which a table's game began."""
    query = select(db.events.c.at).where(db.events.c.table_id == table_id, db.events.c.seq == 1)
    began: datetime = connection.execute(query).scalar_one()
    return began


def forget_answers(connection: Connection, before: datetime, many: int) -> bool:
    """Delete at most `many` requests from before `before`. Return whether there may be more."""
    it = db.answers.c
    keys = connection.execute(select(it.key).where(it.at < before).order_by(it.at).limit(many)).all()
    Removal(db.answers).carry_out(connection, keys)
    return len(keys) == many
