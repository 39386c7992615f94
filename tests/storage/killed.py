"""Play at several tables until the process is killed.

Run it as `python -m tests.storage.killed URL`. After each confirmed move it prints a line with the table and the
table's new version.
"""

import asyncio
import sys
from random import Random

from engine import games
from tests.tables.house import House, Sitting

TABLES = 8


async def play_for_ever(sitting: Sitting, luck: Random) -> None:
    while True:
        view, table = await sitting.view(), await sitting.info()
        if table.status != "playing":
            return
        name = sitting.name(table, view.awaited[0])
        table = await sitting.act(name, games.choose(await sitting.view(name), luck.random()))
        print(sitting.id, table.version, flush=True)


async def main(url: str) -> None:
    house = await House(url).open()
    sittings = [
        await house.game(variant, "ann", "bob", computers=1, channel=channel, bads=20, pair_bads=20)
        for channel, variant in enumerate(("common", "firehouse") * (TABLES // 2))
    ]
    print("ready", flush=True)
    await asyncio.gather(*(play_for_ever(sitting, Random(sitting.id)) for sitting in sittings))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
