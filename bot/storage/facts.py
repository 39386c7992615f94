"""Facts that the bot stores about itself. Each has a name."""

from sqlalchemy import Connection, delete, select

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_FACT = Upsert(db.facts, replaced=("value",))


def fact(connection: Connection, name: str) -> str | None:
    """Return the fact that is stored under `name`, or None."""
    return connection.execute(select(db.facts.c.value).where(db.facts.c.name == name)).scalar()


def set_fact(connection: Connection, name: str, value: str) -> None:
    """Store a fact under `name`, replacing any earlier one."""
    _FACT.write(connection, [(name, value)])


def facts_named(connection: Connection, beginning: str) -> dict[str, str]:
    """Return the facts whose names begin with `beginning`, by name."""
    it = db.facts.c
    return {
        row.name: row.value
        for row in connection.execute(select(it.name, it.value).where(it.name.startswith(beginning)))
    }


def drop_fact(connection: Connection, name: str) -> None:
    """Delete the fact that is stored under `name`."""
    connection.execute(delete(db.facts).where(db.facts.c.name == name))
