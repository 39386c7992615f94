"""The games that are kept for good, and who sat in them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, tuple_, update

from bot.storage import schema as db


class GameRow(msgspec.Struct, frozen=True):
    """One game that is over; the head of its record and its events (in the form `form`) are compressed.

    Until 2026-11-22 the whole record stood there. It was the `ordinal`th that was counted on its server. Where its
    replay was cleared away both are empty, and `worth` is what it counts for.
    """

    id: int
    guild: int
    channel: int
    number: int
    variant: str
    began: datetime
    ended: datetime
    form: int
    record: bytes
    events: bytes
    ordinal: int
    season: int | None = None
    worth: bytes | None = None


class PlayerRow(msgspec.Struct, frozen=True):
    """Who sat in a seat, since which round, and as JSON what went into its salt.

    `user` is None for a computer player, and a number below 0 for somebody who was forgotten.
    """

    game: int
    seat: int
    user: int | None
    name: str
    computer: bool
    brought: str | None
    guild: int
    ordinal: int
    since: int = 0
    rating: int | None = None
    gained: int | None = None


class RatedRow(msgspec.Struct, frozen=True):
    """The rating that whoever sat in a seat was shown after a game, and how much of it that brought."""

    game: int
    seat: int
    rating: int | None
    gained: int | None


def keep(connection: Connection, game: GameRow, players: Sequence[PlayerRow]) -> None:
    """Keep a game for good."""
    connection.execute(insert(db.games).values(msgspec.structs.asdict(game)))
    connection.execute(insert(db.players), [msgspec.structs.asdict(player) for player in players])


def game(connection: Connection, game_id: int) -> GameRow | None:
    """One kept game."""
    row = connection.execute(select(db.games).where(db.games.c.id == game_id)).mappings().one_or_none()
    return GameRow(**row) if row is not None else None


def is_kept(connection: Connection, game_id: int) -> bool:
    """Whether a game is kept already."""
    return connection.execute(select(db.games.c.id).where(db.games.c.id == game_id)).first() is not None


def games(connection: Connection, after: tuple[int, int], many: int, guild: int | None = None) -> list[GameRow]:
    """At most `many` games that come after `after` (server, ordinal), server by server as they were counted.

    Of `guild` alone, where it is given.
    """
    it = db.games.c
    order = it.guild, it.ordinal
    query = select(db.games).where(tuple_(*order) > tuple_(*after)).order_by(*order).limit(many)
    query = query if guild is None else query.where(it.guild == guild)
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def ended_before(connection: Connection, guild: int, moment: datetime, many: int) -> list[int]:
    """At most `many` games of a server that ended before then, and whose replay is still there; the oldest first."""
    it = db.games.c
    query = select(it.id).where(it.guild == guild, it.worth.is_(None), it.ended < moment)
    return list(connection.execute(query.order_by(it.ended).limit(many)).scalars())


def is_cleared(connection: Connection, game_id: int) -> bool:
    """Whether a game's replay was cleared away."""
    it = db.games.c
    return connection.execute(select(it.id).where(it.id == game_id, it.worth.is_not(None))).first() is not None


def clear(connection: Connection, game_id: int, worth: bytes) -> None:
    """Let go of a game's record and events, its table's too; what it counts for stays."""
    connection.execute(update(db.games).where(db.games.c.id == game_id).values(record=b"", events=b"", worth=worth))
    connection.execute(delete(db.events).where(db.events.c.table_id == game_id))


def players(connection: Connection, games: Sequence[int]) -> list[PlayerRow]:
    """Who sat in these games, by game and seat."""
    query = select(db.players).where(db.players.c.game.in_(games)).order_by(db.players.c.game, db.players.c.seat)
    return [PlayerRow(**row) for row in connection.execute(query).mappings()]


def rate(connection: Connection, ratings: Iterable[RatedRow]) -> None:
    """Write down the ratings that players were shown after games."""
    it = db.players.c
    statement = update(db.players).where(it.game == bindparam("in_game"), it.seat == bindparam("in_seat"))
    rows = [{"in_game": each.game, "in_seat": each.seat, "now": each.rating, "more": each.gained} for each in ratings]
    if rows:
        connection.execute(statement.values(rating=bindparam("now"), gained=bindparam("more")), rows)


def rated(connection: Connection, game: int) -> list[RatedRow]:
    """The ratings that the players of a game were shown after it, by seat; without those for whom it did not count."""
    it = db.players.c
    query = select(it.game, it.seat, it.rating, it.gained).where(it.game == game, it.gained.is_not(None))
    return [RatedRow(*row) for row in connection.execute(query.order_by(it.seat))]


def not_kept(connection: Connection, over: Sequence[str]) -> list[int]:
    """Tables whose status is one of `over`, whose events are all there, and whose game is not kept yet."""
    begins = (
        select(db.events.c.table_id)
        .join(db.tables, db.tables.c.id == db.events.c.table_id)
        .where(db.events.c.seq == 1, db.tables.c.status.in_(over))
        .where(~select(db.games.c.id).where(db.games.c.id == db.events.c.table_id).exists())
    )
    return list(connection.execute(begins.order_by(db.events.c.table_id)).scalars())
