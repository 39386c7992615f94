"""The people who have left a server, as far as Discord was asked about them. Boards and debts leave them out.

The mark is in `people`, beside the person's name: when Discord was last asked (`asked`), and since when the person has
not been found (`gone`, NULL for people who were found). Figures do not depend on it.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, func, literal, or_, select, update

from bot.storage import schema as db
from bot.storage.columns import Utc

P = db.people.c

NEXT = 50
"""The number of rows below a page whose people Discord is asked about together with those on the page."""


class Near(msgspec.Struct, frozen=True):
    """The people on a page of a board or of debts, and the people in its rows and the next rows.

    The people in `rows` include people who have left the server, so that they are found when they come back.
    """

    here: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()


def left(guild: int | ColumnElement[int]) -> Select[Any]:
    """Return the query for the ids of the people who have left a server."""
    return select(P.id).where(P.guild == guild, P.gone.is_not(None))


def has_left(guild: int, who: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the person in the column `who` has left a server. It looks up one row."""
    return left(guild).where(P.id == who).exists()


def all_have_left(guild: int, debtor: ColumnElement[int], creditor: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that nobody is left on a server who could settle a debt.

    Both people have left or were forgotten, and at least one of them has left. A debt to the whole table has no
    creditor. The people who have left are read once for the whole statement.
    """
    these = select(left(guild).cte("these").c.id)
    nobody = or_(creditor.is_(None), creditor < 0, creditor.in_(these))
    return or_(and_(debtor.in_(these), nobody), and_(debtor < 0, creditor.in_(these)))


def those_who_left(connection: Connection, guild: int) -> frozenset[int]:
    """Return the people who have left a server."""
    return frozenset(connection.execute(left(guild)).scalars())


def not_asked_about(connection: Connection, guild: int, users: Collection[int], since: datetime) -> frozenset[int]:
    """Return those of these people about whom Discord was not asked since the time `since`."""
    before = or_(P.asked.is_(None), P.asked <= since)
    return frozenset(connection.execute(select(P.id).where(P.guild == guild, P.id.in_(users), before)).scalars())


def note(connection: Connection, guild: int, found: Collection[int], missing: Collection[int], at: datetime) -> None:
    """Record Discord's answer about some people, of whom it `found` some on the server and did not find the others."""
    for users, gone in ((found, None), (missing, func.coalesce(P.gone, literal(at, Utc)))):
        if users:
            these = update(db.people).where(P.guild == guild, P.id.in_(users))
            connection.execute(these.values(asked=at, gone=gone))


def is_back(connection: Connection, guild: int, user: int) -> None:
    """Record that a person is on the server."""
    connection.execute(update(db.people).where(P.guild == guild, P.id == user).values(gone=None))
