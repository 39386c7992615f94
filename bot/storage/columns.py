"""The parts of the database's tables: the names of constraints, our types, and the marks of columns."""

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
    """Return the options of an index of only the rows for which a condition is true.

    For PostgreSQL only the revisions have the condition: naming it here, too, would load that dialect at every start on
    SQLite.
    """
    return {"sqlite_where": text(condition)}


class Utc(TypeDecorator[datetime]):
    """A moment in UTC: aware in Python, in any database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return an aware moment as UTC; a naive one is refused, since its time zone is unknown."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the moment as an aware one again, since SQLite drops the zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


Snowflake = BigInteger
"""Discord's ids: 64 bits."""
Key = BigInteger().with_variant(Integer, "sqlite")
"""The type of keys that the database numbers; SQLite numbers INTEGER keys only."""
SECRET = {"secret": True}
"""Marks a column that only the use cases may read."""
WHO, CALLED = {"person": "who"}, {"person": "called"}
"""Marks of columns about a person: their id; and their names or own words."""


class Switches(msgspec.Struct, frozen=True):
    """A server's switches for its tables: each field is a column, and a switch that can be pressed."""

    stakes: bool = True
    """Whether forfeits are asked for and owed. If not, they only count for the game."""
    threads: bool = False
    """Whether each game gets a thread of its own."""
    hints: bool = True
    """Whether tables here help newcomers by showing how likely a bid is."""
    pings: bool = True
    """Whether players who are to move, and have not, are mentioned."""
    quiet: bool = False
    """Whether the computer players at new tables are silent; its host may change it."""


def switches() -> Iterator[Column[bool]]:
    """Yield a column for each of a server's switches; a revision that adds one gives it a server default."""
    return (Column(name, Boolean, nullable=False) for name in Switches.__struct_fields__)
