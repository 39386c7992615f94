"""Waiting for what is under way, but only for so long."""

import asyncio
from collections.abc import Coroutine, Iterable
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


async def finished(tasks: Iterable[asyncio.Task[Any]], seconds: float) -> bool:
    """Wait at most so long for these tasks, and end the others; whether all of them came to their own end.

    Whatever they had saved by then is shown after the next start: writes under way are finished by the store.
    """
    waited_for = set(tasks) - {asyncio.current_task()}
    if not waited_for:
        return True
    _, unfinished = await asyncio.wait(waited_for, timeout=seconds)
    for task in unfinished:
        task.cancel()
    await asyncio.gather(*unfinished, return_exceptions=True)
    return not unfinished
