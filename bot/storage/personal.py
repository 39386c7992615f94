"""Read or delete all data that the bot keeps about a person, table by table.

The last known names of people, and the people who cannot be reached by DM, are here too. `schema` marks the columns
about people (`WHO`, `CALLED`). Every table with such a column is in one of the two lists below (`DROPPED`, `RENAMED`),
except `tables` and `tallies`, which are handled separately. A test compares the lists with the schema, so that no new
table is forgotten.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Table,
    and_,
    case,
    delete,
    func,
    literal,
    or_,
    select,
    text,
    union,
    update,
)

from bot.storage import countings, tallies
from bot.storage import schema as db
from bot.storage.bulk import Upsert
from bot.storage.columns import CALLED, WHO
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import NOTHING

_NAME = Upsert(db.people, replaced=("name",))
_CHANNEL = Upsert(db.dm_channels, replaced=("channel",))
_CLOSE = Upsert(db.closed_dms, replaced=("since",))


def remember_name(connection: Connection, guild: int, user: int, name: str) -> None:
    """Store the present display name of a person on a server."""
    _NAME.write(connection, [(guild, user, name[:100])])


def names(connection: Connection, guild: int, users: Sequence[int]) -> dict[int, str]:
    """Return the last known names of these people on a server, by id."""
    query = select(db.people.c.id, db.people.c.name).where(db.people.c.guild == guild, db.people.c.id.in_(users))
    return {row.id: row.name for row in connection.execute(query)}


def closed_dms(connection: Connection, users: Sequence[int]) -> frozenset[int]:
    """Return the people, among `users`, whom the last DM did not reach."""
    query = select(db.closed_dms.c.user).where(db.closed_dms.c.user.in_(users))
    return frozenset(connection.execute(query).scalars())


def close_dm(connection: Connection, user: int, now: datetime) -> None:
    """Record that a DM could not reach a person."""
    _CLOSE.write(connection, [(user, now)])


def open_dm(connection: Connection, user: int) -> None:
    """Record that a DM has reached a person again."""
    connection.execute(delete(db.closed_dms).where(db.closed_dms.c.user == user))


def dm_channel(connection: Connection, user: int) -> int | None:
    """Return the id of the channel in which a person gets DMs, or None if it is not stored."""
    query = select(db.dm_channels.c.channel).where(db.dm_channels.c.user == user)
    found: int | None = connection.execute(query).scalar()
    return found


def keep_dm_channel(connection: Connection, user: int, channel: int) -> None:
    """Store the id of the channel in which a person gets DMs."""
    _CHANNEL.write(connection, [(user, channel)])


def drop_dm_channel(connection: Connection, user: int, channel: int) -> None:
    """Delete the id of a person's DM channel, because that channel no longer exists."""
    it = db.dm_channels.c
    connection.execute(delete(db.dm_channels).where(it.user == user, it.channel == channel))


DROPPED = (
    *(db.people, db.meetings, db.achievements, db.seated, db.preferences, db.locales, db.closed_dms),
    *(db.dm_channels, db.puzzle_answers, db.forfeit_people),
)
"""The tables whose rows about a person are deleted when the person is forgotten."""

RENAMED = (db.players, db.ratings, db.openings, db.forfeits, db.forfeit_changes, db.named_rules, db.dare_decks)
"""The tables whose rows other people need too.

In these rows a negative number without a name replaces a forgotten person.
"""

EVERYWHERE = (db.preferences, db.locales, db.closed_dms, db.dm_channels)
"""Those `DROPPED` tables that do not belong to a server."""

FIGURES = (db.ratings, db.meetings, db.achievements)
"""The tables in which the column `guild` holds the number of a counting (see `countings`)."""

Rows = list[dict[str, Any]]

M = db.meetings.c


def columns(table: Table, mark: dict[str, str]) -> list[ColumnElement[Any]]:
    """Return the columns of a table that have this mark."""
    return [column for column in table.columns if column.info == mark]


def rows_of(connection: Connection, user: int) -> dict[str, Rows]:
    """Return all rows about a person, by table, except for the person's tables, games, secrets and snapshots.

    In the rows of forfeits and meetings, a name replaces the id of another person. It is the name that this person had
    in a game with the first person. In forfeits it may also be the last known name. A name that is not kept is "".
    """
    told = {table.name: _rows(connection, table, user) for table in (*DROPPED, *RENAMED) if table is not db.players}
    for table in FIGURES:
        _under_their_server(connection, told[table.name])
    at_table, on_server = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
    for guild, game, _seat, who, name in at_tables_of(connection, user):
        if who is not None:
            at_table[game, who] = on_server[guild, who] = name
    for row in told[db.forfeits.name]:
        for side in ("debtor", "creditor"):
            if row[side] not in (user, None):
                known = at_table.get((row["table_id"], row[side]))
                row[side] = known or names(connection, row["guild"], [row[side]]).get(row[side], "")
    for row in told[db.meetings.name]:
        for side in ("user", "other"):
            row[side] = user if row[side] == user else on_server.get((row["guild"], row[side]), "")
    return {**told, "tallies": _tallies(connection, user)}


def games_of(connection: Connection, user: int) -> Rows:
    """Return the kept games of a person, oldest first, each with its stored record and events."""
    players, games = db.players.c, db.games.c
    shown = (games.id, games.guild, games.channel, games.variant, games.began, games.ended)
    stored = (games.record, games.events, games.form)
    mine = (players.seat, players.name, players.brought, players.since)
    gain, number = db.counted_gains.c, db.countings.c.number
    whole = and_(db.countings.c.guild == players.guild, number < 0, countings.is_shown(number))
    rating = case((number.is_(None), players.rating), else_=gain.rating).label("rating")
    after = and_(gain.number == number, gain.game == players.game, gain.seat == players.seat)
    query = select(*shown, *stored, *mine, rating).select_from(db.players).join(db.games, games.id == players.game)
    query = query.outerjoin(db.countings, whole).outerjoin(db.counted_gains, after).where(players.user == user)
    return [dict(row) for row in connection.execute(query.order_by(games.ended, games.id)).mappings()]


def at_tables_of(connection: Connection, user: int) -> list[tuple[int, int, int, int | None, str]]:
    """Return the players in a person's kept games, as (server, game, seat, id, name).

    A computer player's id is None.
    """
    mine, it = db.players.alias("mine"), db.players.c
    query = select(it.guild, it.game, it.seat, it.user, it.name).join(mine, mine.c.game == it.game)
    query = query.where(mine.c.user == user).order_by(it.game, it.seat)
    return [(row.guild, row.game, row.seat, row.user, row.name) for row in connection.execute(query)]


def servers_of(connection: Connection, user: int) -> list[int]:
    """Return the servers on which the bot keeps anything about a person, apart from tables."""
    some = [
        select(table.c.guild).where(or_(*(column == user for column in columns(table, WHO))))
        for table in (*DROPPED, *RENAMED)
        if "guild" in table.c
    ]
    changed = select(db.forfeits.c.guild).join(db.forfeit_changes, db.forfeit_changes.c.forfeit == db.forfeits.c.id)
    scopes = select(db.scopes.c.guild).join(db.tallies, db.tallies.c.scope == db.scopes.c.id)
    more = changed.where(db.forfeit_changes.c.by == user), scopes.where(db.tallies.c.user == user)
    return sorted(guild for guild in connection.execute(union(*some, *more)).scalars() if guild >= 0)


def tables_with(connection: Connection, user: int) -> Rows:
    """Return the tables, old and live, at which a person sits or waits, or which they host.

    This scans all tables. Run it as a read, because reads do not delay people's moves.
    """
    it = db.tables.c
    named = or_(it.host == user, *(_contains(connection, column, str(user)) for column in (it.seats, it.waiting)))
    shown = (it.id, it.guild, it.channel, it.status, it.host, it.host_name, it.seats, it.waiting, it.changed, it.form)
    return [dict(row) for row in connection.execute(select(*shown).where(named).order_by(it.id)).mappings()]


def tables_ended_by(connection: Connection, guild: int, names: Collection[str]) -> list[int]:
    """Return the tables of a server that were ended by a person with one of these names.

    The names are needed because the person's id is not stored there.
    """
    it = db.tables.c
    return list(connection.execute(select(it.id).where(it.guild == guild, it.ended_by.in_(names))).scalars())


def names_of(connection: Connection, guild: int, user: int) -> set[str]:
    """Return all names of a person that are kept on a server, apart from tables."""
    people, players, rules = db.people.c, db.players.c, db.named_rules.c
    found = union(
        select(people.name).where(people.guild == guild, people.id == user),
        select(players.name).where(players.guild == guild, players.user == user),
        select(rules.by_name).where(rules.guild == guild, rules.by == user),
    )
    return set(connection.execute(found).scalars())


def forget_debts(connection: Connection, guild: int, user: int, instead: int) -> None:
    """Replace a person with the number `instead` in a server's forfeits and their changes.

    Call this before locking the server.
    """
    it = db.forfeit_changes.c
    here = select(db.forfeits.c.id).where(db.forfeits.c.id == it.forfeit, db.forfeits.c.guild == guild).exists()
    by = update(db.forfeit_changes).where(it.by == user, here)
    connection.execute(by.values(by=instead))
    _rename(connection, db.forfeits, guild, user, instead)


def forfeits_of_nobody(connection: Connection, guild: int) -> list[ForfeitRow]:
    """Return the open forfeits that nobody can settle.

    Their debtors were forgotten, and so were their creditors, if they have any.
    """
    it = db.forfeits.c
    nobody = or_(it.creditor.is_(None), it.creditor < 0)
    query = select(db.forfeits).where(it.guild == guild, it.debtor < 0, text(db.IS_OPEN), nobody)
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(it.id)).mappings()]


def forget(connection: Connection, guild: int, user: int, instead: int, ranked: Collection[str]) -> None:
    """Delete the data of a person on a server. In rows that others need, the number `instead` replaces the person.

    `ranked` contains the names of figures that have levels. The caller has locked the server, and has already dealt
    with the person's tables and forfeits.
    """
    held = tallies.amounts_on_server(connection, guild, user)
    tallies.write(connection, held, dict.fromkeys(held, NOTHING), ranked)
    for number in countings.numbers(connection, guild):
        met = select(M.other).where(M.guild == number, M.user == user)
        connection.execute(delete(db.meetings).where(M.guild == number, M.other == user, M.user.in_(met)))
        for table in (db.meetings, db.achievements):
            connection.execute(delete(table).where(table.c.guild == number, columns(table, WHO)[0] == user))
        _rename(connection, db.ratings, number, user, instead)
    for table in set(DROPPED) - set(EVERYWHERE) - set(FIGURES) - {db.seated}:
        whose = columns(table, WHO)[0]
        connection.execute(delete(table).where(table.c.guild == guild, whose == user))
    for table in set(RENAMED) - set(FIGURES) - {db.forfeits, db.forfeit_changes}:
        _rename(connection, table, guild, user, instead)


def forget_everywhere(connection: Connection, user: int) -> None:
    """Delete the data of a person that belongs to no server, and their places at live tables."""
    for table in (*EVERYWHERE, db.seated):
        (whose,) = columns(table, WHO)
        connection.execute(delete(table).where(whose == user))


def _contains(connection: Connection, column: ColumnElement[bytes], digits: str) -> ColumnElement[bool]:
    """Return the condition that a binary column contains these digits."""
    if connection.dialect.name == "postgresql":
        return column.op("LIKE", is_comparison=True)(literal(f"%{digits}%".encode(), LargeBinary))
    return func.instr(column, literal(digits.encode(), LargeBinary)) > 0


def _rename(connection: Connection, table: Table, guild: int, user: int, instead: int) -> None:
    called = {column.name: None if column.nullable else "" for column in table.columns if column.info == CALLED}
    for whose in columns(table, WHO):
        theirs = update(table).where(table.c.guild == guild, whose == user)
        connection.execute(theirs.values({whose.name: instead, **called}))


def _rows(connection: Connection, table: Table, user: int) -> Rows:
    shown = [column for column in table.columns if not isinstance(column.type, LargeBinary)]
    about = or_(*(column == user for column in columns(table, WHO)))
    found = select(*shown).where(about).order_by(*table.primary_key.columns)
    if table in FIGURES:
        found = found.where(countings.is_shown(table.c.guild))
    return [dict(row) for row in connection.execute(found).mappings()]


def _under_their_server(connection: Connection, rows: Rows) -> None:
    """Replace the numbers of countings in `guild` by their servers."""
    servers = countings.servers_of(connection, {row["guild"] for row in rows})
    for row in rows:
        row["guild"] = servers.get(row["guild"], row["guild"])


def _tallies(connection: Connection, user: int) -> Rows:
    """Return the figures of a person that are shown, each with its scope."""
    it, scope = db.tallies.c, db.scopes.c
    shown = (scope.guild, scope.place, scope.game, scope.period, it.name, it.amount, it.beside)
    found = select(*shown).join(db.scopes, scope.id == it.scope).where(it.user == user)
    found = found.where(countings.is_shown(scope.guild)).order_by(scope.id, it.name)
    rows = [dict(row) for row in connection.execute(found).mappings()]
    _under_their_server(connection, rows)
    return rows
