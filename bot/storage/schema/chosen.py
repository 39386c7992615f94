"""People and servers: names, what they have chosen, who cannot be reached; and single facts."""

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, String, Table, Text, text

from bot.storage.columns import CALLED, WHO, Key, Snowflake, Utc, metadata

people = Table(
    "people",
    metadata,
    Column("guild", Snowflake, primary_key=True),
    Column("id", Snowflake, primary_key=True, index=True, info=WHO),
    Column("name", String(100), nullable=False, info=CALLED),
)
"""Display names as last seen, by server."""

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("game", String(20), nullable=False),
    Column("pace", String(20), nullable=False),
    Column("clock", Integer),
    Column("stakes", Boolean, nullable=False),
    Column("channels", LargeBinary, nullable=False),
    Column("threads", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("replays", Integer),
    Index(
        "ix_server_settings_replays",
        "replays",
        sqlite_where=text("replays IS NOT NULL"),
        postgresql_where=text("replays IS NOT NULL"),
    ),
)
"""What a server has chosen for its tables; one without a row has chosen nothing. Replays for so many months."""

named_rules = Table(
    "named_rules",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("key", Text, nullable=False),
    Column("name", String(40), nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", Text, nullable=False),
    Column("by", Snowflake, nullable=False, index=True, info=WHO),
    Column("by_name", String(100), nullable=False, info=CALLED),
    Index("uq_named_rules_guild_key", "guild", "key", unique=True),
)
"""The house rules that a server keeps by a name: options in RECORD.md's words, one a line.

`key` is the name as it is compared, whatever the case of its letters.
"""

preferences = Table(
    "preferences",
    metadata,
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("dms", String(20), nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("hints", String(20), nullable=False),
    Column("lucky", Text, nullable=False, info=CALLED),
    Column("dice", String(20), nullable=False),
    Column("others_see", String(20), nullable=False),
    Column("charts", String(20), nullable=False),
)
"""What people have chosen for themselves; who has no row has chosen nothing."""

closed_dms = Table(
    "closed_dms",
    metadata,
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("since", Utc, nullable=False),
)
"""Who cannot be reached by DM."""

marks = Table("marks", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""Single facts: when the bot was last alive, the hash of its commands."""
