"""The finished games that the bot keeps, and the players who sat in them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, and_, case, delete, insert, select, tuple_, update

from bot.settings import CannotStart
from bot.storage import Condition, countings
from bot.storage import schema as db
from bot.storage.sight import Sight, Venue, in_sight
from bot.storage.table_rows import IS_UNDERSTOOD
from engine.core.events import EARLIER_FORM, FORM

NEWER_GAMES = "A newer version of the bot has kept games here: count again with that one. Nothing was changed."

GAME_IS_UNDERSTOOD: Condition = db.games.c.form <= FORM
"""The condition that this version of the bot can read a kept game.

`form` is the form of the events and of everything else in the row. Add 1 to `FORM` when you change any of that.
"""


class GameRow(msgspec.Struct, frozen=True):
    """One kept game. The head of its record, and its events in the form `form`, are compressed.

    Until 2026-11-22 the whole record was stored. `ordinal` counts the games of a server. If the replay was deleted,
    the record and the events are empty, and `worth` has the figures of the game.
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
    parent: int | None = None
    private: bool | None = None
    advised: bool | None = None
    line: int | None = None
    message: int | None = None
    shared: bool | None = None


class PlayerRow(msgspec.Struct, frozen=True):
    """The player of one seat in a kept game.

    `user` is None for a computer player, and negative for a forgotten person. `since` is the round in which the
    player took the seat from the computer player `instead_of`. `brought` contains the inputs to the player's `share` as
    JSON. `put_out` says whether the table removed the player from the game.
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
    share: str | None = None
    instead_of: str | None = None
    put_out: bool | None = None


class RatedRow(msgspec.Struct, frozen=True):
    """The rating that a player was shown after a game, and the change that the game made to it."""

    game: int
    seat: int
    rating: int | None
    gained: int | None


def keep(connection: Connection, game: GameRow, players: Sequence[PlayerRow]) -> None:
    """Store a finished game and its players."""
    connection.execute(insert(db.games).values(msgspec.structs.asdict(game)))
    connection.execute(insert(db.players), [msgspec.structs.asdict(player) for player in players])


def game(connection: Connection, game_id: int) -> GameRow | None:
    """Return the kept game with this id.

    Return None if there is none, or if a newer version of the bot has kept it.
    """
    found = select(db.games).where(db.games.c.id == game_id, GAME_IS_UNDERSTOOD)
    row = connection.execute(found).mappings().one_or_none()
    return GameRow(**row) if row is not None else None


def is_newer(connection: Connection, game_id: int) -> bool:
    """Return whether a newer version of the bot has kept this game."""
    newer = select(db.games.c.id).where(db.games.c.id == game_id, ~GAME_IS_UNDERSTOOD)
    return connection.execute(newer).first() is not None


def following(connection: Connection, guild: int, after: int, many: int) -> list[GameRow]:
    """Return at most `many` games of a server with ordinals above `after`, in order.

    Games that a newer version of the bot has kept are included. Their `form` is above `FORM`.
    """
    it = db.games.c
    query = select(db.games).where(it.guild == guild, it.ordinal > after).order_by(it.ordinal).limit(many)
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def preceding(connection: Connection, guild: int, before: int, many: int) -> list[GameRow]:
    """Return at most `many` games of a server with ordinals below `before`, the last one first.

    Games that a newer version of the bot has kept are included, as in `following`.
    """
    it = db.games.c
    query = select(db.games).where(it.guild == guild, it.ordinal < before).order_by(it.ordinal.desc()).limit(many)
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def any_newer(connection: Connection) -> bool:
    """Return whether a newer version of the bot has kept any game."""
    return connection.execute(select(db.games.c.id).where(~GAME_IS_UNDERSTOOD).limit(1)).first() is not None


def require_readable(connection: Connection) -> None:
    """Raise `CannotStart` if a newer version of the bot has kept a game, because a recount would miss this game."""
    if any_newer(connection):
        raise CannotStart(NEWER_GAMES)


def is_kept(connection: Connection, game_id: int) -> bool:
    """Return whether the game with this id is kept."""
    return connection.execute(select(db.games.c.id).where(db.games.c.id == game_id)).first() is not None


def games(connection: Connection, after: tuple[int, int], many: int, guild: int | None = None) -> list[GameRow]:
    """Return at most `many` kept games, sorted by server and then by ordinal.

    The first game is the next one after `after` (server, ordinal). Return only games of `guild`, if it is given. Games
    that a newer version of the bot has kept are left out.
    """
    it = db.games.c
    order = it.guild, it.ordinal
    query = select(db.games).where(tuple_(*order) > tuple_(*after), GAME_IS_UNDERSTOOD).order_by(*order).limit(many)
    query = query if guild is None else query.where(it.guild == guild)
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def ended_before(connection: Connection, guild: int, moment: datetime, many: int) -> list[int]:
    """Return the ids of at most `many` games of a server that ended before `moment` and have a replay, oldest first."""
    it = db.games.c
    query = select(it.id).where(it.guild == guild, it.worth.is_(None), it.ended < moment, GAME_IS_UNDERSTOOD)
    return list(connection.execute(query.order_by(it.ended).limit(many)).scalars())


def is_cleared(connection: Connection, game_id: int) -> bool:
    """Return whether the replay of a game was deleted."""
    it = db.games.c
    return connection.execute(select(it.id).where(it.id == game_id, it.worth.is_not(None))).first() is not None


def clear(connection: Connection, game_id: int, worth: bytes) -> None:
    """Delete the record and the events of a game, and the events of its table.

    The figures of the game (`worth`) are stored instead.
    """
    it = db.games.c
    cleared = update(db.games).where(it.id == game_id, GAME_IS_UNDERSTOOD)
    form = case((it.form < EARLIER_FORM, EARLIER_FORM), else_=it.form)
    if connection.execute(cleared.values(record=b"", events=b"", worth=worth, form=form)).rowcount:
        connection.execute(delete(db.events).where(db.events.c.table_id == game_id))


def share(connection: Connection, game_id: int) -> bool:
    """Note that the best moment of a game was shown to everybody. Return False if this was noted before."""
    it = db.games.c
    first = update(db.games).where(it.id == game_id, it.shared.is_not(True), GAME_IS_UNDERSTOOD)
    return connection.execute(first.values(shared=True)).rowcount == 1


def players(connection: Connection, games: Sequence[int]) -> list[PlayerRow]:
    """Return the players of these games, by game and seat."""
    query = select(db.players).where(db.players.c.game.in_(games)).order_by(db.players.c.game, db.players.c.seat)
    return [PlayerRow(**row) for row in connection.execute(query).mappings()]


def rated(connection: Connection, game: int) -> list[RatedRow]:
    """Return the ratings that players were shown after a game, by seat.

    Players whom the game did not rate are left out.
    """
    it, gain = db.players.c, db.counted_gains.c
    guild = connection.execute(select(db.games.c.guild).where(db.games.c.id == game)).scalar() or 0
    query = select(it.game, it.seat, it.rating, it.gained).where(it.game == game, it.gained.is_not(None))
    query = query.order_by(it.seat)
    if (number := countings.shown(connection, guild)) != guild:
        there = select(gain.game, gain.seat, gain.rating, gain.gained).where(gain.number == number, gain.game == game)
        query = there.order_by(gain.seat)
    return [RatedRow(*row) for row in connection.execute(query)]


def not_kept(connection: Connection, over: Sequence[str]) -> list[int]:
    """Return the tables that have one of these statuses, if their events still exist but their game is not kept."""
    begins = (
        select(db.events.c.table_id)
        .join(db.tables, db.tables.c.id == db.events.c.table_id)
        .where(db.events.c.seq == 1, db.tables.c.status.in_(over), IS_UNDERSTOOD)
        .where(~select(db.games.c.id).where(db.games.c.id == db.events.c.table_id).exists())
    )
    return list(connection.execute(begins.order_by(db.events.c.table_id)).scalars())


def of_ids(connection: Connection, ids: Sequence[int]) -> list[GameRow]:
    """Return the games with these ids, newest first. Games that a newer version of the bot has kept are left out."""
    query = select(db.games).where(db.games.c.id.in_(ids), GAME_IS_UNDERSTOOD).order_by(db.games.c.ordinal.desc())
    return [GameRow(**row) for row in connection.execute(query).mappings()]


def numbered(connection: Connection, guild: int, ordinal: int) -> int | None:
    """Return the id of the game with this ordinal on a server, or None if that game is not kept."""
    query = select(db.games.c.id).where(db.games.c.guild == guild, db.games.c.ordinal == ordinal)
    return connection.execute(query).scalar()


def is_seen(connection: Connection, game_id: int, guild: int, sight: Sight) -> bool:
    """Return whether a person may see a game of this server, because they sat in it or see its place."""
    it = db.games.c
    query = select(it.id).where(it.id == game_id, it.guild == guild, in_sight(sight, [game_id]))
    return connection.execute(query).first() is not None


def venue_of(connection: Connection, guild: int, channel: int) -> Venue | None:
    """Return the place of a channel or thread as its newest game stored it, or None if no game was played there.

    If the game did not store whether the thread is private, the place counts as public.
    """
    it = db.games.c
    query = select(it.channel, it.parent, it.private).where(it.guild == guild, it.channel == channel)
    row = connection.execute(query.order_by(it.ordinal.desc()).limit(1)).one_or_none()
    return Venue(row.channel, row.parent, bool(row.private)) if row is not None else None


LATELY, LEAST, MOST = 100, 2, 3
"""The number of a server's newest games that tell its favorites, the least games of a favorite, and the most favorites.
"""


def favorites(connection: Connection, guild: int) -> tuple[str, ...]:
    """Return the variants that were played most on a server lately, the most played one first."""
    it = db.games.c
    newest = select(it.variant).where(it.guild == guild).order_by(it.ordinal.desc()).limit(LATELY)
    played = Counter(connection.execute(newest).scalars())
    return tuple(name for name, many in played.most_common(MOST) if many >= LEAST)


class PlayedRow(msgspec.Struct, frozen=True):
    """A game that a person played, the time at which it ended, and the rating that the person was shown after it."""

    game: int
    variant: str
    ended: datetime
    rating: int | None


def latest_of(connection: Connection, guild: int, user: int, many: int) -> list[PlayedRow]:
    """Return the newest `many` games of a person on a server. The query reads one range of an index."""
    games, players, gain = db.games.c, db.players.c, db.counted_gains.c
    number = countings.shown_number(guild)
    rating = case((number == guild, players.rating), else_=gain.rating).label("rating")
    after = and_(gain.number == number, gain.game == players.game, gain.seat == players.seat)
    query = (
        select(games.id, games.variant, games.ended, rating)
        .join(db.games, games.id == players.game)
        .outerjoin(db.counted_gains, after)
        .select_from(db.players)
        .where(players.guild == guild, players.user == user)
        .order_by(players.ordinal.desc())
        .limit(many)
    )
    return [PlayedRow(*row) for row in connection.execute(query)]
