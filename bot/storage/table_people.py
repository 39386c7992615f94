"""The index of the people about whom each table has data: they sit or wait there, host it, clapped, or called.

Each write of a table's row also keeps the index up to date. The rows of earlier versions of the bot, and those that an
older process has written, are indexed in the background.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, insert, select, text, update

from bot.storage import schema as db
from bot.storage.table_rows import IS_UNDERSTOOD

IS_UNINDEXED = text(f"({db.IS_UNINDEXED})")
"""The condition that the index may lack people of a table."""


class Named(msgspec.Struct, frozen=True):
    """The columns of a table's row that name people."""

    id: int
    host: int
    seats: bytes
    waiting: bytes
    meanwhile: bytes


def write(connection: Connection, people: Mapping[int, Collection[int]]) -> None:
    """Replace the people of tables in the index. `people` has the ids of people by table."""
    connection.execute(delete(db.table_people).where(db.table_people.c.table_id.in_(people)))
    if rows := [{"table_id": table, "user": user} for table, users in people.items() for user in sorted(users)]:
        connection.execute(insert(db.table_people), rows)


def index_some(
    connection: Connection, after: int, many: int, people_of: Callable[[Named], Collection[int] | None]
) -> int | None:
    """Index at most `many` tables that are not indexed, with ids above `after`.

    `people_of` returns the people of a row, or None if the row cannot be read. Return the last id, or None if there
    are no more such tables.
    """
    it = db.tables.c
    query = select(it.id, it.host, it.seats, it.waiting, it.meanwhile).where(IS_UNINDEXED, it.id > after, IS_UNDERSTOOD)
    found = [Named(*row) for row in connection.execute(query.order_by(it.id).limit(many).with_for_update())]
    people = {row.id: users for row in found if (users := people_of(row)) is not None}
    if people:
        write(connection, people)
        done = update(db.tables).where(it.id == bindparam("of_table")).values(indexed=it.writes)
        connection.execute(done, [{"of_table": table} for table in people])
    return found[-1].id if found else None


def tables_of(user: int) -> Select[Any]:
    """Return a query for the tables that have a person in the index."""
    return select(db.table_people.c.table_id).where(db.table_people.c.user == user)
