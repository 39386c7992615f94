"""The games that somebody has played on a server, the newest first."""

from datetime import datetime

import msgspec
from sqlalchemy import Connection, select

from bot.storage import schema as db


class PlayedRow(msgspec.Struct, frozen=True):
    """A game that somebody sat in: when it ended, which it was, and the rating that they were shown after it."""

    game: int
    variant: str
    ended: datetime
    rating: int | None


def latest(connection: Connection, guild: int, user: int, many: int) -> list[PlayedRow]:
    """The newest `many` games of a person on a server, however many there are before."""
    games, players = db.games.c, db.players.c
    query = (
        select(games.id, games.variant, games.ended, players.rating)
        .join(db.games, games.id == players.game)
        .select_from(db.players)
        .where(players.guild == guild, players.user == user)
        .order_by(players.ordinal.desc())
        .limit(many)
    )
    return [PlayedRow(*row) for row in connection.execute(query)]
