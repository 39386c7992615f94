"""Tallies: what is counted for people in a scope, and beside those that rank how many people stand on each level."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, text

from bot.storage import schema as db
from bot.storage.many import Removal, Upsert

T, L = db.tallies.c, db.levels.c
_PUT = Upsert(db.tallies, replaced=("amount", "beside"))
_LEVEL = Upsert(db.levels, added=("many",))
_DROP = Removal(db.tallies)


class Tally(msgspec.Struct, frozen=True):
    """So much more of something for a person; `beside` is counted beside it."""

    user: int
    name: str
    amount: int
    beside: int = 0


Amounts = tuple[int, int]
"""What somebody has of something, and what is beside it."""
Key = tuple[int, str, int]
"""A scope by its number, what is counted, and for whom."""
NOTHING: Amounts = (0, 0)


def held(
    connection: Connection, scopes: Collection[int], users: Collection[int], names: Collection[str] = ()
) -> dict[Key, Amounts]:
    """All that these people have in these scopes; of these names alone, where some are given."""
    if not scopes:
        return {}
    query = select(T.scope, T.name, T.user, T.amount, T.beside).where(T.scope.in_(scopes), T.user.in_(users))
    if names:
        query = query.where(T.name.in_(names))
    return {(row.scope, row.name, row.user): (row.amount, row.beside) for row in connection.execute(query)}


def of_person(connection: Connection, guild: int, user: int) -> dict[Key, Amounts]:
    """All that somebody has on a server."""
    there = select(db.scopes.c.id).where(db.scopes.c.guild == guild)
    query = select(T.scope, T.name, T.amount, T.beside).where(T.user == user, T.scope.in_(there))
    return {(row.scope, row.name, user): (row.amount, row.beside) for row in connection.execute(query)}


def write(
    connection: Connection, before: Mapping[Key, Amounts], after: Mapping[Key, Amounts], ranked: Collection[str]
) -> None:
    """Let what was as in `before` be as in `after`; a row says something, so what is nothing has none.

    For the names in `ranked` the levels go along. Hold the server meanwhile.
    """
    changed = {key: now for key, now in sorted(after.items()) if now != before.get(key, NOTHING)}
    _PUT.write(connection, [(*key, *now) for key, now in changed.items() if now != NOTHING])
    _DROP.carry_out(connection, [key for key, now in changed.items() if now == NOTHING])
    _LEVEL.write(connection, _moves(before, changed, ranked))


def clear(connection: Connection) -> None:
    """Begin to count anew. Until this transaction ends nobody else counts."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE servers IN EXCLUSIVE MODE"))
    for table in (db.tallies, db.levels, db.scopes):
        connection.execute(delete(table))


def openings(connection: Connection) -> list[Any]:
    """The opening balances: rows of game, server, preset, moment, and what it counts for."""
    it = db.openings.c
    query = select(it.game, it.guild, it.variant, it.at, it.user, it.name, it.amount, it.beside)
    return list(connection.execute(query.order_by(it.game, it.user, it.name)))


def opened(connection: Connection, game: int) -> frozenset[str]:
    """The names under which a game has opening balances: those it does not count for again."""
    return frozenset(connection.execute(select(db.openings.c.name).where(db.openings.c.game == game)).scalars())


def _moves(
    before: Mapping[Key, Amounts], changed: Mapping[Key, Amounts], ranked: Collection[str]
) -> list[tuple[int, str, int, int]]:
    """By scope, name and level how many more people stand there now, in one order for all who write."""
    moves: dict[tuple[int, str, int], int] = {}
    for (scope, name, user), now in changed.items():
        was = before.get((scope, name, user), NOTHING)
        if name in ranked:
            for amounts, step in ((was, -1), (now, 1)):
                if amounts != NOTHING:
                    level = (scope, name, amounts[0])
                    moves[level] = moves.get(level, 0) + step
    return [(*level, step) for level, step in sorted(moves.items()) if step]


def fill(connection: Connection, all_of: Mapping[Key, Amounts], ranked: Collection[str]) -> None:
    """Write what was counted anew, where nothing is."""
    _PUT.write(connection, ((*key, *amounts) for key, amounts in sorted(all_of.items()) if amounts != NOTHING))
    _LEVEL.write(connection, _moves({}, all_of, ranked))
