"""Tallies: what is counted for people on a server, and the boards that are read from it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import schema as db

MOST_AT_ONCE = 1000
"""Rows of one statement: databases take some ten thousand values at once."""

T = db.tallies.c
Each = TypeVar("Each")
SHOWS = or_(T.amount != 0, T.beside != 0)
"""Only people with something to show stand on a board."""


class Tally(msgspec.Struct, frozen=True):
    """So much more of something for a person; `beside` is counted beside it and breaks ties."""

    user: int
    name: str
    amount: int
    beside: int = 0


class Standing(msgspec.Struct, frozen=True):
    """One person's amounts of one tally; `known_as` is "" for somebody never named."""

    user: int
    amount: int
    beside: int
    known_as: str = ""


Sums = dict[tuple[str, int], tuple[int, int]]
"""Amounts and what is beside them, by name and person."""


def gather(sums: Sums, tallies: Iterable[Tally]) -> Sums:
    """Add tallies to `sums`, and give it."""
    for each in tallies:
        amount, beside = sums.get((each.name, each.user), (0, 0))
        sums[each.name, each.user] = amount + each.amount, beside + each.beside
    return sums


def add(connection: Connection, guild: int, tallies: Iterable[Tally]) -> None:
    """Count more; in one statement, whose rows are in one order, lest games of the same people deadlock."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    for some in _batched(_rows(guild, gather({}, tallies))):
        insertion = dialect.insert(db.tallies).values(some)
        more = {name: T[name] + insertion.excluded[name] for name in ("amount", "beside")}
        connection.execute(insertion.on_conflict_do_update(index_elements=["guild", "name", "user"], set_=more))


def clear(connection: Connection) -> None:
    """Begin to count anew. Until this transaction ends nobody else counts."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE tallies IN EXCLUSIVE MODE"))
    connection.execute(delete(db.tallies))


def fill(connection: Connection, sums: Mapping[int, Sums]) -> None:
    """Write what was counted anew, by server, into the empty table."""
    for guild, those in sums.items():
        for some in _batched(_rows(guild, those)):
            connection.execute(insert(db.tallies), some)


def openings(connection: Connection) -> Iterator[tuple[int, int, Tally]]:
    """The opening balances: game, server, and what it counts for."""
    it = db.openings.c
    for row in connection.execute(select(it.game, it.guild, it.user, it.name, it.amount, it.beside)):
        yield row.game, row.guild, Tally(row.user, row.name, row.amount, row.beside)


def opened(connection: Connection, game: int) -> frozenset[str]:
    """The names under which a game has opening balances: those it does not count for again."""
    return frozenset(connection.execute(select(db.openings.c.name).where(db.openings.c.game == game)).scalars())


def board(connection: Connection, guild: int, name: str, first: int, many: int) -> list[Standing]:
    """One page of a board: `many` people from place `first` (0 is the top), the most first."""
    query = (
        select(T.user, T.amount, T.beside, func.coalesce(db.people.c.name, ""))
        .outerjoin(db.people, and_(db.people.c.guild == T.guild, db.people.c.id == T.user))
        .where(T.guild == guild, T.name == name, SHOWS)
        .order_by(T.amount.desc(), T.beside.desc(), T.user)
        .offset(first)
        .limit(many)
    )
    return [Standing(*row) for row in connection.execute(query)]


def board_size(connection: Connection, guild: int, name: str) -> int:
    """How many people stand on a board."""
    return _count(connection, guild, name, SHOWS)


def rank(connection: Connection, guild: int, name: str, standing: Standing) -> int:
    """The rank of somebody with these amounts, 1 being the top: equal ones share it."""
    better = or_(T.amount > standing.amount, and_(T.amount == standing.amount, T.beside > standing.beside))
    return 1 + _count(connection, guild, name, better)


def standing(connection: Connection, guild: int, name: str, user: int) -> Standing | None:
    """One person's amounts, None where they do not stand on the board."""
    query = select(T.user, T.amount, T.beside).where(T.guild == guild, T.name == name, T.user == user, SHOWS)
    row = connection.execute(query).one_or_none()
    return Standing(*row) if row is not None else None


def _rows(guild: int, sums: Sums) -> list[dict[str, Any]]:
    """Those that say something, in the one order in which rows are taken hold of."""
    return [
        {"guild": guild, "name": name, "user": user, "amount": amount, "beside": beside}
        for (name, user), (amount, beside) in sorted(sums.items())
        if amount or beside
    ]


def _batched(rows: Iterable[Each]) -> Iterator[list[Each]]:
    left = iter(rows)
    while some := list(islice(left, MOST_AT_ONCE)):
        yield some


def _count(connection: Connection, guild: int, name: str, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(db.tallies).where(T.guild == guild, T.name == name, which)
    return connection.execute(query).scalar() or 0
