"""The rows of tables, the requests that were carried out, and the tables whose next duty is due."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import (
    Connection,
    Update,
    bindparam,
    case,
    delete,
    insert,
    or_,
    select,
    text,
    update,
)

from bot.storage import Condition, ids
from bot.storage import schema as db
from bot.storage.bulk import Upsert

IS_LIVE = text("tables.status IN ('lobby', 'playing')")
"""The condition that a table is live. SQLite uses the index of live tables only if a query has these exact words."""

FORM, LEAST_FORM = 3, 2
"""The newest form of a table's row and events that this version of the bot can read, and the lowest that it writes.

Raise `FORM` when you store something that this version would misread or drop. Older versions then do not touch the row.
A row has the lowest form that says everything in it (`encoding.form`), so that older versions go on with other tables.
"""

IS_UNDERSTOOD: Condition = db.tables.c.form <= FORM
"""The condition that this version of the bot can read a table's row."""


class Marks(msgspec.Struct):
    """The annotations of a table: what was shown and sent, the table's times, and its next duty.

    They are read and written as a whole. Writing them does not change the table's version.
    """

    changed: datetime
    shown_seq: int = 0
    private_news: bytes = b"{}"
    panel_channel: int | None = None
    panel_message: int | None = None
    panel_version: int | None = None
    told_from: int | None = None
    meanwhile: bytes = b"{}"
    since: datetime | None = None
    ends_at: datetime | None = None
    outage: int = 0
    quiet: bool = False
    due: datetime | None = None
    tries: int = 0
    not_before: datetime | None = None


class TableRow(msgspec.Struct):
    """One row of `tables`. The repr of a row does not contain secrets.

    `writes` counts the writes to the row. `indexed` is that number when its people were last written to `table_people`.
    """

    guild: int
    channel: int
    guild_name: str
    channel_name: str
    host: int
    host_name: str
    status: str
    setup: bytes
    seats: bytes
    commitment: str
    seed: str
    marks: Marks
    id: int = 0
    number: int = 1
    version: int = 1
    writes: int = 0
    public: bytes | None = None
    hidden: bytes | None = None
    seq: int = 0
    waiting: bytes = b"[]"
    ended_by: str = ""
    parent: int | None = None
    private: bool | None = None
    form: int = FORM
    indexed: int | None = None

    @property
    def is_newer(self) -> bool:
        """Return whether a newer version of the bot has written the row."""
        return self.form > FORM

    def __repr__(self) -> str:
        return f"TableRow(id={self.id}, status={self.status}, version={self.version})"


MARKS = Marks.__struct_fields__

OF_THE_GAME = tuple(name for name in TableRow.__struct_fields__ if name != "marks")

# Every move needs these statements. They are built once, because building them takes longer than running them.
_WHOLE = select(*(db.tables.c[name] for name in (*OF_THE_GAME, *MARKS)))

_TABLE = _WHOLE.where(db.tables.c.id == bindparam("wanted"))

_TABLE_LOCKED = _TABLE.with_for_update()

_AS_LOADED = (db.tables.c.id == bindparam("was_id"), db.tables.c.writes == bindparam("was_writes"), IS_UNDERSTOOD)

_SAVE = (
    update(db.tables)
    .where(*_AS_LOADED, db.tables.c.version == bindparam("was_version"))
    .values({name: bindparam(name) for name in (*OF_THE_GAME, *MARKS) if name != "id"})
)

_MARK = (
    update(db.tables)
    .where(*_AS_LOADED)
    .values({name: bindparam(name) for name in ("writes", "form", "indexed", *MARKS)})
)

_ANSWERED = select(db.answers.c.table_id).where(db.answers.c.key == bindparam("asked"))

_ANSWER = Upsert(db.answers)


class StaleTable(Exception):  # noqa: N818 - the name says what happened
    """Raised if a table was written to since it was loaded, perhaps by a newer version of the bot."""


def _row(found: Sequence[Any]) -> TableRow:
    """Return a row, made from the values of its columns in the order of `_WHOLE`."""
    of_the_game = dict(zip(OF_THE_GAME, found, strict=False))
    return TableRow(**of_the_game, marks=Marks(*found[len(OF_THE_GAME) :]))


def table(connection: Connection, table_id: int, lock: bool = False) -> TableRow | None:
    """Return the table with this id, or None. With `lock`, the row stays locked until the transaction ends."""
    row = connection.execute(_TABLE_LOCKED if lock else _TABLE, {"wanted": table_id}).one_or_none()
    return _row(row) if row is not None else None


def live_table(connection: Connection, channel: int) -> TableRow | None:
    """Return the lobby or running game in a channel, or None."""
    row = connection.execute(_WHOLE.where(db.tables.c.channel == channel, IS_LIVE)).one_or_none()
    return _row(row) if row is not None else None


def tables_of(connection: Connection, user: int) -> list[TableRow]:
    """Return the live tables at which a person sits, newest first."""
    query = (
        _WHOLE.join(db.seated, db.seated.c.table_id == db.tables.c.id)
        .where(db.seated.c.user == user, IS_LIVE)
        .order_by(db.tables.c.id.desc())
    )
    return [_row(row) for row in connection.execute(query)]


def tables_of_host(connection: Connection, user: int) -> list[TableRow]:
    """Return the live tables of which a person is the host."""
    return [_row(row) for row in connection.execute(_WHOLE.where(db.tables.c.host == user, IS_LIVE))]


def due(connection: Connection, until: datetime, mine: Condition) -> list[tuple[int, datetime]]:
    """Return the tables whose next duty is due by `until`, as (id, time), the most overdue first.

    `mine` is the condition that a table belongs to this process.
    """
    it = db.tables.c
    query = select(it.id, it.due).where(it.due <= until, mine, IS_UNDERSTOOD).order_by(it.due)
    return [(row.id, row.due) for row in connection.execute(query)]


def put_off(connection: Connection, table_id: int, tries: int, until: datetime | None) -> None:
    """Postpone a table's next duty to the time `until`. If `until` is None, the duty is not tried again.

    This works for unreadable rows, too.
    """
    patch_table(connection, table_id, tries=tries, not_before=until, due=until)


def try_again(connection: Connection, mine: Condition, now: datetime) -> None:
    """Make the failed duties of live tables due again, also those that were given up, with full time for everybody.

    Only tables that meet the condition `mine` are changed. An older version may have tried, which cannot read the row.
    """
    it = db.tables.c
    failed = update(db.tables).where(it.tries > 0, mine, IS_LIVE, IS_UNDERSTOOD)
    fresh = {"tries": 0, "not_before": None, "since": None, "due": now, "panel_version": it.version - 1}
    connection.execute(failed.values(fresh | _one_more_write()))


def tries(connection: Connection, table_id: int) -> int:
    """Return how many times in a row a table's duty has failed."""
    return connection.execute(select(db.tables.c.tries).where(db.tables.c.id == table_id)).scalar() or 0


def behind(connection: Connection, outage: int, mine: Condition, after: int, many: int) -> list[TableRow]:
    """Lock and return tables that have a duty and have not yet got back the time of outage number `outage`.

    At most `many` tables are returned. They meet the condition `mine`, and their ids are above `after`.
    """
    it = db.tables.c
    query = _WHOLE.where(it.due.is_not(None), it.outage < outage, it.id > after, mine, IS_UNDERSTOOD)
    return [_row(row) for row in connection.execute(query.order_by(it.id).limit(many).with_for_update())]


def live(connection: Connection) -> list[int]:
    """Return the ids of all lobbies and running games, except those that a newer version of the bot has written."""
    return list(connection.execute(select(db.tables.c.id).where(IS_LIVE, IS_UNDERSTOOD)).scalars())


def live_in(connection: Connection, guild: int, channel: int) -> list[int]:
    """Return the ids of the live tables in a channel of a server and in its threads."""
    it = db.tables.c
    here = or_(it.channel == channel, it.parent == channel)
    return list(connection.execute(select(it.id).where(it.guild == guild, here, IS_LIVE, IS_UNDERSTOOD)).scalars())


def lobbies(connection: Connection, mine: Condition) -> list[tuple[int, bytes]]:
    """Return the ids of lobbies that meet the condition `mine`, each with the row's `meanwhile`.

    Lobbies that a newer version of the bot has written are left out.
    """
    it = db.tables.c
    query = select(it.id, it.meanwhile).where(mine, it.status == "lobby", IS_LIVE, IS_UNDERSTOOD)
    return [(row.id, row.meanwhile) for row in connection.execute(query)]


def live_places(connection: Connection, mine: Condition) -> list[tuple[int, int, datetime]]:
    """Return the places of live tables that meet the condition `mine`, as (server, channel, last change)."""
    it = db.tables.c
    query = select(it.guild, it.channel, it.changed).where(mine, IS_LIVE, IS_UNDERSTOOD)
    return [(row.guild, row.channel, row.changed) for row in connection.execute(query)]


def insert_table(connection: Connection, row: TableRow) -> int:
    """Store the row of a new table, and return the table's id."""
    values = {name: value for name, value in columns(row).items() if name != "id"}
    return ids.add_row(connection, db.tables, values)


def save_table(connection: Connection, row: TableRow, was_version: int, was_writes: int) -> None:
    """Store a table that had version `was_version` and `was_writes` writes when it was loaded.

    Raises `StaleTable` if the table was written to since then.
    """
    row.writes = was_writes + 1
    _write(connection, _SAVE, {**columns(row), "was_version": was_version}, row.id, was_writes)


def save_marks(connection: Connection, row: TableRow, was_writes: int) -> None:
    """Store the annotations of a table that had `was_writes` writes when it was loaded.

    The table's version does not change.

    Raises `StaleTable` if the table was written to since then.
    """
    _write(connection, _MARK, _marked(row, was_writes), row.id, was_writes)


def save_marks_of_all(connection: Connection, rows: Sequence[TableRow]) -> None:
    """Store the annotations of several tables. This transaction must have locked their rows."""
    values = [{"was_id": row.id, "was_writes": row.writes, **_marked(row, row.writes)} for row in rows]
    if values:
        connection.execute(_MARK, values)


def _marked(row: TableRow, was_writes: int) -> dict[str, Any]:
    """Count a write of a row's annotations, and return the values to store. The people of the row stay as they are."""
    is_indexed = row.indexed == was_writes
    row.writes, row.form = was_writes + 1, max(row.form, LEAST_FORM)
    row.indexed = row.writes if is_indexed else row.indexed
    return {"writes": row.writes, "form": row.form, "indexed": row.indexed, **asdict(row.marks)}


def _write(connection: Connection, statement: Update, values: dict[str, Any], table_id: int, was_writes: int) -> None:
    if connection.execute(statement, {**values, "was_id": table_id, "was_writes": was_writes}).rowcount != 1:
        raise StaleTable


def columns(row: TableRow) -> dict[str, Any]:
    """Return the values of a row, by column name."""
    return {**{name: getattr(row, name) for name in OF_THE_GAME}, **asdict(row.marks)}


def patch_table(connection: Connection, table_id: int, **values: Any) -> bool:
    """Set columns of a table without loading it. The table's version does not change.

    If `values` add a person to the table, write the people of the table to `table_people`, too. Return False if the
    table does not exist, or if a newer version of the bot has written it.
    """
    patch = update(db.tables).where(db.tables.c.id == table_id, IS_UNDERSTOOD).values(values | _one_more_write())
    return connection.execute(patch).rowcount == 1


def _one_more_write() -> dict[str, Any]:
    """Return the columns that count a write to a row which was not loaded. Its people stay indexed."""
    it = db.tables.c
    indexed = case((it.indexed == it.writes, it.writes + 1), else_=it.indexed)
    form = case((it.form < LEAST_FORM, LEAST_FORM), else_=it.form)
    return {"writes": it.writes + 1, "form": form, "indexed": indexed}


def seat_people(connection: Connection, table_id: int, users: Iterable[int]) -> None:
    """Store `users` as the people at a table, replacing those stored before."""
    connection.execute(delete(db.seated).where(db.seated.c.table_id == table_id))
    if rows := [{"table_id": table_id, "user": user} for user in sorted(set(users))]:
        connection.execute(insert(db.seated), rows)


def answered(connection: Connection, key: str) -> int | None:
    """Return the id of the table for which the request `key` was carried out, or None."""
    return connection.execute(_ANSWERED, {"asked": key}).scalar()


def answer(connection: Connection, key: str, table_id: int | None, at: datetime) -> bool:
    """Record that the request `key` is being carried out. Return False if it was carried out before.

    `table_id` is the request's table, or None if it is not known yet. If a request is delivered twice, the second
    delivery waits here until the first is done.
    """
    return connection.execute(_ANSWER.statement(connection), {"key": key, "table_id": table_id, "at": at}).rowcount == 1


def answer_with(connection: Connection, key: str, table_id: int) -> None:
    """Record the table for which the request `key` was carried out."""
    connection.execute(update(db.answers).where(db.answers.c.key == key).values(table_id=table_id))


def setups_of_live(connection: Connection, guild: int) -> list[bytes] | None:
    """Return the stored set-ups of the live tables of a server.

    Return None if a newer version of the bot has written one of these tables.
    """
    query = select(db.tables.c.setup, db.tables.c.form).where(db.tables.c.guild == guild, IS_LIVE)
    rows = connection.execute(query).all()
    return [row.setup for row in rows] if all(row.form <= FORM for row in rows) else None
