"""Boards as they are read: a page of tallies by rank, at a cost that hardly grows with how many people stand there.

Places are counted by level (`levels`): of a board there are far fewer levels than people.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from sqlalchemy import Connection, and_, func, select, tuple_

from bot.storage import schema as db
from bot.storage.scopes import Scope

T, L = db.tallies.c, db.levels.c

HIDDEN = "nothing"
"""What people have chosen (`preferences.others_see`) who stand on boards without their name."""


class Standing(msgspec.Struct, frozen=True):
    """One person's amounts of one tally."""

    user: int
    amount: int
    beside: int


def page(connection: Connection, scope: int, name: str, first: int, many: int) -> tuple[list[Standing], int]:
    """One page of a board: `many` people from place `first` (0 is the top), the most first.

    And how many people have more than the first of them. Names come apart: a join would be made for those that are
    passed over, too.
    """
    query = select(T.user, T.amount, T.beside).where(T.scope == scope, T.name == name)
    query = query.order_by(T.amount.desc(), T.beside.desc(), T.user.desc()).limit(many)
    above = 0
    if first:
        begins = _level_of(connection, scope, name, first)
        if begins is None:
            return [], 0
        level, above = begins
        query = query.where(T.amount <= level).offset(first - above)
    return [Standing(*row) for row in connection.execute(query)], above


def all_of(connection: Connection, guild: int, names: Collection[str]) -> Iterator[tuple[Scope, str, Standing, str]]:
    """Whoever stands on these boards of a server, board by board, the most first; read bit by bit.

    With the name that they were last seen under, "" for somebody never named.
    """
    scope, who = db.scopes.c, db.people.c
    query = (
        select(scope.guild, scope.place, scope.game, scope.period, T.name, T.user, T.amount, T.beside, who.name)
        .join(db.scopes, scope.id == T.scope)
        .outerjoin(db.people, and_(who.guild == scope.guild, who.id == T.user))
        .where(scope.guild == guild, T.name.in_(names))
        .order_by(scope.id, T.name, T.amount.desc(), T.beside.desc(), T.user.desc())
    )
    for row in connection.execute(query):
        yield Scope(*row[:4]), row[4], Standing(*row[5:8]), row[8] or ""


def size(connection: Connection, scope: int, name: str) -> int:
    """How many people stand on a board."""
    query = select(func.sum(L.many)).where(L.scope == scope, L.name == name)
    return int(connection.execute(query).scalar() or 0)


def before(connection: Connection, scope: int, name: str, standing: Standing) -> tuple[int, int]:
    """How many people have more than somebody, whose rank is one more, shared by equals; and how many stand above them.

    Those beside them who have the same amount are in the second alone: it is their place on the pages (0 is the top).
    """
    more = select(func.sum(L.many)).where(L.scope == scope, L.name == name, L.amount > standing.amount)
    tied = and_(T.scope == scope, T.name == name, T.amount == standing.amount)
    first = tuple_(T.beside, T.user) > tuple_(standing.beside, standing.user)  # a range of the index, as an OR is not
    among = select(func.count()).select_from(db.tallies).where(tied, first)
    row = connection.execute(select(more.scalar_subquery(), among.scalar_subquery())).one()
    above = int(row[0] or 0)
    return above, above + row[1]


def standing(connection: Connection, scope: int, name: str, user: int) -> Standing | None:
    """One person's amounts, None where they do not stand on the board."""
    query = select(T.user, T.amount, T.beside).where(T.scope == scope, T.name == name, T.user == user)
    row = connection.execute(query).one_or_none()
    return Standing(*row) if row is not None else None


def names(connection: Connection, guild: int, users: Sequence[int]) -> dict[int, str]:
    """The names of people as last seen on a server, but for those who hide them."""
    people, chosen = db.people.c, db.preferences.c
    query = (
        select(people.id, people.name)
        .outerjoin(db.preferences, chosen.user == people.id)
        .where(people.guild == guild, people.id.in_(users), func.coalesce(chosen.others_see, "") != HIDDEN)
    )
    return {row.id: row.name for row in connection.execute(query)}


def _level_of(connection: Connection, scope: int, name: str, first: int) -> tuple[int, int] | None:
    """The level on which place `first` stands, and how many stand above that level."""
    through = func.sum(L.many).over(order_by=L.amount.desc())
    levels = select(L.amount, L.many, through.label("through")).where(L.scope == scope, L.name == name).subquery()
    query = select(levels).where(levels.c.through > first).order_by(levels.c.amount.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return (row.amount, int(row.through) - row.many) if row is not None else None
