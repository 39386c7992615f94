"""What is counted of games: in which scopes, for whom, and how people stand. Rebuildable, but for the seasons."""

from sqlalchemy import BigInteger, Column, Double, Index, Integer, String, Table, text

from bot.storage.columns import WHO, Key, Snowflake, Utc, metadata

servers = Table(
    "servers",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("gone", Utc),
    Index("ix_servers_gone", "gone", sqlite_where=text("gone IS NOT NULL"), postgresql_where=text("gone IS NOT NULL")),
)
"""How many games were counted on a server; whoever counts something there holds the row.

And since when the bot is not there any more, from which its data has thirty days.
"""

seasons = Table(
    "seasons",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("name", String(40), nullable=False),
    Column("opened", Utc, nullable=False),
    Column("closed", Utc),
    Index("ix_seasons_guild", "guild", "opened"),
    Index(
        "uq_seasons_open",
        "guild",
        unique=True,
        sqlite_where=text("closed IS NULL"),
        postgresql_where=text("closed IS NULL"),
    ),
)
"""The seasons that servers have named; one at a time is open."""

scopes = Table(
    "scopes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("place", Snowflake, nullable=False),
    Column("game", String(20), nullable=False),
    Column("period", String(24), nullable=False),
    Index("uq_scopes_guild", "guild", "place", "game", "period", unique=True),
)
"""What figures are counted in: a server or a channel of it, all games or one, all time, a month or a season."""

tallies = Table(
    "tallies",
    metadata,
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(20), primary_key=True),
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("amount", Integer, nullable=False),
    Column("beside", Integer, nullable=False),
    Index("ix_tallies_board", "scope", "name", "amount", "beside", "user"),
    Index("ix_tallies_user", "user"),
    sqlite_with_rowid=False,
)
"""What is counted for people in a scope: an amount, and a second one beside it. A row says something.

Maintained in the transaction that changes it; rebuildable from `openings`, `games` and `forfeits`.
"""

levels = Table(
    "levels",
    metadata,
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(20), primary_key=True),
    Column("amount", Integer, primary_key=True, autoincrement=False),
    Column("many", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many people have just this much of what ranks: so a place on a board is a sum of few rows."""

ratings = Table(
    "ratings",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("family", String(20), primary_key=True),
    Column("who", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How strong a player of a family of games is, on a server. Rebuildable from `games`, in their order."""

meetings = Table(
    "meetings",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("other", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("games", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    Column("caught", Integer, nullable=False),
    Index("ix_meetings_user", "user"),
    Index("ix_meetings_other", "other"),
    Index("ix_meetings_most", "guild", "user", "games"),
    sqlite_with_rowid=False,
)
"""How two people fared against each other, from each one's side. Rebuildable from `games`."""

achievements = Table(
    "achievements",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("name", String(20), primary_key=True),
    Column("game", BigInteger, nullable=False, index=True),
    Column("at", Utc, nullable=False),
    Index("ix_achievements_user", "user"),
    sqlite_with_rowid=False,
)
"""What people have earned on a server, by which game and when: the first that brought it. Rebuildable from `games`."""

openings = Table(
    "openings",
    metadata,
    Column("game", BigInteger, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("name", String(20), primary_key=True),
    Column("guild", Snowflake, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("at", Utc, nullable=False),
    Column("amount", Integer, nullable=False),
    Column("beside", Integer, nullable=False),
)
"""Opening balances: what games of before counted for, whose events may be gone. Nothing writes here any more."""
