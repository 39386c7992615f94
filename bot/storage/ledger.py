"""Forfeits, results and standings: what outlives a game."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql

from bot.storage import schema as db
from bot.storage.rows import upsert

FIGURES = ("games", "wins", "washed_up", "bads", "goods", "owed", "paid", "waived")
"""What a standing counts."""
WAITS, OWED = "waits", "owed"
"""A forfeit of the round just played, and one on the tab; both are owed."""


class ForfeitRow(msgspec.Struct, frozen=True):
    """One row of the ledger."""

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


class ResultRow(msgspec.Struct, frozen=True):
    """How one game ended for one person."""

    table_id: int
    user: int
    guild: int
    variant: str
    at: datetime
    won: bool
    washed_up: bool
    bads: int
    goods: int


def owe(connection: Connection, forfeit: ForfeitRow) -> None:
    """Write a forfeit down and count it as owed."""
    values = msgspec.structs.asdict(forfeit)
    del values["id"]
    connection.execute(insert(db.forfeits).values(values))
    count(connection, forfeit.guild, forfeit.debtor, owed=1)


def settle_waiting(connection: Connection, table_id: int, debtor: int, how: str, at: datetime) -> None:
    """Settle what `debtor` owes for the round just played at a table: `paid`, `waived`, or `tab` for later."""
    where = (db.forfeits.c.table_id == table_id, db.forfeits.c.debtor == debtor, db.forfeits.c.state == WAITS)
    for row in connection.execute(select(db.forfeits).where(*where)).mappings().all():
        _settle(connection, row, OWED if how == "tab" else how, at)


def all_on_the_tab(connection: Connection, table_id: int) -> None:
    """The game is over: what still waits is owed from now on."""
    where = (db.forfeits.c.table_id == table_id, db.forfeits.c.state == WAITS)
    connection.execute(update(db.forfeits).where(*where).values(state=OWED))


def settle(connection: Connection, forfeit: ForfeitRow, how: str, at: datetime) -> bool:
    """Settle one forfeit of the tab; False where it was settled meanwhile."""
    where = (db.forfeits.c.id == forfeit.id, db.forfeits.c.state.in_((WAITS, OWED)))
    row = connection.execute(select(db.forfeits).where(*where).with_for_update()).mappings().one_or_none()
    if row is None:
        return False
    _settle(connection, row, how, at)
    return True


def forfeit(connection: Connection, forfeit_id: int) -> ForfeitRow | None:
    """One row of the ledger."""
    query = select(db.forfeits).where(db.forfeits.c.id == forfeit_id)
    row = connection.execute(query).mappings().one_or_none()
    return ForfeitRow(**row) if row is not None else None


def open_forfeits(connection: Connection, guild: int | None, user: int) -> list[ForfeitRow]:
    """What a person owes and is owed on a server (everywhere where `guild` is None), the oldest first."""
    query = select(db.forfeits).where(
        db.forfeits.c.state.in_((WAITS, OWED)), or_(db.forfeits.c.debtor == user, db.forfeits.c.creditor == user)
    )
    if guild is not None:
        query = query.where(db.forfeits.c.guild == guild)
    return [ForfeitRow(**row) for row in connection.execute(query.order_by(db.forfeits.c.id)).mappings()]


def finish(connection: Connection, results: Sequence[ResultRow]) -> None:
    """Write the results of a game down, and count them."""
    for result in results:
        connection.execute(insert(db.results).values(msgspec.structs.asdict(result)))
        count(
            connection, result.guild, result.user,
            games=1, wins=int(result.won), washed_up=int(result.washed_up), bads=result.bads, goods=result.goods,
        )  # fmt: skip


def count(connection: Connection, guild: int, user: int, **more: int) -> None:
    """Add to a person's standing on a server."""
    changes: dict[str, Any] = {name: db.standings.c[name] + amount for name, amount in more.items()}
    upsert(connection, db.standings, {"guild": guild, "user": user}, more, changes)


def hold_standings(connection: Connection, guild: int, users: Iterable[int]) -> None:
    """Take hold of people's standings in one order before counting, lest games of the same people deadlock.

    On SQLite, which has one writer, there is nothing to do.
    """
    rows = [{"guild": guild, "user": user} for user in sorted(set(users))]
    if rows and connection.dialect.name == "postgresql":
        insertion = postgresql.insert(db.standings)
        connection.execute(
            insertion.values(rows).on_conflict_do_update(
                index_elements=["guild", "user"], set_={"games": db.standings.c.games}
            )
        )


def name(connection: Connection, guild: int, user: int, name: str) -> None:
    """Remember a display name as last seen."""
    upsert(connection, db.people, {"guild": guild, "id": user}, {"name": name[:100]})


def names(connection: Connection, guild: int, users: Sequence[int]) -> dict[int, str]:
    """The names of people as last seen on a server."""
    query = select(db.people.c.id, db.people.c.name).where(db.people.c.guild == guild, db.people.c.id.in_(users))
    return {row.id: row.name for row in connection.execute(query)}


def rebuild(connection: Connection) -> None:
    """Count all standings anew from the results and the forfeits."""
    connection.execute(delete(db.standings))
    for result in connection.execute(select(db.results)).mappings().all():
        count(
            connection, result["guild"], result["user"],
            games=1, wins=int(result["won"]), washed_up=int(result["washed_up"]),
            bads=result["bads"], goods=result["goods"],
        )  # fmt: skip
    for row in connection.execute(select(db.forfeits)).mappings().all():
        figure = "owed" if row["state"] in (WAITS, OWED) else row["state"]
        count(connection, row["guild"], row["debtor"], **{figure: 1})


def standings(connection: Connection, guild: int) -> list[dict[str, Any]]:
    """Every standing on a server, unordered."""
    return [
        dict(row) for row in connection.execute(select(db.standings).where(db.standings.c.guild == guild)).mappings()
    ]


def board(connection: Connection, guild: int, order: Sequence[str], first: int, many: int) -> list[dict[str, Any]]:
    """One page of a board: `many` standings from place `first` (0 is the top), ordered by figures, the most first.

    Only people with something to show on this board stand on it.
    """
    figures = [db.standings.c[name] for name in order]
    query = (
        select(db.standings, db.people.c.name, _rank(order).label("rank"))
        .outerjoin(db.people, (db.people.c.guild == db.standings.c.guild) & (db.people.c.id == db.standings.c.user))
        .where(db.standings.c.guild == guild, _shows(order))
        .order_by(*(figure.desc() for figure in figures), db.standings.c.user)
        .offset(first)
        .limit(many)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def board_size(connection: Connection, guild: int, order: Sequence[str]) -> int:
    """How many people stand on a board."""
    query = select(func.count()).select_from(db.standings).where(db.standings.c.guild == guild, _shows(order))
    return connection.execute(query).scalar() or 0


def own_place(connection: Connection, guild: int, order: Sequence[str], user: int) -> dict[str, Any] | None:
    """One person's standing with its rank, None where they do not stand on the board."""
    ranked = (
        select(db.standings, _rank(order).label("rank"))
        .where(db.standings.c.guild == guild, _shows(order))
        .subquery()
    )  # fmt: skip
    row = connection.execute(select(ranked).where(ranked.c.user == user)).mappings().one_or_none()
    return dict(row) if row is not None else None


def _settle(connection: Connection, row: RowMapping, state: str, at: datetime) -> None:
    settled = at if state != OWED else None
    connection.execute(
        update(db.forfeits).where(db.forfeits.c.id == row["id"]).values(state=state, settled=settled)
    )  # fmt: skip
    if settled is not None:
        count(connection, row["guild"], row["debtor"], **{"owed": -1, state: 1})


def _rank(order: Sequence[str]) -> Any:
    return func.rank().over(order_by=[db.standings.c[name].desc() for name in order])


def _shows(order: Sequence[str]) -> Any:
    return or_(*(db.standings.c[name] != 0 for name in order))
