"""Define the kinds of trouble that `make faults` can make."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.databases import postgresql_database, postgresql_running, sqlite_started_on
from tests.kills.evening import Evening
from tests.kills.kills import LOOK_EVERY, Kills
from tests.kills.seal import POINTS, SealKills
from tests.kills.soak import Soak
from tests.kills.stops import Stops
from tests.kills.tally import Tally
from tests.outages.away import LONG, Outages
from tests.outages.bids import bidding
from tests.outages.hours import away_for_hours
from tests.outages.lock import MINUTE, Locked
from tests.outages.power import PowerCuts, played
from tests.outages.server import unsteady
from tests.outages.syscalls import can_trace

SQLITE, POSTGRESQL = "sqlite", "postgresql"
DATABASES = (SQLITE, POSTGRESQL)
GAMES, MOVES = 500, 300
"""The number of games for `hours`, and of moves for `power`."""
Spent = TypeVar("Spent", bound=Evening)
Trouble = Callable[[Path, str, int, int], Tally]
"""A function that makes trouble and returns its counts.

Its arguments are a folder, the kind of database, the number of times before, and the number of times now.
"""


@dataclass(frozen=True)
class Sort:
    """Describes a kind of trouble.

    `many` is the number of times it happens in a whole run. `together` is the number of times before the counts are
    saved. `databases` are the kinds of databases on which it can happen.
    """

    trouble: Trouble
    many: int
    together: int
    databases: tuple[str, ...]


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str]:
    """Yield the URL of a database on which the bot was started once."""
    if kind == SQLITE:
        file = folder / "games.sqlite"
        file.write_bytes(sqlite_started_on())
        yield f"sqlite:///{file}"
    else:
        with postgresql_running() as server, postgresql_database(server) as url:
            yield url


async def _spent(begin: Callable[[], Spent], seed: int, does: Callable[[Spent], Awaitable[None]]) -> Tally:
    """Run an evening with trouble, and return its counts. The sentence of each fault includes the seed."""
    began = time.monotonic()
    async with begin() as evening:
        await does(evening)
    people, found = evening.people, [f"seed {seed}, {evening.done}: {sentence}" for sentence in evening.found]
    return Tally(
        evening.done, people.asked, people.answers, evening.checks.direct_messages, time.monotonic() - began, found
    )


def _seed() -> int:
    return secrets.randbelow(10**6)


def _kills(folder: Path, database: str, _done: int, many: int) -> Tally:
    seed = _seed()
    with _database(database, folder) as url:
        return asyncio.run(_spent(partial(Kills, folder, url, seed), seed, lambda run: run.kill(many)))


def _seal(folder: Path, database: str, _done: int, many: int) -> Tally:
    seed = _seed()
    with _database(database, folder) as url:
        return asyncio.run(_spent(partial(SealKills, folder, url, seed), seed, lambda run: run.kill(many)))


def _stops(folder: Path, database: str, _done: int, many: int) -> Tally:
    seed = _seed()
    with _database(database, folder) as url:
        return asyncio.run(_spent(partial(Stops, folder, url, seed), seed, lambda run: run.stop_and_start(many)))


def _away(folder: Path, _database: str, done: int, many: int) -> Tally:
    seed, times = _seed(), [LONG[(done + number) % len(LONG)] for number in range(many)]
    with unsteady() as server:
        begin = partial(Outages, folder, server.url, seed)
        return asyncio.run(_spent(begin, seed, lambda run: run.go_through(server, *times)))


def _lock(folder: Path, database: str, _done: int, many: int) -> Tally:
    seed = _seed()
    with _database(database, folder) as url:
        return asyncio.run(
            _spent(partial(Locked, folder, url, seed), seed, lambda run: run.go_through(url, MINUTE, many))
        )


def _soak(folder: Path, database: str, _done: int, minutes: int) -> Tally:
    seed = _seed()
    with _database(database, folder) as url:
        done = asyncio.run(_spent(partial(Soak, folder, url, seed), seed, lambda run: run.soak(60.0 * minutes)))
    done.kills = minutes
    return done


def _cuts(_folder: Path, database: str, done: int, many: int) -> Tally:
    async def cut(url: str) -> Tally:
        began = time.monotonic()
        async with bidding(url) as bids:
            lengths = await bids.length()
            places = [(direction, after) for direction, length in lengths.items() for after in range(length)]
            for direction, after in places[done : done + many]:
                await bids.cut(direction, after)
            await bids.lose_the_answer_to_commit()
            here = many if done + many < len(places) else EVERY_BYTE - done
            return Tally(here, bids.done, bids.done, 0, time.monotonic() - began, bids.found)

    with postgresql_running() as server, postgresql_database(server) as url:
        return asyncio.run(cut(url))


def _power(folder: Path, _database: str, _done: int, many: int) -> Tally:
    if not can_trace():
        return Tally(found=["strace is not installed, or may not look into processes here"])
    began, seed = time.monotonic(), _seed()
    cuts = PowerCuts(folder, played(folder, MOVES), luck := Random(seed))
    for step in luck.sample(cuts.moments, many):
        cuts.cut_at(step)
    return Tally(many, MOVES, MOVES, 0, time.monotonic() - began, [f"seed {seed}: {each}" for each in cuts.found])


def _hours(folder: Path, _database: str, _done: int, many: int) -> Tally:
    began = time.monotonic()
    asyncio.run(away_for_hours(folder, GAMES))
    return Tally(many, seconds=time.monotonic() - began)


EVERY_BYTE = 10_000
"""A number of cuts that is greater than the number of bytes of a bid in both directions. So each byte is tested."""
SORTS = {
    "kills": Sort(_kills, 500, LOOK_EVERY, DATABASES),
    "seal": Sort(_seal, 30 * len(POINTS), 4 * len(POINTS), DATABASES),
    "stops": Sort(_stops, 20, 5, DATABASES),
    "away": Sort(_away, 20, len(LONG), (POSTGRESQL,)),
    "cuts": Sort(_cuts, EVERY_BYTE, 500, (POSTGRESQL,)),
    "lock": Sort(_lock, 5, 1, (SQLITE,)),
    "hours": Sort(_hours, 1, 1, (SQLITE,)),
    "power": Sort(_power, 1000, 100, (SQLITE,)),
    "soak": Sort(_soak, 30, 5, (SQLITE, POSTGRESQL)),
}
"""The kinds of trouble, by the word that `WHAT` gives. The counts of `soak` are minutes."""
