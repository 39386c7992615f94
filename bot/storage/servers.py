"""What is known of each server: how many games were counted there. Who counts holds its row until they are done."""

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage import schema as db


def hold(connection: Connection, guild: int, games: int = 0) -> int:
    """Let nobody else count on this server until the transaction ends, and count `games` more; how many they are now.

    Figures are read, reckoned and written, so two games that end at once must come one after the other. Whoever holds
    a table and a forfeit as well takes hold of this last.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(db.servers).values(guild=guild, games=games)
    more = row.on_conflict_do_update(index_elements=["guild"], set_={"games": db.servers.c.games + games})
    return int(connection.execute(more.returning(db.servers.c.games)).scalar_one())


def games(connection: Connection, guild: int) -> int:
    """How many games were counted on this server."""
    return connection.execute(select(db.servers.c.games).where(db.servers.c.guild == guild)).scalar() or 0
