"""Small single facts: marks by name, and who cannot be reached by DM."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.storage import schema as db
from bot.storage.many import Upsert

_MARK = Upsert(db.marks, replaced=("value",))
_CLOSE = Upsert(db.closed_dms, replaced=("since",))


def mark(connection: Connection, name: str) -> str | None:
    """The fact kept under `name`."""
    return connection.execute(select(db.marks.c.value).where(db.marks.c.name == name)).scalar()


def set_mark(connection: Connection, name: str, value: str) -> None:
    """Keep a fact under `name`, in place of what was there."""
    _MARK.write(connection, [(name, value)])


def closed_dms(connection: Connection, users: Sequence[int]) -> frozenset[int]:
    """Which of these people could not be reached by DM the last time."""
    query = select(db.closed_dms.c.user).where(db.closed_dms.c.user.in_(users))
    return frozenset(connection.execute(query).scalars())


def close_dm(connection: Connection, user: int, now: datetime) -> None:
    """Remember that a person cannot be reached by DM."""
    _CLOSE.write(connection, [(user, now)])


def open_dm(connection: Connection, user: int) -> None:
    """A DM got through again."""
    connection.execute(delete(db.closed_dms).where(db.closed_dms.c.user == user))
