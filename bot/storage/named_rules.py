"""The house rules that servers keep by a name: a row each."""

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from bot.storage import schema as db
from bot.storage.preferences import Row

_IT = db.named_rules.c


def kept(connection: Connection, guild: int) -> list[Row]:
    """All that a server keeps, by name."""
    query = select(db.named_rules).where(_IT.guild == guild).order_by(_IT.key)
    return [dict(row) for row in connection.execute(query).mappings()]


def by_id(connection: Connection, guild: int, number: int) -> Row | None:
    """One of them; None where there is none of that number on this server."""
    return _one(connection, _IT.guild == guild, _IT.id == number)


def by_key(connection: Connection, guild: int, key: str) -> Row | None:
    """The one of that name, as names are compared."""
    return _one(connection, _IT.guild == guild, _IT.key == key)


def count(connection: Connection, guild: int) -> int:
    """How many a server keeps."""
    return connection.execute(select(func.count()).where(_IT.guild == guild)).scalar_one()


def add(connection: Connection, row: Row) -> None:
    """Keep another one."""
    connection.execute(insert(db.named_rules).values(dict(row)))


def change(connection: Connection, number: int, row: Row) -> None:
    """Keep something else by that name."""
    connection.execute(update(db.named_rules).where(_IT.id == number).values(dict(row)))


def forget(connection: Connection, guild: int, number: int) -> None:
    """Keep it no more."""
    connection.execute(delete(db.named_rules).where(_IT.guild == guild, _IT.id == number))


def _one(connection: Connection, *which: Any) -> Row | None:
    found = connection.execute(select(db.named_rules).where(*which)).mappings().one_or_none()
    return dict(found) if found is not None else None
