"""Seasons: stretches of time that a server names; what ends while one is open counts for it."""

from sqlalchemy import Connection, select

from bot.storage import schema as db


def running(connection: Connection, guild: int) -> int | None:
    """The season that is open on a server; None where none is."""
    it = db.seasons.c
    return connection.execute(select(it.id).where(it.guild == guild, it.closed.is_(None))).scalar()
