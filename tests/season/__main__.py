"""Play thousands of games on one server, and compute all stored statistics a second time: `make season`."""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from bot.storage.store import Store
from tests.rebuilt import rebuild
from tests.season.compared import differences
from tests.season.season import Names, evenings, keep_and_settle

TOLD = 20
"""The greatest number of differences to print."""


async def _run(url: str, seed: int, games: int, boards: int) -> bool:
    """Play one season on one database, and print its progress.

    Return whether the stored figures agree with the second count, before and after a rebuild.
    """
    began, store, names = time.monotonic(), await Store.open(url), Names()
    try:
        for evening in evenings(seed, games):
            await keep_and_settle(store, evening, names)
            if evening.game.id % max(1, games // 50) == 0:
                print(f"  {evening.game.id:,} of {games:,} games, {time.monotonic() - began:.0f} s", flush=True)
        well = await _compared("kept game by game", store, names, boards)
        counted = await store.write(rebuild)
        return await _compared(f"counted again, {counted:,} games", store, names, boards) and well
    finally:
        await store.close()


async def _compared(title: str, store: Store, names: Names, boards: int) -> bool:
    found, leafed = await differences(store, names, boards)
    print(f"{title}: {leafed:,} pages of boards; " + (f"{len(found):,} differences" if found else "nothing differs"))
    print("".join(f"  {each}\n" for each in found[:TOLD]), end="", flush=True)
    return not found


def main() -> int:
    """Play a season on the given database, or on a temporary SQLite file. Return 1 if a figure differs."""
    parser = argparse.ArgumentParser(prog="make season")
    parser.add_argument("games", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="a seed that was printed")
    parser.add_argument("--boards", type=int, default=4000, help="through how many boards to leaf")
    parser.add_argument("--database", default="", help="an empty database; by default a temporary SQLite file")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder, 'season.sqlite')}"
        return 0 if asyncio.run(_run(url, given.seed, given.games, given.boards)) else 1


if __name__ == "__main__":
    sys.exit(main())
