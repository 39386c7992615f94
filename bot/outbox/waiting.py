"""Waiting for running tasks, for a limited time."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()


async def within(seconds: float, request: Coroutine[Any, Any, T]) -> T:
    """Return the result of a request, if it comes in time. Raises its exceptions, and `TimeoutError`.

    It is never cancelled: when discord.py is cancelled while it waits for the end of Discord's global limit, it lets no
    request through any more.
    """
    return await asyncio.wait_for(asyncio.shield(in_background(request)), seconds)


def in_background(request: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Begin a request that nobody waits for; return its task, which is kept until it is over."""
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
    """Wait at most `seconds` for these tasks, and cancel unfinished ones; return whether all of them finished.

    Everything they saved is shown after the next start: the store finishes running writes.
    """
    waited_for = set(tasks) - {asyncio.current_task()}
    if not waited_for:
        return True
    _, unfinished = await asyncio.wait(waited_for, timeout=seconds)
    for task in unfinished:
        task.cancel()
    await asyncio.gather(*unfinished, return_exceptions=True)
    return not unfinished
