"""How many may work at once, so that a crowd does not drown the rest; who is slow gives the place back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Slots:
    """So many places. Each is held for some seconds at most: whoever takes longer goes on without one.

    So a crowd is let in step by step, and no number of slow ones (a channel that Discord limits) keeps others out.
    """

    def __init__(self, many: int, seconds: float) -> None:
        self._free, self._seconds = asyncio.Semaphore(many), seconds

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it for the body, or for as long as it may be held."""
        await self._free.acquire()
        given_back = False

        def give_back() -> None:
            nonlocal given_back
            if not given_back:
                given_back = True
                self._free.release()

        too_slow = asyncio.get_running_loop().call_later(self._seconds, give_back)
        try:
            yield
        finally:
            too_slow.cancel()
            give_back()
