"""What servers have chosen for their tables, and people for themselves; and named house rules.

Each has a row; who has chosen nothing has none.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, literal, select, update

from bot.storage import schema as db
from bot.storage.bulk import Upsert

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
    connection.execute(Upsert(whose, replaced=changes).statement(connection), {_key(whose): key, **row, **changes})


def forget(connection: Connection, whose: Table, key: int) -> None:
    """Nothing is chosen any more."""
    connection.execute(delete(whose).where(whose.c[_key(whose)] == key))


def replays(connection: Connection) -> dict[int, int]:
    """By server for how many months it keeps replays; those that keep them for good are left out."""
    it = SERVERS.c
    query = select(it.guild, it.replays).where(it.replays.is_not(None))
    return {row.guild: row.replays for row in connection.execute(query)}


class SeatPreferences(msgspec.Struct, frozen=True):
    """What somebody brings whenever they sit down: lucky words ("" for none), and how their dice look."""

    lucky: str = ""
    dice: str = ""


def seat_preferences(connection: Connection, users: Collection[int]) -> dict[int, SeatPreferences]:
    """What each of these people brings."""
    it = PEOPLE.c
    found = connection.execute(select(it.user, it.lucky, it.dice).where(it.user.in_(users)))
    return dict.fromkeys(users, SeatPreferences()) | {row.user: SeatPreferences(row.lucky, row.dice) for row in found}


def dm_styles(connection: Connection, users: Collection[int]) -> dict[int, str]:
    """How these people want to be told by DM; who has chosen nothing is left out."""
    it = PEOPLE.c
    return {row.user: row.dms for row in connection.execute(select(it.user, it.dms).where(it.user.in_(users)))}


class Totals(msgspec.Struct, frozen=True):
    """In how many games that are kept somebody sat, and how many different achievements they have on all servers."""

    games: int
    achievements: int


def totals(connection: Connection, users: Collection[int], most: int) -> dict[int, Totals]:
    """What these people come to; `most` games for `most` or more.

    One statement, which looks at so many rows of a person's games and no further.
    """
    wanted, seats, held = sorted(set(users)), db.players.c, db.achievements.c
    if not wanted:
        return {}
    counts = []
    for user in wanted:
        some = select(literal(1)).where(seats.user == user).limit(most).subquery()
        counts.append(select(func.count()).select_from(some).scalar_subquery())
        counts.append(select(func.count(held.name.distinct())).where(held.user == user).scalar_subquery())
    found = list(connection.execute(select(*counts)).one())
    return {user: Totals(*found[2 * at : 2 * at + 2]) for at, user in enumerate(wanted)}


def _key(whose: Table) -> str:
    (key,) = whose.primary_key
    return key.name


_RULES = db.named_rules.c


def kept_rules(connection: Connection, guild: int) -> list[Row]:
    """All that a server keeps, by name."""
    query = select(db.named_rules).where(_RULES.guild == guild).order_by(_RULES.key)
    return [dict(row) for row in connection.execute(query).mappings()]


def rules_by_id(connection: Connection, guild: int, number: int) -> Row | None:
    """One of them; None where there is none of that number on this server."""
    return _rules_where(connection, _RULES.guild == guild, _RULES.id == number)


def rules_by_key(connection: Connection, guild: int, key: str) -> Row | None:
    """The one of that name, as names are compared."""
    return _rules_where(connection, _RULES.guild == guild, _RULES.key == key)


def count_rules(connection: Connection, guild: int) -> int:
    """How many a server keeps."""
    return connection.execute(select(func.count()).where(_RULES.guild == guild)).scalar_one()


def add_rules(connection: Connection, row: Row) -> None:
    """Keep another one."""
    connection.execute(insert(db.named_rules).values(dict(row)))


def change_rules(connection: Connection, number: int, row: Row) -> None:
    """Keep something else by that name."""
    connection.execute(update(db.named_rules).where(_RULES.id == number).values(dict(row)))


def forget_rules(connection: Connection, guild: int, number: int) -> None:
    """Keep it no more."""
    connection.execute(delete(db.named_rules).where(_RULES.guild == guild, _RULES.id == number))


def _rules_where(connection: Connection, *which: Any) -> Row | None:
    found = connection.execute(select(db.named_rules).where(*which)).mappings().one_or_none()
    return dict(found) if found is not None else None
