"""Read everything that the bot keeps about a person, a few rows at a time, and each statement by an index.

`personal` has the lists of the tables with rows about people.
"""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, LargeBinary, Row, Select, Table, func, literal, or_, select, tuple_
from sqlalchemy.util import await_only

from bot.storage import countings, table_people
from bot.storage import schema as db
from bot.storage.columns import WHO
from bot.storage.personal import DROPPED, FIGURES, RENAMED, Rows, columns, names
from engine.core.events import FORM

AT_ONCE = 200
"""The rows that are read before other people's presses get their turn."""

PAGE = 1000
"""The most rows that `some_rows` returns."""

TALLIES = db.tallies.name

SECTIONS = (*(table.name for table in (*DROPPED, *RENAMED) if table is not db.players), TALLIES)
"""The names of the tables that `some_rows` reads."""


class Place(msgspec.Struct, frozen=True):
    """A place among the rows about a person: the number of the column that names them, and the last row's key."""

    column: int = 0
    key: tuple[Any, ...] = ()


class Tables(msgspec.Struct, frozen=True):
    """The ids of tables by server, in order, and the newest form of their rows."""

    on: dict[int, list[int]]
    form: int


def some_rows(connection: Connection, section: str, user: int, after: Place) -> tuple[Rows, Place | None]:
    """Return the next rows about a person in the table `section`, without secrets and snapshots.

    Also return the place that was reached, or None at the end. In the rows of forfeits and meetings, a name replaces
    the id of another person. It is the name that this person had in a game with the first person. In forfeits, and in
    the rows of people who were put out of a table, it may also be the last known name. A name that is not kept is "".
    """
    if section == TALLIES:
        return _tallies(connection, user, after)
    table = db.metadata.tables[section]
    rows, reached = _some_rows(connection, table, user, after)
    if table in FIGURES:
        rows = _shown(connection, rows)
    if table is db.forfeits:
        _name_in_forfeits(connection, rows, user)
    if table is db.meetings:
        _name_in_meetings(connection, rows, user)
    if table is db.put_out:
        _name_last_known(connection, rows, user, ("host", "user"))
    return rows, reached


def tables_with(connection: Connection, user: int) -> Tables:
    """Return the tables, old and live, that have data about a person.

    Rows that are not indexed yet are all searched. Then the index of people finds the others. Run this as a read,
    because reads do not delay people's moves. `some_tables` returns the data themselves.
    """
    it = db.tables.c
    found, newest = dict[int, set[int]](), 0
    indexed = _each(connection, select(it.id, it.guild, it.form).where(it.id.in_(table_people.tables_of(user))))
    for row in chain(_unindexed_with(connection, user), indexed):
        found.setdefault(row.guild, set()).add(row.id)
        newest = max(newest, row.form)
    return Tables({guild: sorted(found[guild]) for guild in sorted(found)}, newest)


def _unindexed_with(connection: Connection, user: int) -> Iterator[Row[Any]]:
    """Yield the rows that are not indexed yet and have data about a person.

    Each statement looks at one page of such rows, because PostgreSQL takes nearly all rows for not indexed. Without a
    limit it would expect a read of the whole table.
    """
    it = db.tables.c
    inside = (it.seats, it.waiting, it.meanwhile)
    named = or_(it.host == user, *(_contains(connection, column, str(user)) for column in inside))
    query = select(it.id, it.guild, it.form, named.label("is_named")).where(table_people.IS_UNINDEXED)
    query, after, many = query.order_by(it.id).limit(PAGE), 0, PAGE
    while many == PAGE:
        many = 0
        for row in _each(connection, query.where(it.id > after)):
            after, many = row.id, many + 1
            if row.is_named:
                yield row


def some_tables(connection: Connection, tables: Collection[int]) -> Rows:
    """Return the people of these tables and what they did there, in the order of ids. Pass a few tables at a time."""
    it = db.tables.c
    shown = (it.id, it.guild, it.channel, it.status, it.host, it.host_name, it.seats, it.waiting, it.meanwhile)
    return _listed(connection, select(*shown, it.changed, it.form).where(it.id.in_(tables)).order_by(it.id))


def games_of(connection: Connection, user: int) -> list[int]:
    """Return the ids of a person's kept games, in order."""
    return sorted(row.game for row in _each(connection, select(db.players.c.game).where(db.players.c.user == user)))


def has_newer_games(connection: Connection, games: Sequence[int]) -> bool:
    """Return whether a newer version of the bot has kept one of these games."""
    it = db.games.c
    newer = (select(it.id).where(it.id.in_(some), it.form > FORM).limit(1) for some in _in_lists(games))
    return any(connection.execute(query).first() is not None for query in newer)


def game_rows(connection: Connection, user: int, games: Collection[int]) -> Rows:
    """Return these games of a person, each with its stored record and events, and with the names of all `players`."""
    players, it = db.players.c, db.games.c
    shown = (it.id, it.guild, it.channel, it.variant, it.began, it.ended, it.record, it.events, it.form)
    mine = (players.seat, players.name, players.brought, players.since, players.rating, players.put_out)
    query = select(*shown, *mine).join(db.games, it.id == players.game).select_from(db.players)
    rows = [
        dict(row) for row in connection.execute(query.where(players.game.in_(games), players.user == user)).mappings()
    ]
    named = select(players.game, players.name).where(players.game.in_(games)).order_by(players.game, players.seat)
    called: dict[int, list[str]] = {}
    for row in connection.execute(named):
        called.setdefault(row.game, []).append(row.name)
    gained = _ratings(connection, rows)
    for each in rows:
        each["players"] = called[each["id"]]
        each["rating"] = gained.get((each["id"], each["seat"]), each["rating"])
    return sorted(rows, key=lambda row: (row["id"], row["seat"]))


def _ratings(connection: Connection, rows: Rows) -> dict[tuple[int, int], int | None]:
    """Return the ratings after games on servers that show another counting than their first one, by game and seat."""
    gain, found = db.counted_gains.c, dict[tuple[int, int], int | None]()
    for guild in {row["guild"] for row in rows}:
        if (number := countings.shown(connection, guild)) == guild:
            continue
        here = [(row["id"], row["seat"]) for row in rows if row["guild"] == guild]
        found |= dict.fromkeys(here)
        query = select(gain.game, gain.seat, gain.rating).where(gain.number == number)
        query = query.where(gain.game.in_([game for game, _ in here]))
        found |= {(row.game, row.seat): row.rating for row in connection.execute(query)}
    return found


def _some_rows(connection: Connection, table: Table, user: int, after: Place) -> tuple[Rows, Place | None]:
    """Return the next rows of a table that name a person, one such column after another, in the order of their keys.

    Each such column has an index of its own.
    """
    shown = [column for column in table.columns if not isinstance(column.type, LargeBinary)]
    keys, whose = list(table.primary_key.columns), columns(table, WHO)
    query = select(*shown).where(whose[after.column] == user)
    query = query.where(*(earlier.is_distinct_from(user) for earlier in whose[: after.column]))
    if after.key:
        query = query.where(tuple_(*keys) > tuple_(*after.key))
    rows = _listed(connection, query.order_by(*keys).limit(PAGE))
    if len(rows) == PAGE:
        return rows, Place(after.column, tuple(rows[-1][key.name] for key in keys))
    return rows, Place(after.column + 1) if after.column + 1 < len(whose) else None


def _shown(connection: Connection, rows: Rows) -> Rows:
    """Return the rows of figures that people see. In `guild`, the server replaces the number of the counting."""
    numbers = {row["guild"] for row in rows}
    servers = {number: number for number in numbers if number >= 0} | countings.servers_of(connection, numbers)
    shown = {guild: countings.shown(connection, guild) for guild in set(servers.values())}
    return [
        {**row, "guild": guild}
        for row in rows
        if (guild := servers.get(row["guild"])) is not None and shown[guild] == row["guild"]
    ]


def _name_in_forfeits(connection: Connection, rows: Rows, user: int) -> None:
    it = db.players.c
    at_table: dict[tuple[int, int], str] = {}
    for some in _in_lists(sorted({row["table_id"] for row in rows})):
        query = select(it.game, it.user, it.name).where(it.game.in_(some), it.user.is_not(None))
        at_table |= {(row.game, row.user): row.name for row in connection.execute(query)}
        _let_others_pass(connection)
    sides = ("debtor", "creditor")
    for row in rows:
        row |= {side: at_table.get((row["table_id"], row[side])) or row[side] for side in sides if row[side] != user}
    _name_last_known(connection, rows, user, sides)


def _name_last_known(connection: Connection, rows: Rows, user: int, sides: Sequence[str]) -> None:
    """In these columns, replace the ids of other people by their last known names. Names and None stay."""
    others = [(row, side) for row in rows for side in sides if isinstance(row[side], int) and row[side] != user]
    missing: dict[int, set[int]] = {}
    for row, side in others:
        missing.setdefault(row["guild"], set()).add(row[side])
    known = {guild: names(connection, guild, sorted(users)) for guild, users in missing.items()}
    for row, side in others:
        row[side] = known[row["guild"]].get(row[side], "")


def _name_in_meetings(connection: Connection, rows: Rows, user: int) -> None:
    """Replace the ids of the people whom a person met by the names that they had in their latest game with them."""
    mine, it = db.players.alias("mine"), db.players.c
    latest = select(it.guild, it.user, func.max(it.game).label("game")).join(mine, mine.c.game == it.game)
    latest_game = latest.where(mine.c.user == user).group_by(it.guild, it.user).subquery()
    same = (it.game == latest_game.c.game) & (it.user == latest_game.c.user)
    query = select(it.guild, it.user, it.name).join(latest_game, same)
    called = {(row.guild, row.user): row.name for row in _each(connection, query)}
    for row in rows:
        for side in ("user", "other"):
            row[side] = user if row[side] == user else called.get((row["guild"], row[side]), "")


def _tallies(connection: Connection, user: int, after: Place) -> tuple[Rows, Place | None]:
    """Return the next figures of a person that are shown, each with its scope, and the place that was reached."""
    it, scope = db.tallies.c, db.scopes.c
    shown = (it.scope, scope.guild, scope.place, scope.game, scope.period, it.name, it.amount, it.beside)
    query = select(*shown).join(db.scopes, scope.id == it.scope).select_from(db.tallies).where(it.user == user)
    if after.key:
        query = query.where(tuple_(it.scope, it.name) > tuple_(*after.key))
    rows = _listed(connection, query.order_by(it.scope, it.name).limit(PAGE))
    reached = Place(0, (rows[-1]["scope"], rows[-1]["name"])) if len(rows) == PAGE else None
    plain = [{name: value for name, value in row.items() if name != "scope"} for row in rows]
    return _shown(connection, plain), reached


def _contains(connection: Connection, column: ColumnElement[bytes], digits: str) -> ColumnElement[bool]:
    """Return the condition that a binary column contains these digits."""
    if connection.dialect.name == "postgresql":
        return column.op("LIKE", is_comparison=True)(literal(f"%{digits}%".encode(), LargeBinary))
    return func.instr(column, literal(digits.encode(), LargeBinary)) > 0


def _listed(connection: Connection, query: Select[Any]) -> Rows:
    names = query.selected_columns.keys()
    return [dict(zip(names, row, strict=True)) for row in _each(connection, query)]


def _each(connection: Connection, query: Select[Any]) -> Iterator[Row[Any]]:
    """Yield the rows of a query. Other people's presses get their turn between them."""
    for some in connection.execute(query).partitions(AT_ONCE):
        yield from some
        _let_others_pass(connection)


def _let_others_pass(connection: Connection) -> None:
    """Return to the event loop for a moment. On SQLite, reads have threads of their own."""
    if connection.dialect.name == "postgresql":
        await_only(asyncio.sleep(0))


def _in_lists(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[at : at + AT_ONCE] for at in range(0, len(numbers), AT_ONCE))
