"""How seconds pass: what is to be done each second is begun here, and ended by what that gives."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from discord.ext import tasks

POLL = 1.0
"""Seconds between two steps."""
Step = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Seconds:
    """`begin` begins to take a step each second, and gives how to stop.

    `are_real`: they pass by themselves, so that a long time without a step says that the clock jumped or stood still.
    """

    begin: Callable[[Step], Callable[[], object]]
    are_real: bool = True


def _each_second(step: Step) -> Callable[[], object]:
    """A step, and the next one a second after it.

    What a machine that slept has missed is not made up for, and a clock on the wall that is put back stops nothing.
    """
    return asyncio.create_task(_on_and_on(step)).cancel


def _rehearsed(step: Step) -> Callable[[], object]:
    """The same in a Discord in memory, whose time passes for discord.py's own loops alone."""
    loop = tasks.loop(seconds=POLL)(step)
    loop.start()
    return loop.cancel


async def _on_and_on(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        await step()
        await asyncio.sleep(POLL)


each_second = Seconds(_each_second)
rehearsed = Seconds(_rehearsed, are_real=False)
