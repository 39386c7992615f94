"""A request to Discord that somebody waits for only so long, and that goes on to its end by itself."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()


async def within(seconds: float, request: Coroutine[Any, Any, T]) -> T:
    """What a request brings, where it does so in time. Raises what it raises, and `TimeoutError`.

    It is never cut off: discord.py, when it is cancelled while it waits for Discord's global limit to be over, never
    learns that it is, and lets no request through any more.
    """
    task = asyncio.ensure_future(request)
    _under_way.add(task)
    task.add_done_callback(_is_over)
    return await asyncio.wait_for(asyncio.shield(task), seconds)


def _is_over(task: asyncio.Task[Any]) -> None:
    """What comes of it later is nobody's affair."""
    _under_way.discard(task)
    if not task.cancelled():
        task.exception()
