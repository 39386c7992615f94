"""Measure how long the real command takes to be ready at a local Discord, with different numbers of open games."""

import asyncio
import os
import tempfile
from pathlib import Path
from time import perf_counter

import msgspec

from tests.bench.resumed import open_games
from tests.processes import local_discord, started


class Started(msgspec.Struct):
    """Holds the seconds until the bot was ready, its processor seconds, and its memory in millions of bytes."""

    seconds: float
    worked: float
    held: float


def starting(games: int) -> Started:
    """Start the bot on a SQLite file with this many open games."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_starting(Path(folder), games))


async def _starting(folder: Path, games: int) -> Started:
    url = f"sqlite:///{folder / 'games.sqlite'}"
    house = await open_games(url, games)
    await house.close()
    async with local_discord(folder) as discord:
        began = perf_counter()
        async with started(discord.port, "run", DATABASE_URL=url) as bot:
            await bot.says("Ready.")
            took = perf_counter() - began
            return Started(took, _worked(bot.process.pid), _held(bot.process.pid))


def _worked(process: int) -> float:
    """Return a process's processor time in seconds, as Linux reports it."""
    told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _held(process: int) -> float:
    """Return a process's memory in millions of bytes, as Linux reports it."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0
