"""The tables of the database. Secrets (the seed, hidden dice) stand in columns of their own, marked so."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    text,
)

from bot.storage.columns import CALLED, SECRET, WHO, Key, Snowflake, Utc, metadata

__all__ = ["metadata"]

people = Table(
    "people",
    metadata,
    Column("guild", Snowflake, primary_key=True),
    Column("id", Snowflake, primary_key=True, info=WHO),
    Column("name", String(100), nullable=False, info=CALLED),
)
"""Display names as last seen, by server."""

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
        "uq_tables_live_channel",
        "channel",
        unique=True,
        sqlite_where=text("status IN ('lobby', 'playing')"),
        postgresql_where=text("status IN ('lobby', 'playing')"),
    ),
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

IS_OPEN = "state IN ('waits', 'owed')"
"""Said word for word, or SQLite does not see that an index of open forfeits is enough."""
ONLY_OPEN: Any = {"sqlite_where": text(IS_OPEN), "postgresql_where": text(IS_OPEN)}

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
    Index("ix_forfeits_owes", "debtor", "id", **ONLY_OPEN),
    Index("ix_forfeits_is_owed", "creditor", "id", **ONLY_OPEN),
    Index("ix_forfeits_open", "guild", "id", **ONLY_OPEN),
    Index("ix_forfeits_paid", "creditor", "state", "settled"),
)
"""The ledger: who owes what to whom, from which game, and how it stands now."""

forfeit_changes = Table(
    "forfeit_changes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("forfeit", ForeignKey("forfeits.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(10), nullable=False),
    Column("by", Snowflake, info=WHO),
    Column("at", Utc, nullable=False),
)
"""Every change of a forfeit: what it became, when, and who said so (nobody: the game, the clock, a computer player)."""

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

servers = Table(
    "servers",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("gone", Utc),
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
    Column("who", Snowflake, primary_key=True, autoincrement=False, info=WHO),
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
    Column("by", Snowflake, nullable=False, info=WHO),
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
