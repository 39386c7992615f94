"""The tables that are over: find them in the order of their ids, and delete what is no longer needed."""

from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, update

from bot.storage import schema as db
from bot.storage.kept_games import GAME_IS_UNDERSTOOD
from bot.storage.table_rows import IS_UNDERSTOOD

OVER = ("over", "closed")
"""The statuses of tables that are over."""


class TableRest(msgspec.Struct, frozen=True):
    """What a table still has: its number of events, and the end of its game if the game is kept.

    `ended` is None if the game is not kept. `has_begun` is false for a lobby. `is_understood` says whether this version
    of the bot can read the row and the kept game.
    """

    id: int
    status: str
    changed: datetime
    events: int
    has_begun: bool
    is_understood: bool
    ended: datetime | None


class Result(msgspec.Struct, frozen=True):
    """The message with the result of a game, and the annotations of its table (`Marks.meanwhile`)."""

    id: int
    message: int | None
    meanwhile: bytes


def page(connection: Connection, after: int, many: int) -> list[TableRest]:
    """Return at most `many` tables with ids above `after`, in the order of their ids."""
    it, game = db.tables.c, db.games.c
    understood = (IS_UNDERSTOOD & (game.id.is_(None) | GAME_IS_UNDERSTOOD)).label("is_understood")
    shown = (it.id, it.status, it.changed, it.seq, it.public.is_not(None), understood, game.ended)
    query = select(*shown).select_from(db.tables)
    query = query.outerjoin(db.games, game.id == it.id).where(it.id > after).order_by(it.id).limit(many)
    return [TableRest(*row) for row in connection.execute(query)]


def results(connection: Connection, tables: Collection[int]) -> list[Result]:
    """Lock those of these tables that are over, and return them with what their kept games need."""
    it = db.tables.c
    query = select(it.id, it.panel_message, it.meanwhile).where(it.id.in_(tables), it.status.in_(OVER), IS_UNDERSTOOD)
    return [Result(*row) for row in connection.execute(query.order_by(it.id).with_for_update())]


def remove_events(connection: Connection, table: int, up_to: int) -> None:
    """Delete the events of a table with numbers up to `up_to`."""
    it = db.events.c
    connection.execute(delete(db.events).where(it.table_id == table, it.seq <= up_to))


def remove(connection: Connection, tables: Collection[tuple[int, int | None, bool]]) -> None:
    """Delete the rows of tables and their events. Their kept games take over (id, message, whether it was shared).

    The row with the highest id stays. Otherwise an older version of the bot would give this id again on SQLite.
    """
    numbers, it = [number for number, _, _ in tables], db.tables.c
    if not numbers:
        return
    kept = update(db.games).where(db.games.c.id == bindparam("of_table"))
    kept = kept.values(message=bindparam("posted"), shared=bindparam("was_shared"))
    connection.execute(kept, [{"of_table": each[0], "posted": each[1], "was_shared": each[2]} for each in tables])
    connection.execute(delete(db.events).where(db.events.c.table_id.in_(numbers)))
    newest = select(func.max(it.id)).scalar_subquery()
    connection.execute(delete(db.tables).where(it.id.in_(numbers), it.id < newest))
