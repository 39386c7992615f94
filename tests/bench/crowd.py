"""Time the answers to presses at a hundred tables with computer players, over real HTTP and at a steady rate.

The bot and the local Discord share one process and one event loop, so the figures include both.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from sqlalchemy import select

from bot.presses.bids import PlaceBid
from bot.presses.codec import decode
from bot.presses.game import CallLie
from bot.storage.schema import tables
from bot.tables.pace import PACES, PaceName
from tests.faults.wire import Wire, buttons, discord_put_back

PEOPLE, AT_A_TABLE, COMPUTERS = 20, 4, 1
"""The number of people in total, and the numbers of people and of computer players at each table."""
SECONDS, WARMING = 30, 5
"""The seconds for which people press buttons, and the seconds at the beginning in which presses do not count."""
A_MOMENT = 0.01
"""Seconds to wait if no table waits for a person."""
CHALLENGED = 0.1
"""The share of presses that are challenges, so that there are showdowns and deals."""


class Answered(msgspec.Struct):
    """Holds the result of a measurement.

    It has the seconds until each press was answered, the number of presses a second, and the share of a core that the
    process used.
    """

    times: list[float]
    rate: float
    core: float

    def within(self, part: float) -> float:
        """Return the number of milliseconds within which this part (0-1) of the presses was answered."""
        return sorted(self.times)[int(len(self.times) * part)] * 1000


def crowd(many: int, a_second: float) -> Answered:
    """Play at this many tables, with `a_second` presses a second in total."""
    with discord_put_back(), tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_crowd(Path(folder), many, a_second))


async def _crowd(folder: Path, many: int, a_second: float) -> Answered:
    wire = Wire(folder, PACES[PaceName.EASY])
    wire.server.world.changed = lambda: None  # type: ignore[method-assign] # nobody opens this world again
    people = [wire.server.world.add_person(f"Guest {number}").key for number in range(PEOPLE)]
    await wire.open()
    try:
        places = dict([await _table(wire, people, number) for number in range(many)])
        await _pressing(wire, places, a_second, WARMING)
        used = time.process_time()
        began = time.monotonic()
        times = await _pressing(wire, places, a_second, SECONDS)
        took = time.monotonic() - began
        return Answered(times, len(times) / took, (time.process_time() - used) / took)
    finally:
        await wire.close()


async def _table(wire: Wire, people: list[str], number: int) -> tuple[int, int]:
    """Start a table. Return its number and its channel."""
    seated = [people[(number * AT_A_TABLE + seat) % PEOPLE] for seat in range(AT_A_TABLE)]
    where = wire.new_channel(f"dice-{number}")
    table = await wire.table(where, *seated, computers=COMPUTERS, stakes=False, clock=180, rounds=100)
    await wire.until(wire.is_shown, table)
    return table, where


async def _pressing(wire: Wire, places: dict[int, int], a_second: float, seconds: float) -> list[float]:
    """Press buttons at a steady rate, at tables that wait for a person.

    Return the seconds until each press was answered.
    """
    luck, under_way, times = Random(1), set[asyncio.Task[None]](), list[float]()
    done_with = dict[int, int]()
    loop, next_one = asyncio.get_running_loop(), time.monotonic()
    ends = next_one + seconds
    while (now := time.monotonic()) < ends:
        if now < next_one:
            await asyncio.sleep(next_one - now)
        found = await _somebody_asked(wire, luck, done_with)
        press = _button(wire, places[found[0]], luck) if found is not None else None
        if found is None:
            await asyncio.sleep(A_MOMENT)
        elif press is None:  # the panel is not there yet
            del done_with[found[0]]
            await asyncio.sleep(A_MOMENT)
        else:
            (table, key), next_one = found, next_one + 1 / a_second
            task = loop.create_task(_press(wire, places[table], key, press, times))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)
    return times


async def _somebody_asked(wire: Wire, luck: Random, done_with: dict[int, int]) -> tuple[int, str] | None:
    """Return a table that waits for a person who has not pressed yet, and the name of the person.

    `done_with` maps each table to the version at which somebody has already pressed.
    """
    assert wire.bot._store is not None
    found = await wire.bot._store.read(lambda c: c.execute(select(tables.c.id, tables.c.version)).all())
    news = [(table, version) for table, version in found if done_with.get(table) != version]
    luck.shuffle(news)
    for table, version in news:
        done_with[table] = version
        if key := await wire.asked(table):
            return table, key
    return None


def _button(wire: Wire, where: int, luck: Random) -> tuple[int, str] | None:
    """Return a channel's panel and a button on it to press, which is the first bid or the challenge.

    Return None if there is no such button.
    """
    panel = next((each for each in reversed(wire.messages(where)) if any(buttons(each.components))), None)
    if panel is None:
        return None
    offered = [part["custom_id"] for part in buttons(panel.components) if not part.get("disabled")]
    bids = [each for each in offered if isinstance(decode(each), PlaceBid)]
    lies = [each for each in offered if isinstance(decode(each), CallLie)]
    those = lies if lies and (not bids or luck.random() < CHALLENGED) else bids
    return (panel.id, those[0]) if those else None


async def _press(wire: Wire, where: int, key: str, press: tuple[int, str], times: list[float]) -> None:
    body = {"channel": str(where), "message": str(press[0]), "custom_id": press[1]}
    began = time.perf_counter()
    await wire.server.page.actions.do("click", wire.server.world.person(key), body)
    times.append(time.perf_counter() - began)
