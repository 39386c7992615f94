"""Decks of dares: the versions with which games began, and each server's own deck.

A deck is stored as text, with one dare in each line.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, select, update

from bot.storage import ids
from bot.storage import schema as db

_D = db.dare_decks.c


def lines(connection: Connection, guild: int, version: int) -> tuple[str, ...]:
    """Return the dares of a version of a deck, or () if the server has no such version."""
    return _split(connection.execute(select(_D.lines).where(_D.id == version, _D.guild == guild)).scalar())


def newest(connection: Connection, guild: int, deck: str) -> tuple[str, ...]:
    """Return the dares of the newest version of a server's deck, or () if there is none."""
    return _split(connection.execute(_versions(_D.lines, guild, deck).limit(1)).scalar())


def keep(connection: Connection, guild: int, deck: str, dares: Sequence[str], by: int | None, at: datetime) -> int:
    """Store the dares as a deck's newest version, unless they are stored already. Return the version's number.

    `by` is the person who wrote the dares, or None.
    """
    text = "\n".join(dares)
    same: int | None = connection.execute(_versions(_D.id, guild, deck).where(_D.lines == text).limit(1)).scalar()
    if same is None:
        values = {"guild": guild, "deck": deck, "lines": text, "by": by, "at": at}
        return ids.add_row(connection, db.dare_decks, values)
    if by is not None:
        connection.execute(update(db.dare_decks).where(_D.id == same).values(by=by, at=at))
    return same


def forget_old(connection: Connection, guild: int, deck: str, needed: Collection[int]) -> None:
    """Delete all versions of a deck except the newest one and the versions in `needed`."""
    newest_one: int | None = connection.execute(_versions(_D.id, guild, deck).limit(1)).scalar()
    kept = {newest_one or 0, *needed}
    connection.execute(delete(db.dare_decks).where(_D.guild == guild, _D.deck == deck, _D.id.not_in(kept)))


def _versions(what: ColumnElement[Any], guild: int, deck: str) -> Select[Any]:
    """Return a query for one column of all versions of a deck, newest first."""
    return select(what).where(_D.guild == guild, _D.deck == deck).order_by(_D.at.desc(), _D.id.desc())


def _split(lines: str | None) -> tuple[str, ...]:
    return tuple(lines.split("\n")) if lines else ()
