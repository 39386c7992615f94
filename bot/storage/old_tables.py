"""The tables that are over: find them in the order of their ids, and delete what is no longer needed."""

from collections.abc import Collection
from datetime import datetime

import msgspec
from sqlalchemy import Connection, delete, select

from bot.storage import schema as db
from bot.storage.kept_games import GAME_IS_UNDERSTOOD
from bot.storage.table_rows import IS_UNDERSTOOD


class TableRest(msgspec.Struct, frozen=True):
    """What a table still has: its number of events, and the end of its game if the game is kept.

    `ended` is None if the game is not kept. `is_understood` says whether this version of the bot can read the row and
    the kept game.
    """

    id: int
    status: str
    changed: datetime
    events: int
    is_understood: bool
    ended: datetime | None


def page(connection: Connection, after: int, many: int) -> list[TableRest]:
    """Return at most `many` tables with ids above `after`, in the order of their ids."""
    it, game = db.tables.c, db.games.c
    understood = (IS_UNDERSTOOD & (game.id.is_(None) | GAME_IS_UNDERSTOOD)).label("is_understood")
    query = select(it.id, it.status, it.changed, it.seq, understood, game.ended).select_from(db.tables)
    query = query.outerjoin(db.games, game.id == it.id).where(it.id > after).order_by(it.id).limit(many)
    return [TableRest(*row) for row in connection.execute(query)]


def delete_events(connection: Connection, tables: Collection[int]) -> None:
    """Delete the events of these tables."""
    connection.execute(delete(db.events).where(db.events.c.table_id.in_(tables)))
