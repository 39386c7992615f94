"""The ids of new rows. No id is used a second time, even if the row with the highest id was deleted.

On PostgreSQL, sequences give the ids. SQLite by itself would give the id of a deleted row again if it was the highest
one. Therefore `last_ids` has the last id of each table there, and each transaction that adds a row takes the next id.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Connection, Table, bindparam, func, insert, select, text

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_GIVEN = text("SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass))")

_LAST = Upsert(db.last_ids, replaced=("id",))


def numbered() -> list[Table]:
    """Return the tables of which the database itself gives the ids."""
    return [table for table in db.metadata.sorted_tables if _key(table).autoincrement is True]


def add_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> int:
    """Store a new row of a table, and return the row's id. `values` has no id."""
    if connection.dialect.name == "sqlite":
        number = _take(connection, table, 1)
        connection.execute(insert(table).values(id=number, **values))
        return number
    key = connection.execute(insert(table).values(**values)).inserted_primary_key
    return int(key[0]) if key else 0


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store new rows of a table, each without an id."""
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        last = _take(connection, table, len(rows))
        rows = [{"id": number, **row} for number, row in enumerate(rows, last - len(rows) + 1)]
    connection.execute(insert(table), [dict(row) for row in rows])


def last_ids(connection: Connection) -> dict[str, int]:
    """Return the last id that each table has given, by the table's name. Tables that never had a row are left out."""
    noted = {row.name: row.id for row in connection.execute(select(db.last_ids))}
    found = {table.name: max(_highest(connection, table), noted.get(table.name, 0)) for table in numbered()}
    return {name: number for name, number in found.items() if number}


def continue_after(connection: Connection, last: Mapping[str, int]) -> None:
    """Let the next id of each table be higher than the id that `last` has under the name of this table."""
    if connection.dialect.name == "sqlite":
        _LAST.write(connection, sorted(last.items()))
        return
    for name, number in last.items():
        connection.execute(select(func.setval(func.pg_get_serial_sequence(name, "id"), number)))


def skip(connection: Connection, many: int) -> None:
    """Leave out `many` ids of each table that ever had a row."""
    continue_after(connection, {name: number + many for name, number in last_ids(connection).items()})


def _key(table: Table) -> Any:
    return next(iter(table.primary_key.columns))


def _highest(connection: Connection, table: Table) -> int:
    """Return the highest id that a table has, or that its sequence on PostgreSQL has given."""
    highest = connection.execute(select(func.max(_key(table)))).scalar() or 0
    if connection.dialect.name == "postgresql":
        highest = max(highest, connection.execute(_GIVEN, {"name": table.name}).scalar() or 0)
    return int(highest)


def _take(connection: Connection, table: Table, many: int) -> int:
    """Take the next `many` ids of a table on SQLite, and return the last one of them."""
    return int(connection.execute(_taking(table), {"many": many}).scalar_one())


@cache
def _taking(table: Table) -> Any:
    """Return the statement that takes ids of a table on SQLite. An older version may have added rows without it."""
    from sqlalchemy.dialects import sqlite

    last = db.last_ids.c
    many: BindParameter[int] = bindparam("many")
    highest = func.coalesce(select(func.max(_key(table))).scalar_subquery(), 0)
    taken = sqlite.insert(db.last_ids).values(name=table.name, id=highest + many)
    more = {"id": func.max(last.id, highest) + many}
    return taken.on_conflict_do_update(index_elements=[last.name], set_=more).returning(last.id)
