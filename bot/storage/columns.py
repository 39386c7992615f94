"""The building blocks of the database's tables: names of constraints, types of columns, and marks on columns."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, DateTime, Dialect, Integer, MetaData, TypeDecorator, text

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMING)


def only(condition: str) -> dict[str, Any]:
    """Return the options of a partial index, which contains only the rows for which `condition` is true.

    The options are for SQLite. For PostgreSQL, only the revisions contain the condition. If the options contained it
    too, PostgreSQL's dialect would be loaded at every start on SQLite.
    """
    return {"sqlite_where": text(condition)}


class Utc(TypeDecorator[datetime]):
    """A point in time in UTC. In Python it is always an aware datetime, whatever the database returns."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the value in UTC. Raises `ValueError` for a naive datetime, because its time zone is unknown."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the stored value as an aware datetime, even from SQLite, which does not store the time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Snowflake = BigInteger
"""The type of Discord's ids, which have 64 bits."""
Key = BigInteger().with_variant(Integer, "sqlite")
"""The type of keys that the database generates. SQLite generates only keys of type INTEGER."""
SECRET = {"secret": True}
"""Marks a column that only the use cases may read."""
WHO, CALLED = {"person": "who"}, {"person": "called"}
"""Marks of columns about a person: `WHO` for the person's id, and `CALLED` for the person's names or own words."""


class Switches(msgspec.Struct, frozen=True):
    """A server's switches for its tables. Each field is both a column and a button in the settings."""

    stakes: bool = True
    """Whether losers owe forfeits. If not, forfeits only count within the game."""
    threads: bool = False
    """Whether each game gets a thread of its own."""
    hints: bool = True
    """Whether tables help newcomers by showing how likely a bid is."""
    pings: bool = True
    """Whether players who are slow to move are pinged."""
    quiet: bool = False
    """Whether the computer players at a new table are silent. The table's host can change that."""


def switches() -> Iterator[Column[bool]]:
    """Yield a column for each of a server's switches.

    A revision that adds a switch gives its column a server default.
    """
    return (Column(name, Boolean, nullable=False) for name in Switches.__struct_fields__)
