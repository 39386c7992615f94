"""Waiting for what is under way, for a limited time."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()


async def within(seconds: float, request: Coroutine[Any, Any, T]) -> T:
    """Return what a request returns, where it does so in time. Raises what it raises, and `TimeoutError`.

    It is never cancelled: when discord.py is cancelled while it waits for Discord's global limit to end, it lets no
    request through any more.
    """
    return await asyncio.wait_for(asyncio.shield(in_background(request)), seconds)


def in_background(request: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Begin a request for which nobody has to wait; return its task, which is kept until it is over."""
    task = asyncio.ensure_future(request)
    _under_way.add(task)
    task.add_done_callback(_is_over)
    return task


def _is_over(task: asyncio.Task[Any]) -> None:
    """Take the result of a request that nobody waits for any more."""
    _under_way.discard(task)
    if not task.cancelled():
        task.exception()


async def finished(tasks: Iterable[asyncio.Task[Any]], seconds: float) -> bool:
    """Wait at most `seconds` for these tasks, and cancel those unfinished; return whether all of them finished.

    What they had saved by then is shown after the next start: the store finishes writes that are under way.
    """
    waited_for = set(tasks) - {asyncio.current_task()}
    if not waited_for:
        return True
    _, unfinished = await asyncio.wait(waited_for, timeout=seconds)
    for task in unfinished:
        task.cancel()
    await asyncio.gather(*unfinished, return_exceptions=True)
    return not unfinished
