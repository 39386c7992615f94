"""Games that are kept for good, and who played them."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, text

from bot.storage.columns import CALLED, WHO, Snowflake, Utc, metadata

games = Table(
    "games",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", Snowflake, nullable=False),
    Column("channel", Snowflake, nullable=False),
    Column("number", Integer, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("began", Utc, nullable=False),
    Column("ended", Utc, nullable=False),
    Column("form", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("season", BigInteger),
    Column("worth", LargeBinary),
    Index("ix_games_guild", "guild", "ordinal"),
    Index("ix_games_channel", "guild", "channel", "ordinal"),
    Index("ix_games_ended", "ended"),
    Index(
        "ix_games_replays", "guild", "ended", sqlite_where=text("worth IS NULL"), postgresql_where=text("worth IS NULL")
    ),
)
"""What is kept of a game for good, under its table's number: its record, and its events in their form, compressed.

Neither names anybody: see `players`. It was the `ordinal`th that was counted on its server, in the season open then.
Where a server keeps replays for a while only, both are empty after it, and `worth` is what the game counts for.
"""

players = Table(
    "players",
    metadata,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user", Snowflake, index=True, info=WHO),
    Column("name", String(100), nullable=False, info=CALLED),
    Column("computer", Boolean, nullable=False),
    Column("brought", Text, info=CALLED),
    Column("since", Integer, nullable=False),
    Column("guild", Snowflake, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("rating", Integer),
    Column("gained", Integer),
    Index("ix_players_games", "guild", "user", "ordinal"),
)
"""Who sat where in a game that is kept, and since which round (0: from its start); with what orders a person's games,
and the rating that they were shown after it, with how much of it that game brought.

Somebody who is forgotten leaves a seat and no more.
"""
