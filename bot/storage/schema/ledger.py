"""The ledger of forfeits: each of them, and every change of one."""

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table, Text, text

from bot.storage.columns import WHO, Key, Snowflake, Utc, metadata

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
    Index("ix_forfeits_guild", "guild"),
    Index("ix_forfeits_debtor", "debtor"),
    Index("ix_forfeits_paid", "creditor", "state", "settled"),
)
"""The ledger: who owes what to whom, from which game, and how it stands now."""

forfeit_changes = Table(
    "forfeit_changes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("forfeit", ForeignKey("forfeits.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("state", String(10), nullable=False),
    Column("by", Snowflake, index=True, info=WHO),
    Column("at", Utc, nullable=False),
)
"""Every change of a forfeit: what it became, when, and who said so (nobody: the game, the clock, a computer player)."""
