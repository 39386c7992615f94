"""Time what people and operators wait for on a database with a million games (see `tests.bench.million`).

`python -m tests.bench.outlasting URL` prints milliseconds. It runs with the files of an older commit, too. The parts
`forget`, `forget-regular` and `prune` change the database. Meanwhile, somebody else writes on the first server again
and again, and the longest of these writes is printed.
"""

import argparse
import asyncio
import gc
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
from bot.storage import servers
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
    """Measures for how long the event loop was held. `most` is the longest time in seconds.

    `worked` is the most processor time that this process used within such a time. Other programs do not affect it.
    """

    def __init__(self) -> None:
        self.most = self.worked = 0.0

    async def measure(self) -> None:
        """Measure until this is cancelled."""
        while True:
            before, used = time.perf_counter(), time.process_time()
            await asyncio.sleep(A_MOMENT)
            self.most = max(self.most, time.perf_counter() - before - A_MOMENT)
            self.worked = max(self.worked, time.process_time() - used)


class Others:
    """Somebody else, who writes on the first server. `most` is the longest time that they had to wait, in seconds."""

    def __init__(self, store: Store) -> None:
        self._store, self.most = store, 0.0

    async def measure(self) -> None:
        """Write until this is cancelled."""
        while True:
            before = time.perf_counter()
            await self._store.write(lambda connection: servers.hold(connection, GUILD))
            self.most = max(self.most, time.perf_counter() - before)
            await asyncio.sleep(4 * A_MOMENT)


async def timed(work: Callable[[], Awaitable[object]], *measures: Lag | Others) -> float:
    """Return the seconds that `work` takes. Meanwhile, let all of `measures` measure."""
    measuring = [asyncio.create_task(each.measure()) for each in measures]
    began = time.perf_counter()
    await work()
    took = time.perf_counter() - began
    for task in measuring:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return took


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
        print(f"  {title}: {1000 * median([await timed(way) for _ in range(TIMES)]):.1f} ms", flush=True)


async def everything(privacy: Any, user: int) -> None:
    """Collect everything about a person."""
    found = privacy.everything(user)
    if hasattr(found, "__aiter__"):
        async for _ in found:
            pass
    else:
        await found


async def to_the_end(prune: Callable[[], Awaitable[bool]]) -> None:
    """Delete old data until there is none."""
    while await prune():
        pass


async def measure(url: str, parts: list[str], groups: int) -> None:
    """Print the time of each of these parts."""
    gc.freeze()  # as the bot does when it starts
    store = await Store.open(url)
    tables = Tables(store, utc_now, bytes)
    privacy = Privacy(tables.changes, tables.queries)
    somebody, regular = person(SOMEBODY).id, person(REGULAR).id
    works: dict[str, Callable[[], Awaitable[object]]] = {
        "somebody": lambda: everything(privacy, somebody),
        "regular": lambda: everything(privacy, regular),
        "forget": lambda: privacy.forget(somebody),
        "forget-regular": lambda: privacy.forget(regular),
        "prune": lambda: to_the_end(tables.time.prune),
    }
    if "pages" in parts:
        await pages(store, groups)
    for part in parts:
        if part in works:
            before = most_held()
            lag, others = Lag(), Others(store)
            took = await timed(works[part], lag, others)
            more = most_held() - before
            print(
                f"  {part}: {1000 * took:.0f} ms, the loop held for {1000 * lag.most:.0f} ms (of these, "
                f"{1000 * lag.worked:.0f} ms of work at most), {more:.0f} MB more, somebody else waited for "
                f"{1000 * others.most:.0f} ms",
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
