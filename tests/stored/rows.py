"""Convert database rows to JSON values and back, and read and write a table's row as the bot does."""

import bz2
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, delete, insert, select

from bot.storage.columns import Utc
from bot.storage.event_rows import EventRow
from bot.storage.schema import metadata
from bot.storage.table_rows import MARKS, Marks, TableRow
from bot.tables import encoding
from tests.stored import Plain

PACKED = b"BZh"
"""The first bytes of a compressed value."""


def saved(connection: Connection, name: str, **where: Any) -> list[Plain]:
    """Return the rows of a database table that have these values in their columns."""
    table = metadata.tables[name]
    query = select(table).where(*(table.c[column] == value for column, value in where.items()))
    found = connection.execute(query.order_by(*table.primary_key.columns)).mappings()
    return [{column: _plain(value) for column, value in row.items()} for row in found]


def load(connection: Connection, name: str, rows: list[Plain]) -> None:
    """Insert rows with JSON values into a database table."""
    if rows:
        connection.execute(insert(metadata.tables[name]), [as_stored(name, row) for row in rows])


def as_stored(name: str, row: Plain) -> Plain:
    """Return a row's values in the types that the database driver expects."""
    table = metadata.tables[name]
    return {column: _stored(table, column, value) for column, value in row.items()}


def table_row(row: Plain) -> TableRow:
    """Return a row of `tables` as the bot reads it. Columns that the row does not have get their defaults."""
    values = as_stored("tables", row)
    marks = Marks(**{name: value for name, value in values.items() if name in MARKS})
    return TableRow(**{name: value for name, value in values.items() if name not in MARKS}, marks=marks)


def empty(connection: Connection) -> None:
    """Delete all rows of the database."""
    for table in reversed(metadata.sorted_tables):
        connection.execute(delete(table))


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case bytes():
            return {"packed": bz2.decompress(value).decode()} if value.startswith(PACKED) else value.decode()
        case _:
            return value


def _stored(table: Table, column: str, value: Any) -> Any:
    kind = table.c[column].type
    if isinstance(kind, Utc) and isinstance(value, str):
        return datetime.fromisoformat(value)
    if isinstance(kind, LargeBinary) and value is not None:
        return bz2.compress(value["packed"].encode()) if isinstance(value, dict) else value.encode()
    return value


def read_and_written(row: TableRow) -> Iterator[tuple[str, bytes | None, bytes]]:
    """Yield the name of each JSON column of a table, its stored value, and what the bot writes after reading it."""
    setup = encoding.setup(row.setup)
    yield "setup", row.setup, encoding.encode(setup)
    yield "seats", row.seats, encoding.encode(encoding.seats(row.seats))
    yield "waiting", row.waiting, encoding.encode(encoding.waiting(row.waiting))
    yield "private_news", row.marks.private_news, encoding.encode(encoding.deliveries(row.marks.private_news))
    yield "meanwhile", row.marks.meanwhile, encoding.encode(encoding.annotations(row.marks.meanwhile))
    if row.public is not None and row.hidden is not None:
        public, hidden = encoding.snapshot(encoding.game(setup.rules(), row.public, row.hidden))
        yield "public", row.public, public
        yield "hidden", row.hidden, hidden


def event_again(row: EventRow) -> EventRow:
    """Decode an event's row and return it encoded again."""
    return encoding.event_row(row.seq, encoding.event(row))
