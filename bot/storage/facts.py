"""Facts that the bot notes of itself, each under its name."""

from sqlalchemy import Connection, select

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_FACT = Upsert(db.facts, replaced=("value",))


def fact(connection: Connection, name: str) -> str | None:
    """Return the fact that is kept under `name`; None where there is none."""
    return connection.execute(select(db.facts.c.value).where(db.facts.c.name == name)).scalar()


def set_fact(connection: Connection, name: str, value: str) -> None:
    """Keep a fact under `name`, in place of what was there."""
    _FACT.write(connection, [(name, value)])
