"""The tables through which several processes work as one bot, and the table of the last ids.

The former have leases on shards, outages, and turns to identify.
"""

from sqlalchemy import BigInteger, Column, Integer, String, Table

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
    # The version of the counting of figures. NULL: the process is of a version that stores none.
    Column("counting", Integer),
)
"""The processes. Each has a lease on the shards from `first` to `last`, out of `of` shards. The lease ends at `until`.

A process whose row was deleted has lost its shards, and must stop writing.
"""

shards = Table(
    "shards",
    metadata,
    Column("of", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("alive", Utc),
)
"""The last sign of life for each shard. An outage of the shard's servers begins at this time."""

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
"""The outages: times during which nobody on these shards could move. A table gets the time back when it is read."""

identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next", Utc, nullable=False),
)
"""The time at which a bucket's next shard may identify to Discord.

All processes together may identify one shard of a bucket every five seconds.
"""

last_ids = Table(
    "last_ids",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("id", BigInteger, nullable=False),
)
"""The last id that each table has given, under the name of that table. On PostgreSQL, sequences replace these rows."""
