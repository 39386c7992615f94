"""Computer players think here: in a thread of their own, on what their seat sees, outside every transaction."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bot.tables.timers import Mind
from engine import games
from engine.core.actions import Action, Challenge

Wish = tuple[int, Action]


class Thinking:
    """The thread in which computer players think."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")

    async def first_wish(self, minds: tuple[Mind, ...]) -> Wish | None:
        """What the first of them that wants to move does: its seat and the move; None where nobody wants to."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, first_wish, minds)

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def first_wish(minds: tuple[Mind, ...]) -> Wish | None:
    """The same, here and now: whose turn it is has to move, the others may cry out of turn (C1)."""
    for mind in minds:
        if mind.seat in mind.view.awaited:
            return mind.seat, games.choose(mind.view, mind.mood)
        if games.would_challenge(mind.view, mind.mood):
            return mind.seat, Challenge()
    return None
