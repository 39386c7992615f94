"""Store the countings of servers. A counting is a complete set of a server's statistics, and has its own number.

A server's first counting has the server's id as its number. Older versions of the bot read and write only this one. A
recount builds another counting under a negative number, beside the first one. The bot shows this counting when it is
complete, as long as it includes every game of the server. Otherwise the bot shows the first counting.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, insert, or_, select, update

from bot.storage import Condition, Size
from bot.storage import schema as db
from bot.storage.bulk import Removal, Upsert

FIRST, BUILT, SHOWN, DROPPED = "first", "built", "shown", "dropped"
"""The states of a counting: the first one, one that is not complete yet, one that is shown, one to be deleted."""

C, S = db.countings.c, db.servers.c

_FIRST = Upsert(db.countings)
_GAIN = Upsert(db.counted_gains, replaced=("rating", "gained"))
_STATE = Upsert(db.counted_forfeits, replaced=("state",))


class Counting(msgspec.Struct, frozen=True):
    """A counting of a server. `figures` and `achievements` are the versions by which it was counted.

    `games` is the ordinal of the last counted game. `openings` is the game up to which opening balances were counted,
    or None if all of them were. If new achievements are being looked for, `sought_since` is the version before them,
    and the games before the ordinal `sought_before` are still to be searched.
    """

    number: int
    guild: int
    state: str
    figures: int
    achievements: int
    games: int
    openings: int | None = None
    sought_since: int | None = None
    sought_before: int | None = None


class Server(msgspec.Struct, frozen=True):
    """A server with its number of games, the time of its last game, and its countings, the first one first."""

    guild: int
    games: int
    played: datetime | None
    countings: tuple[Counting, ...]


def of(connection: Connection, guild: int) -> list[Counting]:
    """Return the countings of a server, the first one first."""
    found = connection.execute(select(db.countings).where(C.guild == guild).order_by(C.number.desc()))
    return [Counting(*row) for row in found]


def numbers(connection: Connection, guild: int) -> list[int]:
    """Return the numbers of all countings of a server. The server's id is always one of them."""
    return [guild, *connection.execute(select(C.number).where(C.guild == guild, C.number < 0)).scalars()]


def _whole(it: Any = C) -> Condition:
    """Return the condition that the counting with the columns `it` is shown and has every game of its server."""
    return and_(it.state == SHOWN, it.games == select(S.games).where(S.guild == it.guild).scalar_subquery())


def shown(connection: Connection, guild: int) -> int:
    """Return the number of the counting that people see on a server."""
    return int(connection.execute(select(shown_number(guild))).scalar_one())


def shown_number(guild: int) -> ColumnElement[int]:
    """Return the number of the counting that people see on a server, as an expression for a statement."""
    found = select(C.number).where(C.guild == guild, _whole()).scalar_subquery()
    return func.coalesce(found, guild)


def is_shown(number: ColumnElement[int]) -> Condition:
    """Return the condition that the counting with this number is the one that people see."""
    it = db.countings.alias().c
    whole = select(it.number).where(_whole(it))
    itself, another = whole.where(it.number == number), whole.where(it.guild == number)
    return or_(and_(number < 0, itself.exists()), and_(number >= 0, ~another.exists()))


def servers_of(connection: Connection, found: Collection[int]) -> dict[int, int]:
    """Return the servers of these negative numbers of countings, by number."""
    rows = connection.execute(select(C.number, C.guild).where(C.number.in_([each for each in found if each < 0])))
    return {row.number: row.guild for row in rows}


def note_first(connection: Connection, guild: int, figures: int, achievements: int, games: int) -> None:
    """Note by which versions, and up to which game, a server's first counting was counted. Keep an earlier note."""
    _FIRST.write(connection, [(guild, guild, FIRST, figures, achievements, games, None, None, None)])


def begin(connection: Connection, guild: int, figures: int, achievements: int) -> None:
    """Begin a counting of a server that has no game yet. The caller has locked the server."""
    lowest = connection.execute(select(func.min(C.number)).where(C.number < 0)).scalar() or 0
    new = Counting(lowest - 1, guild, BUILT, figures, achievements, 0, openings=0)
    connection.execute(insert(db.countings).values(msgspec.structs.asdict(new)))


def change(connection: Connection, number: int, **values: Any) -> None:
    """Change columns of a counting."""
    connection.execute(update(db.countings).where(C.number == number).values(values))


def change_over(connection: Connection, counting: Counting) -> None:
    """Show a counting that is complete, and drop the one that was shown. The caller has locked the server."""
    others = update(db.countings).where(C.guild == counting.guild, C.number < 0, C.number != counting.number)
    connection.execute(others.values(state=DROPPED))
    change(connection, counting.number, state=SHOWN)


def delete_some(connection: Connection, number: int, size: Size) -> bool:
    """Delete rows of one table of a counting, as many as `size` says. Return whether there may be more.

    A counting with a negative number is deleted, too, after its last row.
    """
    few = select(db.scopes.c.id).where(db.scopes.c.guild == number).limit(size(db.scopes.name))
    scopes = list(connection.execute(few).scalars())
    counted: list[tuple[Table, Condition]] = []
    if scopes:
        counted += [(table, table.c.scope.in_(scopes)) for table in (db.tallies, db.levels)]
        counted.append((db.scopes, db.scopes.c.id.in_(scopes)))
    counted += [(table, table.c.guild == number) for table in (db.ratings, db.meetings, db.achievements)]
    counted += [(table, table.c.number == number) for table in (db.counted_gains, db.counted_forfeits)]
    for table, which in counted:
        some = select(*table.primary_key.columns).where(which).limit(size(table.name))
        if "scope" in table.c:
            some = some.order_by(*table.primary_key.columns)  # by the index, even if half of the rows are in few scopes
        keys = connection.execute(some).all()
        if keys:
            Removal(table).carry_out(connection, keys)
            return True
    if number < 0:
        connection.execute(delete(db.countings).where(C.number == number))
    return False


def page(connection: Connection, after: int, many: int) -> list[Server]:
    """Return at most `many` servers with games, with ids above `after`, in the order of their ids."""
    games = db.games.c
    last = select(games.ended).where(games.guild == S.guild).order_by(games.ordinal.desc()).limit(1).scalar_subquery()
    query = select(S.guild, S.games, last.label("played")).where(S.guild > after, S.games > 0).order_by(S.guild)
    rows = connection.execute(query.limit(many)).all()
    found = connection.execute(
        select(db.countings).where(C.guild.in_([row.guild for row in rows])).order_by(C.guild, C.number.desc())
    )
    noted = {guild: tuple(Counting(*row) for row in each) for guild, each in groupby(found, lambda row: row.guild)}
    return [Server(row.guild, row.games, row.played, noted.get(row.guild, ())) for row in rows]


def lost(connection: Connection, after: int, many: int) -> tuple[list[int], int | None]:
    """Return the countings whose server is gone, among `many` with negative numbers above `after`.

    An older version of the bot deletes a server without its countings. Return also the last number that was looked at,
    or None if there are no more.
    """
    query = select(C.number, S.guild).outerjoin(db.servers, S.guild == C.guild).select_from(db.countings)
    rows = connection.execute(query.where(C.number > after, C.number < 0).order_by(C.number).limit(many)).all()
    return [row.number for row in rows if row.guild is None], rows[-1].number if rows else None


def forgotten_by_older(connection: Connection) -> list[int]:
    """Return the countings in which an older version of the bot has forgotten a person.

    The older version takes such a counting for a server, gives the person another number there, and stores a row for
    the server. Delete these rows.
    """
    found = list(connection.execute(select(S.guild).where(S.guild < 0)).scalars())
    if found:
        connection.execute(delete(db.servers).where(S.guild < 0))
    return found


def any_older(connection: Connection, counting: int, now: datetime) -> bool:
    """Return whether a process holds shards that counts figures by a version below `counting`.

    A process that does not say by which version it counts is older, too. On PostgreSQL the clock of the database
    replaces `now`.
    """
    it = db.processes.c
    lives = it.until >= (func.now() if connection.dialect.name == "postgresql" else now)
    older = or_(it.counting.is_(None), it.counting < counting)
    return connection.execute(select(it.id).where(lives, older).limit(1)).first() is not None


def has_figures(connection: Connection, number: int) -> bool:
    """Return whether a counting has any scope. An older version of the bot deletes all scopes when it recounts."""
    it = db.scopes.c
    first = select(it.id).where(it.guild == number).order_by(it.guild, it.place).limit(1)  # in the order of an index
    return connection.execute(first).first() is not None


def add_gains(connection: Connection, gains: Sequence[tuple[int, int, int, int, int]]) -> None:
    """Store the ratings after games in countings with negative numbers, as (number, game, seat, rating, change)."""
    _GAIN.write(connection, gains)


def states_of(connection: Connection, number: int, forfeits: Collection[int]) -> dict[int, str]:
    """Return the states in which these forfeits were counted in a counting. Those that were not are left out."""
    it = db.counted_forfeits.c
    query = select(it.forfeit, it.state).where(it.number == number, it.forfeit.in_(forfeits))
    return {row.forfeit: row.state for row in connection.execute(query)}


def note_states(connection: Connection, number: int, states: Sequence[tuple[int, str]]) -> None:
    """Store the states in which forfeits were counted in a counting."""
    _STATE.write(connection, [(number, *each) for each in states])
