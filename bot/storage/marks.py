"""Marks: facts that the bot notes of itself, each under its name."""

from sqlalchemy import Connection, select

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_MARK = Upsert(db.marks, replaced=("value",))


def mark(connection: Connection, name: str) -> str | None:
    """Return the fact that is kept under `name`; None where there is none."""
    return connection.execute(select(db.marks.c.value).where(db.marks.c.name == name)).scalar()


def set_mark(connection: Connection, name: str, value: str) -> None:
    """Keep a fact under `name`, in place of what was there."""
    _MARK.write(connection, [(name, value)])
