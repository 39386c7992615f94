"""Count the live tables of a person and of a server, under a lock, so that nobody can exceed a limit."""

from collections.abc import Iterable

from sqlalchemy import BigInteger, Connection, bindparam, func, select

from bot.storage import schema as db
from bot.storage.table_rows import IS_LIVE

_LOCK = select(func.pg_advisory_xact_lock(bindparam("number", type_=BigInteger)))

_ON_A_SERVER = select(func.count()).select_from(db.tables).where(db.tables.c.guild == bindparam("guild"), IS_LIVE)

_OF_A_PERSON = (
    select(func.count())
    .select_from(db.seated)
    .join(db.tables, db.tables.c.id == db.seated.c.table_id)
    .where(db.seated.c.user == bindparam("user"), IS_LIVE)
)


def lock_people(connection: Connection, people: Iterable[int], guild: int | None = None) -> None:
    """Lock the number of tables of each of these people, and of this server, until the transaction ends.

    A transaction that also locks a table must lock the table first. On PostgreSQL this takes an advisory lock for each
    person and for the server. On SQLite there is only one writer, so nothing has to be locked.
    """
    if connection.dialect.name == "postgresql":
        for number in (*sorted(set(people)), *((guild,) if guild is not None else ())):
            connection.execute(_LOCK, {"number": number})


def count_tables_of(connection: Connection, user: int) -> int:
    """Return the number of live tables at which a person sits."""
    return connection.execute(_OF_A_PERSON, {"user": user}).scalar() or 0


def count_tables_on(connection: Connection, guild: int) -> int:
    """Return the number of live tables on a server."""
    return connection.execute(_ON_A_SERVER, {"guild": guild}).scalar() or 0
