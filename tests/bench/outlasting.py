"""Time what people and operators wait for on a database with a million games (see `tests.bench.million`).

`python -m tests.bench.outlasting URL` prints milliseconds. It runs with the files of an older commit, too. The parts
`forget` and `prune` change the database.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from statistics import median
from typing import Any

from bot.history.boards import Boards
from bot.history.past import PastGames, Wanted
from bot.history.profiles import Profiles
from bot.people.privacy import Privacy
from bot.storage.store import Store
from bot.storage.tallies import Scope
from bot.tables import Tables
from tests.bench.bots import most_held
from tests.bench.million import APART, PEOPLE, REGULAR, SOMEBODY
from tests.clock import utc_now
from tests.tables.house import GUILD, NAMES, NOON, person

TIMES = 30
A_MOMENT = 0.005


class Lag:
    """Measures for how long the event loop was held. `most` is the longest time in seconds."""

    def __init__(self) -> None:
        self.most = 0.0

    async def measure(self) -> None:
        """Measure until this is cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(A_MOMENT)
            self.most = max(self.most, time.perf_counter() - before - A_MOMENT)


async def timed(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Return the seconds that `work` takes, and the longest time in seconds for which it held the event loop."""
    lag = Lag()
    measuring = asyncio.create_task(lag.measure())
    began = time.perf_counter()
    await work()
    took = time.perf_counter() - began
    measuring.cancel()
    with suppress(asyncio.CancelledError):
        await measuring
    return took, lag.most


async def pages(store: Store, groups: int) -> None:
    """Print the median time of each page about past games, for random people of so many blocks."""
    boards, profiles, past, luck = Boards(store), Profiles(store), PastGames(store), Random(1)

    def anybody() -> int:
        return person(NAMES[luck.randrange(PEOPLE)]).id + luck.randrange(groups) * APART

    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "a board's first page": lambda: boards.page(Scope(GUILD), "wins", 1, anybody()),
        "a board's page 500": lambda: boards.page(Scope(GUILD), "wins", 500, anybody()),
        "a profile": lambda: profiles.of(GUILD, anybody(), NOON),
        "the newest games": lambda: past.page(Wanted(GUILD)),
    }
    for title, way in ways.items():
        print(f"  {title}: {1000 * median([(await timed(way))[0] for _ in range(TIMES)]):.1f} ms", flush=True)


async def everything(privacy: Any, user: int) -> None:
    """Collect everything about a person."""
    found = privacy.everything(user)
    if hasattr(found, "__aiter__"):
        async for _ in found:
            pass
    else:
        await found


async def measure(url: str, parts: list[str], groups: int) -> None:
    """Print the time of each of these parts."""
    store = await Store.open(url)
    tables = Tables(store, utc_now, bytes)
    privacy = Privacy(tables.changes, tables.queries)
    somebody, regular = person(SOMEBODY).id, person(REGULAR).id
    works: dict[str, Callable[[], Awaitable[object]]] = {
        "somebody": lambda: everything(privacy, somebody),
        "regular": lambda: everything(privacy, regular),
        "forget": lambda: privacy.forget(somebody),
        "prune": tables.time.prune,
    }
    if "pages" in parts:
        await pages(store, groups)
    for part in parts:
        if part in works:
            before = most_held()
            took, held = await timed(works[part])
            more = most_held() - before
            print(
                f"  {part}: {1000 * took:.0f} ms, the loop held for {1000 * held:.0f} ms, {more:.0f} MB more",
                flush=True,
            )
    await store.close()


def main() -> None:
    """Measure the parts that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.outlasting", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("parts", nargs="*", default=["pages", "somebody"])
    parser.add_argument("--groups", type=int, default=900, help="the number of blocks with different people")
    given = parser.parse_args()
    asyncio.run(measure(given.url, given.parts, given.groups))


if __name__ == "__main__":
    main()
