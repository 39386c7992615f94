"""Gives tables back the time that they lost in outages.

An outage is recorded once for all tables, when it is over. Each table's row stores the number of the last outage that
was taken into account. The times in the row are corrected when the table is next loaded or taken from the cache.

If the system clock is set back, this counts as an outage that ends before it begins. Times that were written by the
old clock are then moved back as well. Otherwise every duty would be late by the difference.
"""

from datetime import datetime, timedelta

from bot.sharing import Outage, Outages
from bot.tables.table import Table

WORTH_AN_EDIT = timedelta(seconds=5)
"""A panel is shown again only if its deadline has moved by at least this much."""


def put_right(table: Table, outages: Outages) -> None:
    """Give a table back the time of all outages that were not taken into account yet."""
    marks = table.row.marks
    for outage in outages.unknown_to(table.row.guild, marks.outage):
        give_back(table, outage)
    marks.outage = max(outages.newest, marks.outage)


def give_back(table: Table, outage: Outage) -> None:
    """Move a table's times by the length of this outage.

    The time at which something started moves only by the part of the outage that came after it.
    """
    marks, before = table.row.marks, table.deadline()
    lost = outage.resumed - outage.lost_from
    if lost < timedelta():
        marks.changed, marks.not_before = (
            _later(marks.changed, outage) or marks.changed,
            _later(marks.not_before, outage),
        )
    marks.since = _later(marks.since, outage)
    marks.ends_at = marks.ends_at + lost if marks.ends_at is not None else None
    held = table.annotations.held_until
    table.annotate(
        held_until=held + lost if held is not None and held > min(outage.lost_from, outage.resumed) else held,
        computers_since=_later(table.annotations.computers_since, outage),
    )
    after = table.deadline()
    if (
        before is not None
        and after is not None
        and abs(after - before) >= WORTH_AN_EDIT
        and marks.panel_version is not None
    ):
        marks.panel_version = table.row.version - 1


def _later(moment: datetime | None, outage: Outage) -> datetime | None:
    """Return the time at which something started, moved later by the part of the outage that came after it.

    If the clock was set back, a time after the outage's end is moved earlier, and other times stay.
    """
    if moment is None:
        return None
    if outage.resumed < outage.lost_from:
        return moment - (outage.lost_from - outage.resumed) if moment > outage.resumed else moment
    if moment >= outage.resumed:
        return moment
    return moment + (outage.resumed - max(outage.lost_from, moment))
