"""How many live tables there are of somebody, and on a server: counted in the transaction that adds one.

Whoever counts a person or a server holds them until the transaction ends, so that of many at once none counts too few.
On SQLite there is one writer; on PostgreSQL a lock by the number of the person or the server stands for it.
"""

from collections.abc import Iterable

from sqlalchemy import BigInteger, Connection, bindparam, func, select

from bot.storage import schema as db
from bot.storage.rows import IS_LIVE

_LOCK = select(func.pg_advisory_xact_lock(bindparam("number", type_=BigInteger)))
_ON_A_SERVER = select(func.count()).select_from(db.tables).where(db.tables.c.guild == bindparam("guild"), IS_LIVE)
_OF_A_PERSON = (
    select(func.count())
    .select_from(db.seated)
    .join(db.tables, db.tables.c.id == db.seated.c.table_id)
    .where(db.seated.c.user == bindparam("user"), IS_LIVE)
)


def hold(connection: Connection, people: Iterable[int], guild: int | None = None) -> None:
    """Let nobody else count these people, and this server, until the transaction ends.

    Whoever holds a table as well takes hold of these afterwards.
    """
    if connection.dialect.name == "postgresql":
        for number in (*sorted(set(people)), *((guild,) if guild is not None else ())):
            connection.execute(_LOCK, {"number": number})


def of_person(connection: Connection, user: int) -> int:
    """At how many live tables a person sits."""
    return connection.execute(_OF_A_PERSON, {"user": user}).scalar() or 0


def on_server(connection: Connection, guild: int) -> int:
    """How many live tables there are on a server."""
    return connection.execute(_ON_A_SERVER, {"guild": guild}).scalar() or 0
