"""The note of the newest backup, which `backup` writes into the database. The bot reports the age of that backup."""

import asyncio
from datetime import datetime
from functools import partial

from sqlalchemy import URL, Connection, create_engine, inspect
from sqlalchemy.pool import NullPool

from bot.storage import database, facts
from bot.storage import schema as db

NEWEST = "newest backup"
"""The name of a stored fact: the time of the newest backup that was made and checked."""

OF_ANOTHER_VERSION = "it is of a version of the bot that keeps no such note"


def noted(connection: Connection) -> datetime | None:
    """Return the time of the newest backup that was noted, or None if there is none."""
    found = facts.fact(connection, NEWEST)
    return datetime.fromisoformat(found) if found is not None else None


def note(url: URL, at: datetime) -> str:
    """Note a backup of the time `at` in the database, and return "".

    If the database cannot be written, as on a standby, return the reason in words. This call blocks.
    """
    write = partial(_note, at=at)
    try:
        if url.get_backend_name() == "sqlite":
            engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, hide_parameters=True)
            with engine.begin() as connection:
                return write(connection)
        return asyncio.run(database.once_on_postgresql(url, write))
    except database.troubles() as error:
        code = database.code_of(error)
        return database.meaning_of(code) or code or type(error).__name__


def _note(connection: Connection, at: datetime) -> str:
    if not inspect(connection).has_table(db.facts.name):
        return OF_ANOTHER_VERSION
    facts.set_fact(connection, NEWEST, at.isoformat())
    return ""
