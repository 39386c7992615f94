"""Read numbers about the tables of a process, for the bot's metrics."""

from datetime import datetime

import msgspec
from sqlalchemy import Connection, and_, func, or_, select

from bot.storage import Condition, backup_notes
from bot.storage import schema as db
from bot.storage.table_rows import IS_LIVE, IS_UNDERSTOOD


class Vitals(msgspec.Struct, frozen=True):
    """The numbers of live tables, duties, overdue duties and changes that were not shown yet.

    `live` has the stored setup and the status of each live table. `overdue_since` and `unshown_since` are None if
    there is no overdue duty or unshown change. `backed_up` is the time of the newest backup that was noted, or None.
    """

    live: tuple[tuple[bytes, str], ...]
    duties: int
    overdue: int
    overdue_since: datetime | None
    unshown: int
    unshown_since: datetime | None
    backed_up: datetime | None


def vitals(connection: Connection, now: datetime, mine: Condition) -> Vitals:
    """Return the figures about the tables that meet the condition `mine`.

    Tables that a newer version of the bot has written are left out.
    """
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
        tuple((row.setup, row.status) for row in live),
        duties,
        overdue,
        overdue_since,
        unshown,
        unshown_since,
        backup_notes.noted(connection),
    )
