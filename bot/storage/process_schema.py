"""The tables by which several processes are one bot: leases on shards, time that passed, outages, turns to identify."""

from sqlalchemy import Column, Integer, String, Table

from bot.storage.columns import Key, Utc, metadata

processes = Table(
    "processes",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("name", String(100), nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("until", Utc, nullable=False),
)
"""The processes that have a lease until some moment, for the shards from `first` to `last`; `of` is how many there are.

The id is the epoch: a process whose row is gone has lost its shards, and writes nothing any more.
"""

shards = Table(
    "shards",
    metadata,
    Column("of", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("alive", Utc),
)
"""When time last passed for the servers of a shard; from there an outage is measured."""

outages = Table(
    "outages",
    metadata,
    Column("id", Key, primary_key=True, autoincrement=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("lost_from", Utc, nullable=False),
    Column("resumed", Utc, nullable=False),
)
"""Times during which nobody on these shards could move; a table gets them back when it is read."""

identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next", Utc, nullable=False),
)
"""When the next shard of a bucket may say to Discord who it is: one in five seconds, whichever process has it."""
