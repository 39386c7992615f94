"""The health of a process's tables, in figures."""

from datetime import datetime

import msgspec
from sqlalchemy import Connection, and_, func, or_, select

from bot.storage import Condition
from bot.storage import schema as db
from bot.storage.table_rows import IS_LIVE, IS_UNDERSTOOD


class Vitals(msgspec.Struct, frozen=True):
    """Figures about tables: live, due and unshown.

    `live` has the stored set-up and the status of each live table; a time is None if there is nothing.
    """

    live: tuple[tuple[bytes, str], ...]
    duties: int
    overdue: int
    overdue_since: datetime | None
    unshown: int
    unshown_since: datetime | None


def vitals(connection: Connection, now: datetime, mine: Condition) -> Vitals:
    """Return the figures of those of `mine` that are live or have a duty, and that no newer version has written."""
    it = db.tables.c
    live = connection.execute(select(it.setup, it.status).where(IS_LIVE, mine, IS_UNDERSTOOD))
    has_duty = and_(it.due.is_not(None), mine, IS_UNDERSTOOD)
    duties = connection.execute(select(func.count()).where(has_duty)).scalar() or 0
    due = select(func.count(), func.min(it.due)).where(it.due <= now, mine, IS_UNDERSTOOD)
    overdue, overdue_since = connection.execute(due).one()
    is_unshown = or_(it.shown_seq < it.seq, it.panel_version.is_(None), it.panel_version < it.version)
    unshown, unshown_since = connection.execute(
        select(func.count(), func.min(it.changed)).where(has_duty, is_unshown)
    ).one()
    return Vitals(
        tuple((row.setup, row.status) for row in live), duties, overdue, overdue_since, unshown, unshown_since
    )
