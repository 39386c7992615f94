"""Read everything that the bot keeps about a person, a few rows at a time, and each statement by an index.

`personal` has the lists of the tables with rows about people.
"""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, Select, Table, func, literal, or_, select
from sqlalchemy.util import await_only

from bot.storage import countings, table_people
from bot.storage import schema as db
from bot.storage.columns import WHO
from bot.storage.personal import DROPPED, FIGURES, RENAMED, Rows, columns, names
from engine.core.events import FORM

AT_ONCE = 200
"""The rows that are read before other people's presses get their turn."""

TALLIES = db.tallies.name

SECTIONS = (*(table.name for table in (*DROPPED, *RENAMED) if table is not db.players), TALLIES)
"""The names of the tables that `rows_of` reads."""


def rows_of(connection: Connection, section: str, user: int) -> Rows:
    """Return all rows about a person in the table `section`, without secrets and snapshots.

    In the rows of forfeits and meetings, a name replaces the id of another person. It is the name that this person had
    in a game with the first person. In forfeits it may also be the last known name. A name that is not kept is "".
    """
    if section == TALLIES:
        return _tallies(connection, user)
    table = db.metadata.tables[section]
    rows = _rows(connection, table, user)
    if table in FIGURES:
        rows = _shown(connection, rows)
    if table is db.forfeits:
        _name_in_forfeits(connection, rows, user)
    if table is db.meetings:
        _name_in_meetings(connection, rows, user)
    return rows


def tables_with(connection: Connection, user: int) -> Rows:
    """Return the ids, servers and forms of the tables, old and live, that have data about a person.

    The index of people finds them. Rows that are not indexed yet are all searched. Run this as a read, because reads do
    not delay people's moves. `some_tables` returns the data themselves.
    """
    it = db.tables.c
    inside = (it.seats, it.waiting, it.meanwhile)
    named = or_(it.host == user, *(_contains(connection, column, str(user)) for column in inside))
    shown = (it.id, it.guild, it.form)
    found = {
        row["id"]: row
        for which in ((it.id.in_(table_people.tables_of(user)),), (table_people.IS_UNINDEXED, named))
        for row in _listed(connection, select(*shown).where(*which))
    }
    return [found[table] for table in sorted(found)]


def some_tables(connection: Connection, tables: Collection[int]) -> Rows:
    """Return the people of these tables and what they did there, in the order of ids. Pass a few tables at a time."""
    it = db.tables.c
    shown = (it.id, it.guild, it.channel, it.status, it.host, it.host_name, it.seats, it.waiting, it.meanwhile)
    return _listed(connection, select(*shown, it.changed, it.form).where(it.id.in_(tables)).order_by(it.id))


def games_of(connection: Connection, user: int) -> list[int]:
    """Return the ids of a person's kept games, in order."""
    return sorted(connection.execute(select(db.players.c.game).where(db.players.c.user == user)).scalars())


def has_newer_games(connection: Connection, games: Sequence[int]) -> bool:
    """Return whether a newer version of the bot has kept one of these games."""
    it = db.games.c
    newer = (select(it.id).where(it.id.in_(some), it.form > FORM).limit(1) for some in _in_lists(games))
    return any(connection.execute(query).first() is not None for query in newer)


def game_rows(connection: Connection, user: int, games: Collection[int]) -> Rows:
    """Return these games of a person, each with its stored record and events, and with the names of all `players`."""
    players, it = db.players.c, db.games.c
    shown = (it.id, it.guild, it.channel, it.variant, it.began, it.ended, it.record, it.events, it.form)
    mine = (players.seat, players.name, players.brought, players.since, players.rating)
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


def _rows(connection: Connection, table: Table, user: int) -> Rows:
    """Return the rows of a table that name a person in any column. Each such column has an index of its own."""
    shown = [column for column in table.columns if not isinstance(column.type, LargeBinary)]
    keys = [column.name for column in table.primary_key.columns]
    found = {
        tuple(row[key] for key in keys): row
        for whose in columns(table, WHO)
        for row in _listed(connection, select(*shown).where(whose == user))
    }
    return [found[key] for key in sorted(found)]


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
    missing: dict[int, set[int]] = {}
    for row in rows:
        for side in ("debtor", "creditor"):
            if row[side] not in (user, None) and not at_table.get((row["table_id"], row[side])):
                missing.setdefault(row["guild"], set()).add(row[side])
    known = {guild: names(connection, guild, sorted(users)) for guild, users in missing.items()}
    for row in rows:
        for side in ("debtor", "creditor"):
            if row[side] not in (user, None):
                here = known.get(row["guild"], {})
                row[side] = at_table.get((row["table_id"], row[side])) or here.get(row[side], "")


def _name_in_meetings(connection: Connection, rows: Rows, user: int) -> None:
    mine, it = db.players.alias("mine"), db.players.c
    query = select(it.guild, it.user, it.name).join(mine, mine.c.game == it.game).where(mine.c.user == user)
    called = {(row["guild"], row["user"]): row["name"] for row in _each(connection, query.order_by(it.game))}
    for row in rows:
        for side in ("user", "other"):
            row[side] = user if row[side] == user else called.get((row["guild"], row[side]), "")


def _tallies(connection: Connection, user: int) -> Rows:
    """Return the figures of a person that are shown, each with its scope."""
    it, scope = db.tallies.c, db.scopes.c
    shown = (scope.id, scope.guild, scope.place, scope.game, scope.period, it.name, it.amount, it.beside)
    query = select(*shown).join(db.scopes, scope.id == it.scope).select_from(db.tallies).where(it.user == user)
    rows = sorted(_listed(connection, query), key=lambda row: (row["id"], row["name"]))
    return _shown(connection, [{name: value for name, value in row.items() if name != "id"} for row in rows])


def _contains(connection: Connection, column: ColumnElement[bytes], digits: str) -> ColumnElement[bool]:
    """Return the condition that a binary column contains these digits."""
    if connection.dialect.name == "postgresql":
        return column.op("LIKE", is_comparison=True)(literal(f"%{digits}%".encode(), LargeBinary))
    return func.instr(column, literal(digits.encode(), LargeBinary)) > 0


def _listed(connection: Connection, query: Select[Any]) -> Rows:
    return list(_each(connection, query))


def _each(connection: Connection, query: Select[Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a query. Other people's presses get their turn between them."""
    for some in connection.execute(query).mappings().partitions(AT_ONCE):
        yield from (dict(row) for row in some)
        _let_others_pass(connection)


def _let_others_pass(connection: Connection) -> None:
    """Return to the event loop for a moment. On SQLite, reads have threads of their own."""
    if connection.dialect.name == "postgresql":
        await_only(asyncio.sleep(0))


def _in_lists(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[at : at + AT_ONCE] for at in range(0, len(numbers), AT_ONCE))
