"""The end of what is under way: it gets its time, and what is not finished then is left."""

import asyncio
from collections.abc import Iterable
from typing import Any


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
