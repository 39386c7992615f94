"""Shards, in SQL as in Python."""

from sqlalchemy import ColumnElement, true

from bot.shards import TIMESTAMP, Shards
from bot.storage import schema as db


def on(shards: Shards) -> ColumnElement[bool]:
    """The tables of the servers on these shards."""
    if shards.are_all():
        return true()
    shard: ColumnElement[int] = db.tables.c.guild // 2**TIMESTAMP % shards.of
    return shard.between(shards.first, shards.last)
