"""Run several processes on one machine. Each process has its share of the shards, and is restarted when it ends."""

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence

from bot.settings import CannotStart, Settings, Shards, dealt_out
from bot.sharing import check

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until an ended process is restarted. The first pause doubles each time, up to the longest pause."""
STOOD = 60.0
"""Seconds that a process has to run before its next pause is the first pause again."""
AT_THE_END = 20.0
"""Seconds that the processes have to finish when the bot stops."""
WRONGLY_SET_UP = 2
"""The exit code of a process with wrong settings. Other processes could not start with these settings either."""


async def run(settings: Settings, processes: int, command: Sequence[str] = ("-m", "bot", "run")) -> int:
    """Run the bot in several processes until SIGINT or SIGTERM, and return the exit code.

    Raises `CannotStart` if there are fewer shards than processes, or if the database serves only one process.
    """
    check(settings, processes)
    try:
        shares = dealt_out(
            settings.shards if settings.shards.of > 1 else Shards(0, processes - 1, processes), processes
        )
    except ValueError as why:
        raise CannotStart(str(why)) from None
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    kept = [_keep(share, stop, command, _environment(settings, share, number)) for number, share in enumerate(shares)]
    return max(await asyncio.gather(*kept))


async def _keep(share: Shards, stop: asyncio.Event, command: Sequence[str], environment: dict[str, str]) -> int:
    """Keep one process with these shards running until the bot stops. Return the exit code for the whole bot."""
    pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
    while True:
        began = loop.time()
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, env=environment, stdin=asyncio.subprocess.PIPE
        )
        if await _ended(process, stop):
            return 0
        if process.returncode == WRONGLY_SET_UP:
            stop.set()
            return WRONGLY_SET_UP
        pause = FIRST_PAUSE if loop.time() - began > STOOD else pause
        log.warning(
            "The process of shards %s has ended (%s); restarting it in %.0f s.", share, process.returncode, pause
        )
        if await _told(stop, pause):
            return 0
        pause = min(pause * 2, LONGEST_PAUSE)


def _environment(settings: Settings, share: Shards, number: int) -> dict[str, str]:
    """Return the environment of one process, with its shards and its own health port."""
    health = {} if settings.health is None else {"HEALTH_PORT": str(settings.health.number + number)}
    return {**os.environ, **health, "SHARDS": str(share)}


async def _ended(process: Process, stop: asyncio.Event) -> bool:
    """Wait until a process ends by itself, or end it when the bot stops.

    Return whether the bot stops.
    """
    over, told = asyncio.ensure_future(process.wait()), asyncio.ensure_future(stop.wait())
    await asyncio.wait({over, told}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if over.done() and not stop.is_set():
        return False
    if not over.done():
        process.terminate()
        await asyncio.wait({over}, timeout=AT_THE_END)
    if not over.done():
        process.kill()
    await over
    return True


async def _told(stop: asyncio.Event, seconds: float) -> bool:
    """Wait at most `seconds` for the signal to stop. Return whether the signal came."""
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True
