"""Whose turn it is to tell the gateway who it is: of each bucket one shard in five seconds, of all processes."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from discord.http import HTTPClient

from bot.storage import processes
from bot.storage.store import Store


async def identify(store: Store, http: HTTPClient, shard: int, now: Callable[[], datetime]) -> None:
    """Wait until this shard may: the buckets are as many as Discord lets identify at once."""
    _, _, limit = await http.get_bot_gateway()
    bucket = shard % max(limit["max_concurrency"], 1)
    wait = await store.write(lambda connection: processes.identify(connection, bucket, now()))
    await asyncio.sleep(wait.total_seconds())
