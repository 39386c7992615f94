"""Measure how long it takes until the panel shows the effect of a press.

The bot plays at one table of the local Discord, over real HTTP.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from bot.presses.bids import PlaceBid
from bot.presses.codec import decode
from bot.presses.game import CallLie
from bot.sandbox.adapter import Message
from tests.faults.wire import Wire, buttons, discord_put_back

ROUNDS, MOVES = 40, 5


def press_to_shown() -> tuple[float, float, int]:
    """Return the median and the 99th percentile of the time in milliseconds, and the number of presses."""
    with discord_put_back(), tempfile.TemporaryDirectory() as folder:
        times = sorted(asyncio.run(_measured(Path(folder))))
    return times[len(times) // 2], times[len(times) * 99 // 100], len(times)


async def _measured(folder: Path) -> list[float]:
    wire = await Wire(folder).open()
    try:
        return await _of_a_game(wire)
    finally:
        await wire.close()


async def _of_a_game(wire: Wire) -> list[float]:
    """Play a game of three people, with some bids and a call in each round. Return the time of each press."""
    where, times = wire.new_channel("dice"), []
    table = await wire.table(where, "ann", "ben", "cleo", stakes=False, rounds=ROUNDS)
    for _round in range(ROUNDS):
        for number in range(MOVES):
            await wire.until(wire.asked, table)
            await wire.until(wire.is_shown, table)
            times.append(await _pressed(wire, table, where, PlaceBid if number < MOVES - 1 else CallLie))
    return times


async def _pressed(wire: Wire, table: int, where: int, kind: type) -> float:
    """Press the first button of this kind. Return the milliseconds until the panel changes."""
    key, panel = await wire.asked(table), wire.panel(where)
    custom_id = next(
        part["custom_id"]
        for part in buttons(panel.components)
        if isinstance(decode(part["custom_id"]), kind) and not part.get("disabled")
    )
    body = {"channel": str(where), "message": str(panel.id), "custom_id": custom_id}
    backing, shown = wire.server.world.discord._b, asyncio.Event()
    heard, began = backing.on_message, time.perf_counter()

    def hear(message: Message) -> None:
        heard(message)
        if message.id == panel.id:
            shown.set()

    backing.on_message = hear
    try:
        pressing = asyncio.create_task(wire.server.page.actions.do("click", wire.server.world.person(key), body))
        await shown.wait()
        took = (time.perf_counter() - began) * 1000
        await pressing
    finally:
        backing.on_message = heard
    return took
