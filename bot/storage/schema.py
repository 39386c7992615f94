"""The tables of the database.

`history_schema` has the tables for everything that outlasts a game, and `process_schema` has those that processes
share. Secrets (the seed and hidden dice) have separate columns, which are marked as secret.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from bot.storage.columns import CALLED, SECRET, WHO, Key, Snowflake, Utc, metadata, only, switches
from bot.storage.history_schema import (
    achievements,
    counted_forfeits,
    counted_gains,
    countings,
    dare_decks,
    games,
    guesses,
    levels,
    meetings,
    openings,
    people,
    players,
    put_out,
    puzzle_answers,
    ratings,
    scopes,
    seasons,
    servers,
    tallies,
)
from bot.storage.process_schema import identifies, last_ids, outages, processes, shards

IS_UNINDEXED = "indexed IS NULL OR indexed <> writes"
"""The condition that `table_people` may lack people of a table.

SQLite uses the index of such tables only if a query has these exact words.
"""

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
    # Every write to the row increments this number, even if only annotations change.
    Column("writes", Integer, nullable=False, server_default="0"),
    # The form in which the row is stored. Older versions of the bot cannot read a form that is higher than theirs.
    Column("form", Integer, nullable=False, server_default="1"),
    Column("public", LargeBinary),
    Column("hidden", LargeBinary, info=SECRET),
    Column("seq", Integer, nullable=False),
    Column("changed", Utc, nullable=False),
    # `since`: when the present state was shown. `ends_at`: when the time limit is reached. `due`: when a duty is due.
    Column("since", Utc),
    Column("ends_at", Utc),
    Column("quiet", Boolean, nullable=False),
    Column("due", Utc, index=True),
    Column("tries", Integer, nullable=False),
    Column("not_before", Utc),
    # The newest outage whose time this table has got back (see `outages`).
    Column("outage", BigInteger, nullable=False, server_default="0"),
    # The channel shows the events up to `shown_seq` (of `seq`) and the version `panel_version` (of `version`).
    # `private_news` contains the deliveries to each seat.
    Column("shown_seq", Integer, nullable=False),
    Column("private_news", LargeBinary, nullable=False),
    Column("panel_channel", Snowflake),
    Column("panel_message", Snowflake),
    Column("panel_version", Integer),
    # The live message shows the events after `told_from`, or the lobby if this is NULL.
    Column("told_from", Integer),
    Column("meanwhile", LargeBinary, nullable=False),
    # The channel of a thread, and whether the thread is private.
    Column("parent", Snowflake),
    Column("private", Boolean),
    # The number of writes after which the row's people were written to `table_people`. Older versions keep it as it is.
    Column("indexed", Integer),
    Index("ix_tables_unindexed", "id", **only(IS_UNINDEXED)),
    Index("ix_tables_behind", "outage", "id", **only("due IS NOT NULL")),
    Index("uq_tables_live_channel", "channel", unique=True, **only("status IN ('lobby', 'playing')")),
    Index("ix_tables_live_guild", "guild", **only("status IN ('lobby', 'playing')")),
    Index("ix_tables_guild", "guild", "ended_by"),
)
"""The tables and their games: seats, snapshot (public and hidden), next duty, and what was shown and sent."""

seated = Table(
    "seated",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user", Snowflake, primary_key=True, index=True, info=WHO),
)
"""The people who sit at each table. These rows are used to find the live tables of a person."""

table_people = Table(
    "table_people",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user", Snowflake, primary_key=True, info=WHO),
    Index("ix_table_people_user", "user", "table_id"),
)
"""The people who sit or wait at each table or host it, live or over.

The rows of a table are complete if its `indexed` equals its `writes`.
"""

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
"""All events of games, in order. While its round lasts, nobody may see all of a `secret` event."""

answers = Table(
    "answers",
    metadata,
    Column("key", String(100), primary_key=True),
    Column("table_id", BigInteger),
    Column("at", Utc, nullable=False, index=True),
)
"""The requests that have been carried out. A second request with the same key changes nothing."""

IS_OPEN = "state IN ('waits', 'owed')"
"""The condition that a forfeit is open. SQLite uses an index of open forfeits only if a query has these exact words."""

ONLY_OPEN = only(IS_OPEN)

forfeits = Table(
    "forfeits",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("channel", Snowflake, nullable=False),
    Column("table_id", BigInteger, nullable=False, index=True),
    Column("debtor", Snowflake, nullable=False, info=WHO),
    Column("creditor", Snowflake, info=WHO),
    Column("text", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("variant", String(20), nullable=False),
    Column("at", Utc, nullable=False),
    Column("settled", Utc),
    Column("season", BigInteger),
    # The channel of a thread, and whether the thread is private. NULL means unknown, and counts as private.
    Column("parent", Snowflake),
    Column("private", Boolean),
    Index("ix_forfeits_unplaced", "id", **only("private IS NULL")),
    Index("ix_forfeits_owes", "debtor", "id", **ONLY_OPEN),
    Index("ix_forfeits_is_owed", "creditor", "id", **ONLY_OPEN),
    Index("ix_forfeits_open", "guild", "id", **ONLY_OPEN),
    Index("ix_forfeits_guild", "guild"),
    Index("ix_forfeits_debtor", "debtor"),
    Index("ix_forfeits_paid", "creditor", "state", "settled"),
)
"""The ledger of forfeits: the debtor, the creditor, what is owed, the game, and the present state."""

forfeit_people = Table(
    "forfeit_people",
    metadata,
    Column("table_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("guild", Snowflake, nullable=False, index=True),
)
"""The people who sat at a table where a forfeit arose. They may read the words of that forfeit anywhere."""

forfeit_changes = Table(
    "forfeit_changes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("forfeit", ForeignKey("forfeits.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(10), nullable=False),
    Column("by", Snowflake, index=True, info=WHO),
    Column("at", Utc, nullable=False),
)
"""Every change of a forfeit: its new state, the time, and the person who made it.

`by` is NULL if the game, the clock or a computer player made the change.
"""

server_settings = Table(
    "server_settings",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("game", String(20), nullable=False),
    Column("pace", String(20), nullable=False),
    Column("clock", Integer),
    *switches(),
    Column("channels", LargeBinary, nullable=False),
    Column("replays", Integer),
    Column("puzzle_channel", Snowflake),
    Column("puzzle_hour", Integer, nullable=False, server_default="12"),
    Column("puzzle_posted", Integer),
    Column("role", Snowflake),
    Column("language", String(10), nullable=False, server_default=""),
    Column("form", Integer, nullable=False, server_default="1"),
    Index("ix_server_settings_puzzle", "puzzle_hour", **only("puzzle_channel IS NOT NULL")),
    Index("ix_server_settings_replays", "replays", **only("replays IS NOT NULL")),
    Index("ix_server_settings_language", "guild", "language", **only("language <> ''")),
)
"""The choices of servers for their tables.

`replays` is for how many months replays are kept (NULL: no limit). The puzzle is posted in `puzzle_channel` at
`puzzle_hour` (UTC), last on the day `puzzle_posted`. Hosts may call `role`. `language` is "" until the first table.
"""

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
    # The place where the rules were saved. Only people who see this place may read a stake in words.
    Column("channel", Snowflake),
    Column("parent", Snowflake),
    Column("private", Boolean),
    Index("uq_named_rules_guild_key", "guild", "key", unique=True),
)
"""The house rules that a server has saved under names: options in the words of RECORD.md, one in each line.

`key` is the name in the form for comparison, which ignores case.
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
    Column("language", String(10), nullable=False, server_default=""),
    Column("misclicks", String(20), nullable=False, server_default="first-games"),
    Column("reminders", String(20), nullable=False, server_default="half"),
)
"""The choices of people for themselves. A person without a row has chosen nothing. `language` "" means Discord's."""

locales = Table(
    "locales",
    metadata,
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("locale", String(10), nullable=False),
)
"""People's languages in Discord, as last seen."""

closed_dms = Table(
    "closed_dms",
    metadata,
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("since", Utc, nullable=False),
)
"""The people who cannot be reached by DM."""

dm_channels = Table(
    "dm_channels",
    metadata,
    Column("user", Snowflake, primary_key=True, autoincrement=False, info=WHO),
    Column("channel", Snowflake, nullable=False),
)
"""The ids of the channels in which people get direct messages."""

facts = Table("marks", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
"""Facts that the bot stores about itself, each under a name. In the database the table is called "marks"."""

__all__ = [
    "IS_OPEN",
    "IS_UNINDEXED",
    "ONLY_OPEN",
    "achievements",
    "answers",
    "closed_dms",
    "counted_forfeits",
    "counted_gains",
    "countings",
    "dare_decks",
    "dm_channels",
    "events",
    "facts",
    "forfeit_changes",
    "forfeit_people",
    "forfeits",
    "games",
    "guesses",
    "identifies",
    "last_ids",
    "levels",
    "locales",
    "meetings",
    "metadata",
    "named_rules",
    "openings",
    "outages",
    "people",
    "players",
    "preferences",
    "processes",
    "put_out",
    "puzzle_answers",
    "ratings",
    "scopes",
    "seasons",
    "seated",
    "server_settings",
    "servers",
    "shards",
    "table_people",
    "tables",
    "tallies",
]
