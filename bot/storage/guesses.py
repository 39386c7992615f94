"""People's guesses at showdowns: whether the bid is true. Each row also says whether the guess was right."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, case, delete, func, select

from bot.storage import schema as db
from bot.storage.bulk import Upsert

_G = db.guesses.c
_GUESS = Upsert(db.guesses, replaced=("name", "is_true", "is_right", "at"))


class GuessRow(msgspec.Struct, frozen=True):
    """One person's guess at the showdown of a round."""

    table_id: int
    round: int
    user: int
    guild: int
    name: str
    is_true: bool
    is_right: bool
    at: datetime


class Eye(msgspec.Struct, frozen=True):
    """A person's guesses at some tables: the number of right ones, and of all of them."""

    user: int
    name: str
    right: int
    guesses: int


def keep(connection: Connection, guess: GuessRow) -> None:
    """Store a guess. It replaces an earlier guess of the same person at the same showdown."""
    _GUESS.write(connection, [msgspec.structs.astuple(guess)])


def right(connection: Connection, table_id: int, round: int) -> list[tuple[int, str]]:  # noqa: A002
    """Return the people who guessed right in a round, as (id, name), in the order of their guesses."""
    query = select(_G.user, _G.name).where(_G.table_id == table_id, _G.round == round, _G.is_right)
    return [(row.user, row.name) for row in connection.execute(query.order_by(_G.at, _G.user))]


def eyes(connection: Connection, tables: Sequence[int]) -> list[Eye]:
    """Return the people who guessed at these tables, with their numbers of guesses. They are in no order."""
    hits, name = func.sum(case((_G.is_right, 1), else_=0)), func.max(_G.name)
    query = select(_G.user, name, hits, func.count()).where(_G.table_id.in_(tables)).group_by(_G.user)
    return [Eye(user, called, int(hit), int(many)) for user, called, hit, many in connection.execute(query)]


def of_person(connection: Connection, tables: Sequence[int], user: int) -> list[tuple[int, int, bool]]:
    """Return a person's guesses at these tables, as (table, round, whether it was right)."""
    query = select(_G.table_id, _G.round, _G.is_right).where(_G.table_id.in_(tables), _G.user == user)
    return [(row.table_id, row.round, row.is_right) for row in connection.execute(query)]


def prune(connection: Connection, before: datetime) -> None:
    """Delete the guesses from before a point in time."""
    connection.execute(delete(db.guesses).where(_G.at < before))
