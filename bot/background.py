"""Work in the background that is done by one task at a time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Background:
    """Does one kind of work in the background. The clock asks for it every minute."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Set up for `work`, which handles its own errors, and may be cancelled at any time."""
        self._work = work
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start the work, unless it is under way."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    def cancel(self) -> None:
        """Stop the work. The next process goes on with it."""
        if self._task is not None:
            self._task.cancel()
