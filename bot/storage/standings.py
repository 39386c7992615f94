"""Boards as they are read: a page of tallies by rank, at a cost that hardly grows with how many people stand there.

Places are counted by level (`levels`): of a board there are far fewer levels than people.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from sqlalchemy import Connection, and_, func, select

from bot.storage import schema as db
from bot.storage.scopes import Scope

T, L = db.tallies.c, db.levels.c

HIDDEN = "nothing"
"""What people have chosen (`preferences.others_see`) who stand on boards without their name."""


class Standing(msgspec.Struct, frozen=True):
    """One person's amounts of one tally; `known_as` is "" for somebody never named, or who hides it."""

    user: int
    amount: int
    beside: int
    known_as: str = ""


def page(connection: Connection, guild: int, scope: int, name: str, first: int, many: int) -> list[Standing]:
    """One page of a board: `many` people from place `first` (0 is the top), the most first."""
    begins = _level_of(connection, scope, name, first)
    if begins is None:
        return []
    level, above = begins
    query = (
        select(T.user, T.amount, T.beside)
        .where(T.scope == scope, T.name == name, T.amount <= level)
        .order_by(T.amount.desc(), T.beside.desc(), T.user.desc())
        .offset(first - above)
        .limit(many)
    )
    rows = connection.execute(query).all()  # names come apart: a join would be made for those that are passed over, too
    names = _names(connection, guild, [row.user for row in rows])
    return [Standing(*row, names.get(row.user, "")) for row in rows]


def all_of(connection: Connection, guild: int, names: Collection[str]) -> Iterator[tuple[Scope, str, Standing]]:
    """Whoever stands on these boards of a server, board by board, the most first; read bit by bit."""
    scope, who = db.scopes.c, db.people.c
    query = (
        select(scope.guild, scope.place, scope.game, scope.period, T.name, T.user, T.amount, T.beside, who.name)
        .join(db.scopes, scope.id == T.scope)
        .outerjoin(db.people, and_(who.guild == scope.guild, who.id == T.user))
        .where(scope.guild == guild, T.name.in_(names))
        .order_by(scope.id, T.name, T.amount.desc(), T.beside.desc(), T.user.desc())
    )
    for row in connection.execute(query):
        yield Scope(*row[:4]), row[4], Standing(*row[5:8], row[8] or "")


def size(connection: Connection, scope: int, name: str) -> int:
    """How many people stand on a board."""
    query = select(func.sum(L.many)).where(L.scope == scope, L.name == name)
    return int(connection.execute(query).scalar() or 0)


def above(connection: Connection, scope: int, name: str, amount: int) -> int:
    """How many people have more than this: their rank is one more, which equal amounts share."""
    query = select(func.sum(L.many)).where(L.scope == scope, L.name == name, L.amount > amount)
    return int(connection.execute(query).scalar() or 0)


def place(connection: Connection, scope: int, name: str, standing: Standing) -> int:
    """At which place of the pages (0 is the top) somebody stands, with those beside them who have the same amount."""
    tied = and_(T.scope == scope, T.name == name, T.amount == standing.amount)
    before = (T.beside > standing.beside) | ((T.beside == standing.beside) & (T.user > standing.user))
    query = select(func.count()).select_from(db.tallies).where(tied, before)
    return above(connection, scope, name, standing.amount) + int(connection.execute(query).scalar() or 0)


def standing(connection: Connection, guild: int, scope: int, name: str, user: int) -> Standing | None:
    """One person's amounts, None where they do not stand on the board."""
    query = select(T.user, T.amount, T.beside).where(T.scope == scope, T.name == name, T.user == user)
    row = connection.execute(query).one_or_none()
    return Standing(*row, _names(connection, guild, [user]).get(user, "")) if row is not None else None


def _names(connection: Connection, guild: int, users: Sequence[int]) -> dict[int, str]:
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
