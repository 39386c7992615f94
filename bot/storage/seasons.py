"""Seasons: stretches of time that a server names; what ends while one is open counts for it."""

from datetime import datetime

import msgspec
from sqlalchemy import Connection, insert, select, update

from bot.storage import schema as db

S = db.seasons.c


class SeasonRow(msgspec.Struct, frozen=True):
    """A season of a server; one that is open has no end yet."""

    id: int
    guild: int
    name: str
    opened: datetime
    closed: datetime | None = None


def running(connection: Connection, guild: int) -> int | None:
    """The season that is open on a server; None where none is."""
    return connection.execute(select(S.id).where(S.guild == guild, S.closed.is_(None))).scalar()


def latest(connection: Connection, guild: int, many: int) -> list[SeasonRow]:
    """The `many` newest seasons of a server, the newest first."""
    query = select(db.seasons).where(S.guild == guild).order_by(S.opened.desc(), S.id.desc()).limit(many)
    return [SeasonRow(**row) for row in connection.execute(query).mappings()]


def begin(connection: Connection, guild: int, name: str, at: datetime) -> SeasonRow:
    """Open a season where none is open."""
    key = connection.execute(insert(db.seasons).values(guild=guild, name=name, opened=at)).inserted_primary_key
    return SeasonRow(int(key[0]) if key else 0, guild, name, at)


def close(connection: Connection, season: SeasonRow, at: datetime) -> SeasonRow:
    """Close a season."""
    connection.execute(update(db.seasons).where(S.id == season.id).values(closed=at))
    return msgspec.structs.replace(season, closed=at)
