"""The forfeits that people owe each other, and every change of a forfeit."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, or_, select, text, true, update

from bot.storage import ids, members
from bot.storage import schema as db
from bot.storage.bulk import Upsert
from bot.storage.sight import Venue

WAITS, OWED, PAID, WAIVED = "waits", "owed", "paid", "waived"
"""The states of a forfeit: not settled since the last round, put on the tab, paid, and waived.

The first two states are open."""

OPEN = (WAITS, OWED)

Side = Literal["owes", "owed", "all", "left"]
"""The side of a tab: the forfeits that a person owes, those that others owe the person, or all forfeits on a server.

On the side "left" are the forfeits on a server whose people have all left it.
"""

F = db.forfeits.c

_SAT = Upsert(db.forfeit_people)


class ForfeitRow(msgspec.Struct, frozen=True):
    """One forfeit in its present state."""

    guild: int
    channel: int
    table_id: int
    debtor: int
    creditor: int | None
    text: str
    variant: str
    at: datetime
    state: str = WAITS
    id: int = 0
    settled: datetime | None = None
    season: int | None = None
    parent: int | None = None
    private: bool | None = None

    @property
    def venue(self) -> Venue:
        """Return the place where the forfeit arose."""
        return Venue(self.channel, self.parent, self.private)


class ChangeRow(msgspec.Struct, frozen=True):
    """A change of a forfeit: its new state, the time, and the person who made it (None for the game or the clock)."""

    forfeit: int
    state: str
    by: int | None
    at: datetime


def owe(connection: Connection, forfeit: ForfeitRow, sat: Iterable[int] = ()) -> ForfeitRow:
    """Store a new forfeit, and the people who `sat` at the table where it arose. Return the forfeit with its id."""
    _SAT.write(connection, [(forfeit.table_id, user, forfeit.guild) for user in sat])
    values = msgspec.structs.asdict(forfeit)
    del values["id"]
    stored = replace(forfeit, id=ids.add_row(connection, db.forfeits, values))
    _note(connection, ChangeRow(stored.id, forfeit.state, None, forfeit.at))
    return stored


def change(connection: Connection, forfeit: ForfeitRow, state: str, by: int | None, at: datetime) -> ForfeitRow:
    """Change the state of a forfeit, and return the forfeit in its new state.

    `by` is the person who made the change, or None for the game or the clock.
    """
    settled = at if state not in OPEN else None
    connection.execute(update(db.forfeits).where(db.forfeits.c.id == forfeit.id).values(state=state, settled=settled))
    _note(connection, ChangeRow(forfeit.id, state, by, at))
    return replace(forfeit, state=state, settled=settled)


def reword(connection: Connection, forfeit_id: int, words: str) -> None:
    """Replace the words of a forfeit."""
    connection.execute(update(db.forfeits).where(db.forfeits.c.id == forfeit_id).values(text=words))


def words_at(connection: Connection, tables: Collection[int]) -> list[str]:
    """Return the words of all forfeits that arose at these tables."""
    return list(connection.execute(select(F.text).where(F.table_id.in_(tables))).scalars())


def last_words(connection: Connection, guild: int, debtor: int, many: int) -> list[str]:
    """Return the words of the `many` newest forfeits of a person on a server, newest first."""
    query = select(F.text).where(F.debtor == debtor, F.guild == guild, F.text != "")
    return list(connection.execute(query.order_by(F.id.desc()).limit(many)).scalars())


def newest_paid(connection: Connection, table_id: int, debtor: int) -> int | None:
    """Return the id of the newest forfeit of a person at a table that is paid, or None if there is none."""
    query = select(F.id).where(F.table_id == table_id, F.debtor == debtor, F.state == PAID, F.text != "")
    return connection.execute(query.order_by(F.id.desc()).limit(1)).scalar()


def waiting(connection: Connection, table_id: int, debtor: int | None = None) -> list[ForfeitRow]:
    """Return the open forfeits of a table's last round, or only the forfeits of `debtor` if a debtor is given."""
    query = select(db.forfeits).where(db.forfeits.c.table_id == table_id, db.forfeits.c.state == WAITS)
    if debtor is not None:
        query = query.where(db.forfeits.c.debtor == debtor)
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(db.forfeits.c.id)).mappings()]


def forfeit(connection: Connection, forfeit_id: int, lock: bool = False) -> ForfeitRow | None:
    """Return the forfeit with this id, or None. With `lock`, its row stays locked until the transaction ends."""
    query = select(db.forfeits).where(db.forfeits.c.id == forfeit_id)
    row = connection.execute(query.with_for_update() if lock else query).mappings().one_or_none()
    return ForfeitRow(**row) if row is not None else None


def open_forfeits(connection: Connection, guild: int | None, user: int, many: int) -> list[ForfeitRow]:
    """Return the `many` oldest forfeits that a person owes, and the `many` oldest that others owe to the person.

    All of them are sorted together, oldest first. If `guild` is given, return only forfeits of that server.
    """
    sides = [tab(connection, guild, side, user, 0, many) for side in ("owes", "owed")]
    return sorted((row for side in sides for row in side), key=lambda row: row.id)


def tab(
    connection: Connection, guild: int | None, side: Side, user: int, after: int, many: int, lock: bool = False
) -> list[ForfeitRow]:
    """Return at most `many` open forfeits on one side of a person's tab, with an id above `after`, oldest first.

    With `lock`, their rows stay locked until the transaction ends.
    """
    query = select(db.forfeits).where(_on_side(guild, side, user), F.id > after).order_by(F.id).limit(many)
    query = query.with_for_update() if lock else query
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def of_table(connection: Connection, table_id: int, many: int) -> list[ForfeitRow]:
    """Return at most `many` forfeits that arose at a table, open or settled, oldest first."""
    query = select(db.forfeits).where(F.table_id == table_id).order_by(F.id).limit(many)
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def between(
    connection: Connection, guild: int, channel: int, people: Sequence[int], first: int, many: int
) -> list[ForfeitRow]:
    """Return at most `many` open forfeits between these people that arose in a channel, oldest first.

    Forfeits of the table `first` come before the others.
    """
    creditors = or_(F.creditor.in_(people), F.creditor.is_(None))
    query = select(db.forfeits).where(text(db.IS_OPEN), F.guild == guild, F.channel == channel)
    query = query.where(F.debtor.in_(people), creditors).order_by(F.table_id != first, F.id).limit(many)
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def many_open(connection: Connection, guild: int | None, side: Side, user: int, present: bool = False) -> int:
    """Return the number of open forfeits on one side of a person's tab.

    If `present` is set, leave out forfeits between people of whom one has left the server `guild`. To count all open
    forfeits of a server, read the forfeit leaderboard instead, which is faster.
    """
    query = select(func.count()).select_from(db.forfeits).where(_on_side(guild, side, user))
    if present and guild is not None:
        query = query.where(*_are_present(guild))
    return connection.execute(query).scalar() or 0


def pairs(
    connection: Connection, guild: int, side: Side, user: int, after: int, many: int, present: bool = False
) -> list[ForfeitRow]:
    """Return the oldest open forfeit of each debtor to each creditor, for at most `many` such pairs on a server.

    Only forfeits with an id above `after` are returned, the oldest first. If `present` is set, leave out pairs of whom
    one has left the server.
    """
    older = db.forfeits.alias("older")
    same = older.c.guild == F.guild, older.c.debtor == F.debtor, older.c.creditor.is_not_distinct_from(F.creditor)
    has_older = select(older.c.id).where(text(db.IS_OPEN), *same, older.c.id < F.id).exists()
    query = select(db.forfeits).where(_on_side(guild, side, user), F.id > after, ~has_older)
    query = query.where(*_are_present(guild)) if present else query
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(F.id).limit(many)).mappings()]


def of_pairs(connection: Connection, guild: int, found: Sequence[ForfeitRow], many: int) -> list[ForfeitRow]:
    """Return at most `many` open forfeits between the same debtors and creditors as in `found`, oldest first."""
    query = select(db.forfeits).where(_between(guild, found)).order_by(F.id).limit(many)
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def many_of_pairs(connection: Connection, guild: int, found: Sequence[ForfeitRow]) -> dict[tuple[int, int | None], int]:
    """Return the number of open forfeits of each pair of debtor and creditor in `found`."""
    query = select(F.debtor, F.creditor, func.count()).where(_between(guild, found)).group_by(F.debtor, F.creditor)
    return {(debtor, creditor): many for debtor, creditor, many in connection.execute(query)}


def _between(guild: int, found: Sequence[ForfeitRow]) -> ColumnElement[bool]:
    """Return the condition for the open forfeits of the pairs in `found`.

    It is written so that the database can use its index of debtors.
    """
    these = or_(*(and_(F.debtor == each.debtor, F.creditor.is_not_distinct_from(each.creditor)) for each in found))
    return and_(text(db.IS_OPEN), F.debtor.in_({each.debtor for each in found}), F.guild == guild, these)


def sat(connection: Connection, tables: Collection[int], user: int) -> frozenset[int]:
    """Return the tables, among `tables`, at which a person sat.

    The people at a table are stored only if forfeits arose there.
    """
    it = db.forfeit_people.c
    query = select(it.table_id).where(it.user == user, it.table_id.in_(tables))
    return frozenset(connection.execute(query).scalars())


def place_some(connection: Connection, after: int, many: int) -> int | None:
    """Fill in the place and the people of older forfeits from their kept games.

    At most `many` forfeits with an id above `after` are filled in. Return the id of the last of them, or None if there
    are no more.
    """
    it, game, seat = db.forfeits.c, db.games.c, db.players.c
    query = select(it.id, it.table_id, it.guild, game.parent, game.private).join(db.games, game.id == it.table_id)
    found = list(connection.execute(query.where(it.private.is_(None), it.id > after).order_by(it.id).limit(many)))
    if not found:
        return None
    here = update(db.forfeits).where(it.id == bindparam("number"))
    rows = [{"number": row.id, "of": row.parent, "closed": bool(row.private)} for row in found]
    connection.execute(here.values(parent=bindparam("of"), private=bindparam("closed")), rows)
    people = select(seat.game, seat.user, seat.guild).where(seat.game.in_({row.table_id for row in found}))
    _SAT.write(connection, [tuple(row) for row in connection.execute(people.where(seat.user > 0))])
    return int(found[-1].id)


def drop_forgotten(connection: Connection, after: int, many: int) -> int | None:
    """Remove people whom an older version of the bot forgot from the lists of people at tables with forfeits.

    Check about `many` rows of tables above `after`; return the last table's id, or None at the end. A person was
    forgotten if the kept game lacks them, and if it has a player with a negative number or their name is not stored.
    """
    it, name = db.forfeit_people.c, db.people.c
    query = select(it.table_id).where(it.table_id > after).order_by(it.table_id, it.user).limit(many)
    last = max(connection.execute(query).scalars(), default=None)
    if last is None:
        return None
    here = select(it.table_id, it.user, it.guild).where(it.table_id > after, it.table_id <= last)
    found = connection.execute(here).all()
    seats = _people_in(connection, {row.table_id for row in found})
    names = select(name.guild, name.id).where(name.guild.in_({row.guild for row in found}))
    known = {(guild, user) for guild, user in connection.execute(names.where(name.id.in_({row.user for row in found})))}
    gone = [
        {"table": row.table_id, "gone": row.user}
        for row in found
        if (sat := seats.get(row.table_id))
        and row.user not in sat
        and (min(sat) < 0 or (row.guild, row.user) not in known)
    ]
    if gone:
        one = delete(db.forfeit_people).where(it.table_id == bindparam("table"), it.user == bindparam("gone"))
        connection.execute(one, gone)
    return int(last)


def _people_in(connection: Connection, games: Iterable[int]) -> dict[int, set[int]]:
    """Return the ids of the people who played in games, by game. Computers have no id and are left out."""
    it, people = db.players.c, dict[int, set[int]]()
    for game, user in connection.execute(select(it.game, it.user).where(it.game.in_(games), it.user.is_not(None))):
        people.setdefault(game, set()).add(user)
    return people


def _on_side(guild: int | None, side: Side, user: int) -> ColumnElement[bool]:
    """Return the condition for the open forfeits on one side of a tab. Each side has its own index."""
    here = F.guild == guild if guild is not None else true()
    if side == "left":
        return and_(text(db.IS_OPEN), members.all_have_left(guild or 0, F.debtor, F.creditor), here)
    where = {"owes": F.debtor == user, "owed": F.creditor == user, "all": true()}[side]
    return and_(text(db.IS_OPEN), where, here)


def _are_present(guild: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that neither the debtor nor the creditor of a forfeit has left the server."""
    return ~members.has_left(guild, F.debtor), ~members.has_left(guild, F.creditor)


def paid_to(connection: Connection, guild: int | None, user: int, since: datetime) -> list[ForfeitRow]:
    """Return the forfeits that others say they have paid to a person since a point in time, newest first.

    Forfeits of forgotten people are left out.
    """
    query = select(db.forfeits).where(
        db.forfeits.c.state == PAID, db.forfeits.c.creditor == user, db.forfeits.c.settled >= since
    )
    query = query.where(db.forfeits.c.debtor > 0)
    if guild is not None:
        query = query.where(db.forfeits.c.guild == guild)
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(db.forfeits.c.settled.desc())).mappings()]


def messages(connection: Connection, tables: Iterable[int]) -> dict[int, int]:
    """Return the ids of the messages that show tables or their results, by table.

    Tables without such a message are left out. If the row of a table is gone, its kept game has the message.
    """
    it, game, wanted = db.tables.c, db.games.c, set(tables)
    there = select(it.id, it.panel_message).where(it.id.in_(wanted), it.panel_message.is_not(None))
    gone = select(game.id, game.message).where(game.id.in_(wanted), game.message.is_not(None))
    return {table: message for query in (gone, there) for table, message in connection.execute(query)}


def of_server(connection: Connection, guild: int, after: int, many: int) -> list[ForfeitRow]:
    """Return at most `many` forfeits of a server with an id above `after`, in the order of their ids.

    Their rows stay locked until the transaction ends.
    """
    query = select(db.forfeits).where(F.guild == guild, F.id > after).order_by(F.id).limit(many).with_for_update()
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def of_ids(connection: Connection, ids: Collection[int]) -> list[ForfeitRow]:
    """Return the forfeits with these ids, in the order of their ids."""
    query = select(db.forfeits).where(F.id.in_(ids)).order_by(F.id)
    return [ForfeitRow(**row) for row in connection.execute(query).mappings()]


def changes(connection: Connection, forfeit_id: int) -> list[ChangeRow]:
    """Return the changes of a forfeit, in order."""
    it = db.forfeit_changes.c
    query = select(it.forfeit, it.state, it.by, it.at).where(it.forfeit == forfeit_id).order_by(it.id)
    return [ChangeRow(*row) for row in connection.execute(query)]


def _note(connection: Connection, change: ChangeRow) -> None:
    ids.add_row(connection, db.forfeit_changes, msgspec.structs.asdict(change))
