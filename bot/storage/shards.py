"""Shards: which servers are whose. Discord deals them out by a server's number; so do we, in SQL as in Python."""

import msgspec
from sqlalchemy import ColumnElement, true

from bot.storage import schema as db

TIMESTAMP = 22
"""The bits of a snowflake below its moment, which say nothing of the shard."""


class Shards(msgspec.Struct, frozen=True):
    """The shards from `first` to `last` (from 0) of so many: all servers where nothing else is said."""

    first: int = 0
    last: int = 0
    of: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.of}"

    def have(self, guild: int) -> bool:
        """Whether a server is on one of them."""
        return self.first <= (guild >> TIMESTAMP) % self.of <= self.last

    def are_all(self) -> bool:
        """Whether every server is."""
        return self.last - self.first + 1 == self.of

    def overlap(self, others: "Shards") -> bool:
        """Whether a server may be on both; those of another number of shards are dealt out otherwise."""
        return self.of != others.of or (self.first <= others.last and others.first <= self.last)


ALL = Shards()


def on(shards: Shards) -> ColumnElement[bool]:
    """The tables of the servers on these shards."""
    if shards.are_all():
        return true()
    return db.tables.c.guild.op(">>")(TIMESTAMP).op("%")(shards.of).between(shards.first, shards.last)
