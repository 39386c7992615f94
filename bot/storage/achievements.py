"""The achievements that people have earned on a server.

Each achievement of a person is stored once, with the first game in which the person earned it.
"""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import Connection, select

from bot.storage import countings
from bot.storage import schema as db
from bot.storage.bulk import Upsert

A = db.achievements.c
_EARN = Upsert(db.achievements)
_EARN_BEFORE = Upsert(db.achievements, replaced=("game", "at"))
Key = tuple[int, int, str]
"""The number of a counting (see `countings`), the person, and the name of an achievement."""


_SHOWN = countings.is_shown(A.guild)


class Held(msgspec.Struct, frozen=True):
    """An achievement that a person has, with the game that brought it and the time of that game."""

    name: str
    game: int
    at: datetime


def add_many(connection: Connection, earned: Mapping[Key, tuple[int, datetime]], replacing: bool = False) -> None:
    """Store achievements, each with the game that brought it and the time of that game.

    Achievements that people already have do not change, unless `replacing` is true.
    """
    statement = _EARN_BEFORE if replacing else _EARN
    statement.write(connection, [(*key, *by) for key, by in sorted(earned.items())])


def by_game(connection: Connection, game: int) -> list[tuple[int, str]]:
    """Return the achievements that a game brought people for the first time, as (user, name)."""
    rows = connection.execute(select(A.user, A.name).where(A.game == game, _SHOWN).order_by(A.user, A.name))
    return [(row.user, row.name) for row in rows]


def counts(connection: Connection, game: int) -> dict[int, tuple[int, int]]:
    """Return the numbers of achievements that people had before a game and after it, by person.

    Only people who earned an achievement by the game are included. Achievements on all servers are counted, and those
    with the same name count once.
    """
    earners = select(A.user).where(A.game == game, _SHOWN)
    held: dict[int, tuple[set[str], set[str]]] = {}
    rows = connection.execute(select(A.user, A.name, A.game, A.at).where(A.user.in_(earners), _SHOWN)).all()
    ended = max((row.at for row in rows if row.game == game), default=None)
    for row in rows:
        before, now = held.setdefault(row.user, (set(), set()))
        if ended is not None and row.at <= ended:
            now.add(row.name)
            if row.game != game:
                before.add(row.name)
    return {user: (len(before), len(now)) for user, (before, now) in held.items()}


def of(connection: Connection, guild: int | None, user: int) -> list[Held]:
    """Return a person's achievements on a server, or on all servers if `guild` is None, earliest first."""
    there = _SHOWN if guild is None else A.guild == countings.shown_number(guild)
    rows = connection.execute(select(A.name, A.game, A.at).where(A.user == user, there).order_by(A.at, A.name))
    return [Held(row.name, row.game, row.at) for row in rows]


def names(connection: Connection, guild: int, user: int) -> frozenset[str]:
    """Return the names of a person's achievements on a server."""
    query = select(A.name).where(A.guild == countings.shown_number(guild), A.user == user)
    return frozenset(connection.execute(query).scalars())
