"""The tables for everything that outlasts a game: the kept games, and the statistics of people and servers.

Answers to puzzles and decks of dares also outlast games. Statistics can be rebuilt from the games, but seasons cannot.
"""

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
)

from bot.storage.columns import CALLED, WHO, Key, Snowflake, Utc, metadata, only

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
    Column("parent", Snowflake),
    Column("private", Boolean),
    Column("advised", Boolean),
    Column("line", Snowflake),
    Column("message", Snowflake),
    Column("shared", Boolean),
    Index("ix_games_guild", "guild", "ordinal"),
    Index("ix_games_channel", "guild", "channel", "ordinal"),
    Index("ix_games_ended", "ended"),
    Index("ix_games_replays", "guild", "ended", **only("worth IS NULL")),
)
"""The kept games, under their tables' numbers. The head of each record and the events are compressed.

They contain no names: see `players`. `form` is the form of the events. `ordinal` counts the games of a server, and
`season` is the season in which the game was counted. If a server keeps replays for a limited time, the record and the
events are emptied afterwards, and `worth` has the figures of the game. `parent` is the channel of a thread, and
`private` says whether the thread was private. In `advised` games everybody saw the best moves. `line` is the id of the
message that sealed the dice. Once the row of the table is gone, `message` is the id of the message with the result,
and `shared` says whether the best moment was shown to everybody.
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
    Column("share", String(64)),
    Column("instead_of", String(100)),
    Column("put_out", Boolean),
    Index("ix_players_games", "guild", "user", "ordinal"),
)
"""The players of kept games, by seat.

`since` is the round in which the player took the seat from the computer player `instead_of` (0: from the start).
`rating` is the rating after the game, and `gained` is its change. Both are empty for a player who was `put_out`, that
is, removed by the table. The index by server, person and ordinal finds a person's games in order. When a person is
forgotten, their seat stays without their name, and keeps the person's share of the dice.
"""

servers = Table(
    "servers",
    metadata,
    Column("guild", Snowflake, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("gone", Utc),
    Index("ix_servers_gone", "gone", **only("gone IS NOT NULL")),
)
"""The servers, with the number of games that were counted on each.

`gone` is the time at which the bot left the server. Thirty days later all rows of the server are deleted. A
transaction that counts something on a server locks the server's row.
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
    Index("uq_seasons_open", "guild", unique=True, **only("closed IS NULL")),
)
"""The seasons of servers. At most one season of a server is open at a time."""

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
"""The scopes in which figures are counted.

A scope is a place (a server or a channel), a game (one or all) and a period (all time, a month or a season).
"""

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
"""The figures of people in a scope: an amount, and a second figure beside it. A figure of zero has no row.

Every transaction that changes a figure updates it here. All figures can be rebuilt from `openings`, `games` and
`forfeits`.
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
"""The number of people who have each amount of a ranked figure.

A person's place on a leaderboard is a sum of these rows.
"""

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
"""The rating of each player in each family of games on a server.

All ratings can be rebuilt from `games`, in their order.
"""

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
"""The results of two people against each other, with one row for each of them. They can be rebuilt from `games`."""

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
"""People's achievements on a server, each with the first game that brought it. They can be rebuilt from `games`."""

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
"""Opening balances: the figures of old games whose events may be gone. The bot no longer adds rows to this table."""

countings = Table(
    "countings",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", Snowflake, nullable=False, index=True),
    Column("state", String(10), nullable=False),
    Column("figures", Integer, nullable=False),
    Column("achievements", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    # The game up to which the opening balances were counted. NULL: all of them were.
    Column("openings", BigInteger),
    # The search for new achievements: those since which version, and before which game. NULL: nothing is searched.
    Column("sought_since", Integer),
    Column("sought_before", Integer),
)
"""The countings of servers. A counting is one whole set of a server's figures, under a number of its own.

In `scopes`, `ratings`, `meetings` and `achievements`, the column `guild` holds the number of the counting. The number
of a server's first counting is the server's id; older versions of the bot know only that one. The numbers of all others
are negative. `figures` and `achievements` are the versions by which the games were counted, up to the game with the
ordinal `games`. `state` is "first", "built" (not complete yet), "shown" or "dropped".
"""

counted_gains = Table(
    "counted_gains",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("game", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("rating", Integer, nullable=False),
    Column("gained", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The ratings after games, and their changes, in a counting with a negative number. `players` has the first one's."""

counted_forfeits = Table(
    "counted_forfeits",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("forfeit", BigInteger, primary_key=True, autoincrement=False),
    Column("state", String(10), nullable=False),
    sqlite_with_rowid=False,
)
"""The state in which each forfeit was counted in a counting with a negative number."""

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("guild", Snowflake, nullable=False),
    Column("answer", String(10), nullable=False),
    Index("ix_puzzle_answers_guild", "guild", "day"),
)
"""People's first answers to the puzzle of each day. A day is the number that `date.toordinal` returns."""

guesses = Table(
    "guesses",
    metadata,
    Column("table_id", BigInteger, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("user", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("guild", Snowflake, nullable=False),
    Column("name", String(100), nullable=False, info=CALLED),
    Column("is_true", Boolean, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("at", Utc, nullable=False, index=True),
    Index("ix_guesses_guild", "guild"),
)
"""People's guesses at showdowns, before the cups went up: whether the bid is true, and whether the guess was right."""

dare_decks = Table(
    "dare_decks",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("guild", Snowflake, nullable=False),
    Column("deck", String(20), nullable=False),
    Column("lines", Text, nullable=False),
    Column("by", Snowflake, index=True, info=WHO),
    Column("at", Utc, nullable=False),
    Index("ix_dare_decks_guild", "guild", "deck", "at"),
)
"""The versions of decks with which games on a server began, with one dare in each line.

The newest version of the server's own deck is its present deck, and `by` is its author.
"""

people = Table(
    "people",
    metadata,
    Column("guild", Snowflake, primary_key=True),
    Column("id", Snowflake, primary_key=True, index=True, info=WHO),
    Column("name", String(100), nullable=False, info=CALLED),
    Column("asked", Utc),
    Column("gone", Utc),
    Index("ix_people_gone", "guild", "id", **only("gone IS NOT NULL")),
)
"""The last known display names of people, by server.

`asked` is when Discord was last asked whether the person is on the server, and `gone` when they were first missing.
"""

put_out = Table(
    "put_out",
    metadata,
    Column("channel", Snowflake, primary_key=True, autoincrement=False),
    Column("host", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("user", Snowflake, primary_key=True, autoincrement=False, index=True, info=WHO),
    Column("guild", Snowflake, nullable=False, index=True),
    Column("until", Utc, nullable=False, index=True),
)
"""The people who were put out of a table. They sit at other tables of its host in that channel only if invited.

`channel` is the channel of a thread if the table was in a thread.
"""
