"""The data about each server: the number of games counted there, its seasons, and whether the bot has left it.

A transaction that counts something on a server locks the server's row. Thirty days after the bot has left a server,
all rows with its id are deleted.
"""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, delete, func, or_, select, union, update

from bot.storage import Size, countings, ids
from bot.storage import schema as db
from bot.storage.bulk import Removal, Upsert

KEPT = (db.servers, db.people, db.server_settings, db.named_rules, db.seasons, db.dare_decks)
"""Every server about which the bot keeps anything has a row in at least one of these tables."""

_COUNT = Upsert(db.servers, added=("games",))


def hold(connection: Connection, guild: int, games: int = 0) -> int:
    """Lock a server until the transaction ends, add `games` to its number of games, and return that number.

    Figures are read, computed and written, so two games that end at the same time must be counted one after the other.
    A transaction that also locks a table or a forfeit must lock the server last.
    """
    more = _COUNT.statement(connection).returning(db.servers.c.games)
    return int(connection.execute(more, {"guild": guild, "games": games}).scalar_one())


def games(connection: Connection, guild: int) -> int:
    """Return the number of games that were counted on this server."""
    return connection.execute(select(db.servers.c.games).where(db.servers.c.guild == guild)).scalar() or 0


def is_known(connection: Connection, guild: int) -> bool:
    """Return whether the bot keeps anything about a server."""
    there = (select(table.c.guild).where(table.c.guild == guild).exists() for table in KEPT)
    return bool(connection.execute(select(or_(*there))).scalar())


def known(connection: Connection) -> set[int]:
    """Return all servers about which the bot keeps anything."""
    return set(connection.execute(union(*(_servers_in(table) for table in KEPT))).scalars())


def _servers_in(table: Table) -> Select[Any]:
    """Return a query for the servers in a table.

    The query steps through the index from one server to the next, skipping the thousands of rows between them.
    """
    guild = table.c.guild
    found = select(func.min(guild).label("guild")).cte(f"in_{table.name}", recursive=True)
    after = select(func.min(guild)).where(guild > found.c.guild).scalar_subquery()
    found = found.union_all(select(after).select_from(found).where(found.c.guild.is_not(None)))
    return select(found.c.guild).where(found.c.guild.is_not(None))


def set_present(connection: Connection, there: Collection[int], now: datetime, has: Callable[[int], bool]) -> None:
    """Record that the bot is on the servers in `there`, and that it left all other servers of this process at `now`.

    `has` returns whether a server belongs to this process. A server that the bot left earlier keeps its earlier time.
    """
    it = db.servers.c
    gone = set(connection.execute(select(it.guild).where(it.gone.is_not(None))).scalars())
    for guild in known(connection) - gone - set(there):
        if has(guild):
            _gone(connection, guild, now)
    for guild in gone & set(there):
        mark_joined(connection, guild)


def mark_left(connection: Connection, guild: int, now: datetime) -> None:
    """Record that the bot was removed from a server at the time `now`."""
    if is_known(connection, guild):
        _gone(connection, guild, now)


def _gone(connection: Connection, guild: int, now: datetime) -> None:
    hold(connection, guild)
    connection.execute(update(db.servers).where(db.servers.c.guild == guild).values(gone=now))


def mark_joined(connection: Connection, guild: int) -> None:
    """Record that the bot is on a server. This also works if the bot was recorded as present before."""
    connection.execute(update(db.servers).where(db.servers.c.guild == guild).values(gone=None))


def left_before(connection: Connection, moment: datetime) -> list[int]:
    """Return the servers that the bot left before this point in time."""
    return list(connection.execute(select(db.servers.c.guild).where(db.servers.c.gone < moment)).scalars())


def forget_some(connection: Connection, guild: int, size: Size) -> bool:
    """Delete rows of one table for a server that the bot has left, as many as `size` says.

    Return whether there may be more.
    Return False if the bot has come back to the server.
    """
    gone = select(db.servers.c.gone).where(db.servers.c.guild == guild).with_for_update()
    if connection.execute(gone).scalar() is None:  # the bot has come back
        return False
    for number in reversed(countings.numbers(connection, guild)):
        if countings.delete_some(connection, number, size):
            return True
    for table in reversed(db.metadata.sorted_tables):
        if "guild" in table.c and table is not db.servers and _delete(connection, table, table.c.guild == guild, size):
            return True
    connection.execute(delete(db.servers).where(db.servers.c.guild == guild))
    return False


def _delete(connection: Connection, table: Table, which: ColumnElement[bool], size: Size) -> bool:
    """Delete some of the rows that meet the condition. Return whether there were any."""
    keys = connection.execute(select(*table.primary_key.columns).where(which).limit(size(table.name))).all()
    Removal(table).carry_out(connection, keys)
    return bool(keys)


S = db.seasons.c


class SeasonRow(msgspec.Struct, frozen=True):
    """A season of a server. `closed` is None while the season is open."""

    id: int
    guild: int
    name: str
    opened: datetime
    closed: datetime | None = None


def running_season(connection: Connection, guild: int) -> int | None:
    """Return the id of the season that is open on a server, or None."""
    return connection.execute(select(S.id).where(S.guild == guild, S.closed.is_(None))).scalar()


def latest_seasons(connection: Connection, guild: int, many: int) -> list[SeasonRow]:
    """Return the `many` newest seasons of a server, newest first."""
    query = select(db.seasons).where(S.guild == guild).order_by(S.opened.desc(), S.id.desc()).limit(many)
    return [SeasonRow(**row) for row in connection.execute(query).mappings()]


def begin_season(connection: Connection, guild: int, name: str, at: datetime) -> SeasonRow:
    """Open a season on a server that has no open one, and return it."""
    number = ids.add_row(connection, db.seasons, {"guild": guild, "name": name, "opened": at})
    return SeasonRow(number, guild, name, at)


def close_season(connection: Connection, season: SeasonRow, at: datetime) -> SeasonRow:
    """Close a season, and return it in its new state."""
    connection.execute(update(db.seasons).where(S.id == season.id).values(closed=at))
    return msgspec.structs.replace(season, closed=at)
