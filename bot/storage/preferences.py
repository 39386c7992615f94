"""What servers have chosen for their tables, and people for themselves: a row each, none where nothing is chosen."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Table, delete, func, literal, select

from bot.storage import schema as db
from bot.storage.rows import upsert

Row = Mapping[str, Any]
"""Every choice by the name of its column; without the key."""

SERVERS, PEOPLE = db.server_settings, db.preferences
"""Whose choices they are."""


def chosen(connection: Connection, whose: Table, keys: Collection[int]) -> dict[int, Row]:
    """What these servers or people have chosen, in one read; who has chosen nothing is left out."""
    (key,) = whose.primary_key
    found = connection.execute(select(whose).where(key.in_(keys))).mappings()
    return {row[key]: {str(name): row[name] for name in row if name != key.name} for row in found}


def choose(connection: Connection, whose: Table, key: int, row: Row, changes: Row) -> None:
    """Keep `changes`; for whoever has chosen nothing yet the whole `row`. Two who change at once lose nothing."""
    upsert(connection, whose, {_key(whose): key}, dict(row), dict(changes))


def forget(connection: Connection, whose: Table, key: int) -> None:
    """Nothing is chosen any more."""
    connection.execute(delete(whose).where(whose.c[_key(whose)] == key))


def replays(connection: Connection) -> dict[int, int]:
    """By server for how many months it keeps replays; those that keep them for good are left out."""
    it = SERVERS.c
    query = select(it.guild, it.replays).where(it.replays.is_not(None))
    return {row.guild: row.replays for row in connection.execute(query)}


def lucky_words(connection: Connection, users: Collection[int]) -> dict[int, str]:
    """The lucky words that these people keep; who keeps none is left out."""
    it = PEOPLE.c
    query = select(it.user, it.lucky).where(it.user.in_(users), it.lucky != "")
    return {row.user: row.lucky for row in connection.execute(query)}


def dm_styles(connection: Connection, users: Collection[int]) -> dict[int, str]:
    """How these people want to be told by DM; who has chosen nothing is left out."""
    it = PEOPLE.c
    return {row.user: row.dms for row in connection.execute(select(it.user, it.dms).where(it.user.in_(users)))}


def games_played(connection: Connection, users: Collection[int], most: int) -> dict[int, int]:
    """In how many games that are kept each of these people sat; `most` for `most` or more.

    One statement, which looks at so many rows of a person and no further.
    """
    wanted = sorted(set(users))
    if not wanted:
        return {}
    some = [select(literal(1)).where(db.players.c.user == user).limit(most).subquery() for user in wanted]
    counts = [select(func.count()).select_from(rows).scalar_subquery() for rows in some]
    return dict(zip(wanted, connection.execute(select(*counts)).one(), strict=True))


def _key(whose: Table) -> str:
    (key,) = whose.primary_key
    return key.name
