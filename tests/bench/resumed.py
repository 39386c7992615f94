"""Time the recovery from an outage with different numbers of open games.

The first result is the time until the clock of turns runs again. The second result is the time until all games have
their lost time back.
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace
from sqlalchemy import Connection

from bot.storage import table_rows
from tests.tables.house import CHANNEL, House


def resumed(games: int) -> tuple[float, float]:
    """Return the seconds until turns run again, and the seconds until every table has its lost time back, on SQLite."""
    return asyncio.run(_resumed(games))


async def _resumed(games: int) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        house = await open_games(f"sqlite:///{Path(folder) / 'games.sqlite'}", games)
        house.wait(hours=2)
        began = perf_counter()
        await house.tables.time.resume()
        passes = perf_counter() - began
        await house.tables.time.catch_up()
        right = perf_counter() - began
        await house.close()
    return passes, right


async def open_games(url: str, games: int) -> House:
    """Return a house with this many open games, each of which waits for a player."""
    house = await House(url).open()
    sitting = await house.game("common", "ann", "bob", clock=60)
    await house.store.write(lambda connection: _multiply(connection, sitting.id, games))
    await house.tables.time.beat()
    return house


def _multiply(connection: Connection, table: int, games: int) -> None:
    row = table_rows.table(connection, table)
    assert row is not None
    for number in range(1, games):
        table_rows.insert_table(connection, replace(row, channel=CHANNEL + number, id=0))
