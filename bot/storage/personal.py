"""Delete all data that the bot keeps about a person, table by table. `about_person` reads these data.

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
    Table,
    bindparam,
    delete,
    or_,
    select,
    text,
    union,
    update,
)

from bot.storage import Size, countings, tallies
from bot.storage import schema as db
from bot.storage.bulk import Removal, Upsert
from bot.storage.columns import CALLED, WHO
from bot.storage.ledger import ForfeitRow
from bot.storage.tallies import NOTHING

_NAME = Upsert(db.people, replaced=("name",))
_CHANNEL = Upsert(db.dm_channels, replaced=("channel",))
_CLOSE = Upsert(db.closed_dms, replaced=("since",))


def remember_name(connection: Connection, guild: int, user: int, name: str) -> None:
    """Store the present display name of a person on a server."""
    _NAME.write(connection, [(guild, user, name[:100], None, None)])


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
    *(db.people, db.meetings, db.achievements, db.seated, db.table_people, db.preferences, db.locales),
    *(db.closed_dms, db.dm_channels, db.puzzle_answers, db.forfeit_people, db.guesses),
    db.put_out,
)
"""The tables whose rows about a person are deleted when the person is forgotten."""

RENAMED = (db.players, db.ratings, db.openings, db.forfeits, db.forfeit_changes, db.named_rules, db.dare_decks)
"""The tables whose rows other people need too.

In these rows a negative number without a name replaces a forgotten person.
"""

EVERYWHERE = (db.preferences, db.locales, db.closed_dms, db.dm_channels)
"""Those `DROPPED` tables that do not belong to a server."""

OF_TABLES = (db.seated, db.table_people)
"""Those `DROPPED` tables whose rows belong to a table."""

LONGEST = (db.forfeit_people, db.puzzle_answers)
"""Those `DROPPED` tables in which a person may have thousands of rows on one server, besides `FIGURES`."""

RENAMED_STEPWISE = (db.players, db.openings)
"""Those `RENAMED` tables in which a person may have thousands of rows on one server, besides forfeits."""

FIGURES = (db.ratings, db.meetings, db.achievements)
"""The tables in which the column `guild` holds the number of a counting (see `countings`)."""

Rows = list[dict[str, Any]]

M = db.meetings.c


def columns(table: Table, mark: dict[str, str]) -> list[ColumnElement[Any]]:
    """Return the columns of a table that have this mark."""
    return [column for column in table.columns if column.info == mark]


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


def forget_some_debts(connection: Connection, guild: int, user: int, instead: int, size: Size) -> bool:
    """Replace a person with the number `instead` in some forfeits of a server, or changes of forfeits.

    `size` says in how many. Return whether there may be more. Call this before locking the server.
    """
    it, change = db.forfeits.c, db.forfeit_changes.c
    wanted = [
        (db.forfeits, side, select(it.id).where(it.guild == guild, side == user)) for side in (it.debtor, it.creditor)
    ]
    changed = select(change.id).join(db.forfeits, it.id == change.forfeit).where(change.by == user, it.guild == guild)
    for table, whose, query in (*wanted, (db.forfeit_changes, change.by, changed)):
        if found := list(connection.execute(query.limit(size(whose.name))).scalars()):
            connection.execute(update(table).where(table.c.id.in_(found)).values({whose.name: instead}))
            return True
    return False


def forfeits_of_nobody(connection: Connection, guild: int, many: int) -> list[ForfeitRow]:
    """Return at most `many` open forfeits that nobody can settle.

    Their debtors were forgotten, and so were their creditors, if they have any.
    """
    it = db.forfeits.c
    nobody = or_(it.creditor.is_(None), it.creditor < 0)
    query = select(db.forfeits).where(it.guild == guild, it.debtor < 0, text(db.IS_OPEN), nobody)
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(it.id).limit(many)).mappings()]


def forget_some_rows(
    connection: Connection, guild: int, user: int, instead: int, ranked: Collection[str], size: Size
) -> bool:
    """Put the number `instead` into some games of a person on a server, or delete some of their rows.

    `size` says how many. Return whether there may be more. The caller has locked the server. It calls `forget` at the
    end.
    """
    for table in RENAMED_STEPWISE:
        if _rename(connection, table, guild, user, instead, size(table.name)):
            return True
    held = tallies.amounts_on_server(connection, guild, user, size(db.tallies.name))
    tallies.write(connection, held, dict.fromkeys(held, NOTHING), ranked)
    if held:
        return True
    for number in countings.numbers(connection, guild):
        if _forget_meetings(connection, number, user, size(db.meetings.name)):
            return True
    for table in LONGEST:
        mine = select(*table.primary_key.columns).where(table.c.guild == guild, table.c.user == user)
        if keys := connection.execute(mine.limit(size(table.name))).all():
            Removal(table).carry_out(connection, keys)
            return True
    return False


def forget(connection: Connection, guild: int, user: int, instead: int, ranked: Collection[str]) -> None:
    """Delete the data of a person on a server. In rows that others need, the number `instead` replaces the person.

    `ranked` contains the names of figures that have levels. The caller has locked the server, and has already dealt
    with the person's tables and forfeits.
    """
    held = tallies.amounts_on_server(connection, guild, user)
    tallies.write(connection, held, dict.fromkeys(held, NOTHING), ranked)
    for number in countings.numbers(connection, guild):
        _forget_meetings(connection, number, user)
        it = db.achievements.c
        connection.execute(delete(db.achievements).where(it.guild == number, it.user == user))
        _rename(connection, db.ratings, number, user, instead)
    for table in set(DROPPED) - set(EVERYWHERE) - set(FIGURES) - set(OF_TABLES):
        for whose in columns(table, WHO):
            connection.execute(delete(table).where(table.c.guild == guild, whose == user))
    for table in set(RENAMED) - set(FIGURES) - {db.forfeits, db.forfeit_changes}:
        _rename(connection, table, guild, user, instead)


def forget_everywhere(connection: Connection, user: int) -> None:
    """Delete the data of a person that belongs to no server, and their places at live tables."""
    for table in (*EVERYWHERE, *OF_TABLES):
        (whose,) = columns(table, WHO)
        connection.execute(delete(table).where(whose == user))


def _forget_meetings(connection: Connection, number: int, user: int, many: int | None = None) -> bool:
    """Delete the results of a person and at most `many` others in a counting. Return whether there were any."""
    met = select(M.other).where(M.guild == number, M.user == user).limit(many)
    others = list(connection.execute(met).scalars())
    keys = [key for other in others for key in ((number, user, other), (number, other, user))]
    Removal(db.meetings).carry_out(connection, keys)
    return bool(others)


def _rename(connection: Connection, table: Table, guild: int, user: int, instead: int, many: int | None = None) -> bool:
    """Put the number `instead` into at most `many` rows of a person. Return whether there were any."""
    called = {column.name: None if column.nullable else "" for column in table.columns if column.info == CALLED}
    keys = list(table.primary_key.columns)
    (whose,) = columns(table, WHO)
    found = connection.execute(select(*keys).where(table.c.guild == guild, whose == user).limit(many))
    rows = [{f"of_{name}": value for name, value in row.items()} for row in found.mappings()]
    if rows:
        this = [key == bindparam(f"of_{key.name}") for key in keys]
        connection.execute(update(table).where(*this).values({whose.name: instead, **called}), rows)
    return bool(rows)
