"""Wait for running tasks for a limited time."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()


async def within(seconds: float, request: Coroutine[Any, Any, T]) -> T:
    """Return the result of a request, or raise `TimeoutError` after `seconds`.

    Raises the request's own exceptions too. The request is never cancelled, because all other requests would wait
    longer if it was waiting for the end of Discord's global rate limit.
    """
    return await asyncio.wait_for(asyncio.shield(in_background(request)), seconds)


def in_background(request: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a request as a task and return the task. The task is kept until it ends."""
    task = asyncio.ensure_future(request)
    _under_way.add(task)
    task.add_done_callback(_is_over)
    return task


def _is_over(task: asyncio.Task[Any]) -> None:
    """Drop a task that has ended, and retrieve its exception so that asyncio does not log the exception."""
    _under_way.discard(task)
    if not task.cancelled():
        task.exception()


async def finished(tasks: Iterable[asyncio.Task[Any]], seconds: float) -> bool:
    """Wait at most `seconds` for these tasks, and cancel the unfinished ones. Return whether all of them finished.

    If a cancelled task has saved changes, they are shown after the next start. The store finishes running writes.
    """
    waited_for = set(tasks) - {asyncio.current_task()}
    if not waited_for:
        return True
    _, unfinished = await asyncio.wait(waited_for, timeout=seconds)
    for task in unfinished:
        task.cancel()
    await asyncio.gather(*unfinished, return_exceptions=True)
    return not unfinished
