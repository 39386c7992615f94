"""Measure the time and the space of a backup, a restore, a move to PostgreSQL, and a finished game."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import func, select

from bot.operating.maintenance import back_up, move_data, restore
from bot.storage import moving
from engine.variants import VARIANTS
from tests.bench.boards import _filled
from tests.bench.bots import most_held
from tests.databases import EMPTY, postgresql_database, postgresql_running
from tests.tables.house import House

MEGA = 2**20
HELD = "MB held meanwhile"
"""The title of the memory that a move takes."""


def copies(people: int, games: int, forfeits: int) -> dict[str, float]:
    """Back up, restore and move a server of this size.

    Return the number of rows, the size in megabytes, how long each copy takes in seconds, and the memory of a move.
    """
    with (
        tempfile.TemporaryDirectory() as name,
        _filled(people, games, forfeits, Random(1)) as connection,
        postgresql_running() as server,
        postgresql_database(server, EMPTY) as target,
    ):
        file, backup = Path(str(connection.engine.url.database)), Path(name, "backup")
        rows = sum(
            connection.execute(select(func.count()).select_from(table)).scalar_one() for table in moving.tables()
        )
        connection.rollback()
        source, new = f"sqlite:///{file}", f"sqlite:///{name}/new.sqlite"
        return {
            "rows": rows,
            "MB in the file": file.stat().st_size / MEGA,
            "s to back up": _seconds(lambda: back_up(source, backup)),
            "s to restore": _seconds(lambda: restore(new, backup, over=False)),
            **_moved(source, target),
        }


def _moved(source: str, target: str) -> dict[str, float]:
    began = perf_counter()
    command = [sys.executable, "-m", "tests.bench.copies", source, target]
    most = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {"s to move to PostgreSQL": perf_counter() - began, HELD: float(most)}


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def kept(games: int) -> float:
    """Return the kilobytes that a finished game of four players adds to a SQLite file, averaged over all presets."""

    async def play(file: Path, times: int) -> None:
        house = await House(f"sqlite:///{file}").open()
        for number in range(times):
            variant = tuple(VARIANTS)[number % len(VARIANTS)]
            sitting = await house.game(variant, "ann", "bob", "cid", "dora", channel=number, rounds=10)
            await sitting.play_on(Random(number))
        await house.close()

    with tempfile.TemporaryDirectory() as name:
        none, many = Path(name, "none.sqlite"), Path(name, "many.sqlite")
        asyncio.run(play(none, 0))
        asyncio.run(play(many, games))
        return (many.stat().st_size - none.stat().st_size) / 1024 / games


if __name__ == "__main__":
    move_data(sys.argv[1], sys.argv[2], lambda _: None)
    print(most_held())
