"""Tables and what happens at them: who sits, the game as it stands, what is due, and what is shown."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, String, Table, text

from bot.storage.columns import CALLED, SECRET, WHO, Key, Snowflake, Utc, metadata

tables = Table(
    "tables",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("channel", Snowflake, nullable=False),
    Column("guild_name", String(100), nullable=False),
    Column("channel_name", String(100), nullable=False),
    Column("host", Snowflake, nullable=False, info=WHO),
    Column("host_name", String(100), nullable=False, info=CALLED),
    Column("status", String(10), nullable=False),
    Column("ended_by", String(100), nullable=False, info=CALLED),
    Column("setup", LargeBinary, nullable=False),
    Column("seats", LargeBinary, nullable=False, info=CALLED),
    Column("waiting", LargeBinary, nullable=False, info=CALLED),
    Column("commitment", String(64), nullable=False),
    Column("seed", String(128), nullable=False, info=SECRET),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("public", LargeBinary),
    Column("hidden", LargeBinary, info=SECRET),
    Column("seq", Integer, nullable=False),
    Column("changed", Utc, nullable=False),
    # Time: when what stands was shown, the time limit, and the moment of the next duty, which the rest gives.
    Column("since", Utc),
    Column("ends_at", Utc),
    Column("quiet", Boolean, nullable=False),
    Column("due", Utc, index=True),
    Column("tries", Integer, nullable=False),
    Column("not_before", Utc),
    # The newest outage that these moments know of (see `outages`).
    Column("outage", BigInteger, nullable=False, server_default="0"),
    # What must be shown and what has been: events up to `seq` against `shown_seq`, `version` against `panel_version`;
    # and by seat what must be told privately and what has been.
    Column("shown_seq", Integer, nullable=False),
    Column("private_news", LargeBinary, nullable=False),
    Column("panel_channel", Snowflake),
    Column("panel_message", Snowflake),
    Column("panel_version", Integer),
    # The live message tells what happened after event `told_from`; none where it is still the lobby's.
    Column("told_from", Integer),
    Column("meanwhile", LargeBinary, nullable=False),
    Index(
        "ix_tables_behind",
        "outage",
        "id",
        sqlite_where=text("due IS NOT NULL"),
        postgresql_where=text("due IS NOT NULL"),
    ),
    Index(
        "uq_tables_live_channel",
        "channel",
        unique=True,
        sqlite_where=text("status IN ('lobby', 'playing')"),
        postgresql_where=text("status IN ('lobby', 'playing')"),
    ),
    Index(
        "ix_tables_live_guild",
        "guild",
        sqlite_where=text("status IN ('lobby', 'playing')"),
        postgresql_where=text("status IN ('lobby', 'playing')"),
    ),
    Index("ix_tables_guild", "guild", "ended_by"),
)
"""A table and its game: who sits, the snapshot (public and hidden apart), the next duty, what is shown and told."""

seated = Table(
    "seated",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user", Snowflake, primary_key=True, index=True, info=WHO),
)
"""Which people sit at which table, to find a person's tables."""

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("secret", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False, info=SECRET),
)
"""Everything that happened, in order; `secret` ones are one player's alone while the round lasts."""

answers = Table(
    "answers",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("table_id", BigInteger),
    Column("at", Utc, nullable=False, index=True),
)
"""Which requests have been carried out: the same key twice changes nothing."""
