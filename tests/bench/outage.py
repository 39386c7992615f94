"""Measure how long the bot takes to give all open games their lost time back after an outage, while people move.

The script can also run with the files of an older commit.
"""

import subprocess
import sys
from pathlib import Path

import msgspec

from tests.bench.bots import THE_BOTS

SCRIPT = """
import asyncio, json, os, sys
from itertools import count
from time import perf_counter, process_time
from msgspec.structs import replace
from engine import games as engine
from tests.bench.resumed import open_games
from tests.tables.house import person

async def main(url, games, moves):
    house = await open_games(url, games)
    if not moves:
        await house.close()
        return
    house.limits = replace(house.limits, server=2 * games + 100)
    await house.reopen()
    tables = [await house.game("dudo", "ann", "bob", "cid", channel=number + 20_000) for number in range(10)]
    house.wait(hours=2)
    began, used = perf_counter(), process_time()
    await house.tables.time.resume()
    times, passes = [], perf_counter() - began
    putting_right = asyncio.create_task(house.tables.time.catch_up())
    spent = 0.0
    for number in count():
        if putting_right.done():
            break
        table = tables[number % len(tables)]
        name = await table.turn()
        action = engine.choose(await table.view(name), 0.5)
        before = perf_counter()
        await house.tables.moves.act(table.id, person(name).id, action, house.key())
        times.append(perf_counter() - before)
        await house.follow(table.id)
        await asyncio.sleep(0.1)
    await putting_right
    took, worked = perf_counter() - began, process_time() - used
    times.sort()
    p99 = times[len(times) * 99 // 100]
    print(json.dumps(dict(passes=passes, took=took, worked=worked, moves=len(times), p99=p99)))
    await house.close()

asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "moves"))
"""


class PutRight(msgspec.Struct):
    """Holds the result of a measurement.

    `passes` is the number of seconds until the clock runs again. `took` and `worked` are the seconds and the processor
    seconds until all games are corrected. `moves` is the number of moves that people made meanwhile. `p99` is the
    number of seconds within which 99 of 100 moves were saved.
    """

    passes: float
    took: float
    worked: float
    moves: int
    p99: float


def put_right(tree: Path, url: str, games: int) -> PutRight:
    """Let the bot of this worktree correct this many games after an outage, and return the measured times.

    The bot has a processor core of its own.
    """
    return msgspec.json.decode(_script(tree, url, str(games), "moves").splitlines()[-1], type=PutRight)


def with_open_games(tree: Path, url: str, games: int) -> None:
    """Let the bot of this worktree fill a database with this many open games."""
    _script(tree, url, str(games), "")


def _script(tree: Path, *arguments: str) -> bytes:
    command = ("taskset", "-c", str(THE_BOTS), sys.executable, "-c", SCRIPT, *arguments)
    return subprocess.run(command, cwd=tree, check=True, stdout=subprocess.PIPE).stdout
