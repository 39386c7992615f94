"""What is in a database: whether anything is, how much, and a sum over all of it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, inspect, select, text

from bot.storage import rows, schema
from bot.storage.columns import metadata

REVISIONS = "alembic_version"
OF_PROCESSES = tuple(
    table.name for table in (schema.marks, schema.processes, schema.shards, schema.outages, schema.identifies)
)
"""What a bot writes down of itself, before anybody has played."""
SUM = 1 << 256


class Digest:
    """How many rows there are, and the sum of what each of them hashes to: so it is the same in whatever order.

    A row hashes to what its values are, whichever way a database keeps them.
    """

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def add(self, more: Iterable[Iterable[Any]]) -> None:
        """Take in some rows, with their columns in the order of the schema."""
        for row in more:
            canonical = msgspec.msgpack.encode([_canonical(value) for value in row])
            self._sum = (self._sum + int.from_bytes(sha256(canonical).digest())) % SUM
            self.rows += 1

    def __str__(self) -> str:
        return f"{self._sum:064x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment] # it changes


def _canonical(value: Any) -> Any:
    return ("at", value.astimezone(UTC).isoformat()) if isinstance(value, datetime) else value


def tables() -> list[Table]:
    """All tables of the bot, those first that others belong to."""
    return metadata.sorted_tables


def there(connection: Connection) -> frozenset[str]:
    """The names of the tables in a database, the bot's and others'."""
    return frozenset(inspect(connection).get_table_names())


def ours(connection: Connection) -> list[str]:
    """The bot's own tables in a database, with that of its revision."""
    return sorted(there(connection) & {REVISIONS, *(table.name for table in tables())})


def foreign(connection: Connection) -> list[str]:
    """The tables of a database that this version of the bot does not know."""
    return sorted(there(connection) - {REVISIONS, *(table.name for table in tables())})


def is_empty(connection: Connection) -> bool:
    """Whether nobody has played on this database yet, nor chosen anything."""
    kept = [table for table in tables() if table.name in there(connection) and table.name not in OF_PROCESSES]
    return not any(connection.execute(select(1).select_from(table).limit(1)).first() for table in kept)


def others(connection: Connection) -> int:
    """How many other connections a PostgreSQL database has."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
    return int(connection.execute(text(query)).scalar_one())


def played(connection: Connection) -> tuple[int, int]:
    """How many tables are in play, and how many games are kept."""
    kept = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
    return len(rows.live(connection)), kept
