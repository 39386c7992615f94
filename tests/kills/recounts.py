"""Kill a process five times while it recounts statistics, and compare the result with statistics computed from scratch.

Run as `python -m tests.kills.recounts URL`, this is the process that is killed. Run as `python -m tests.kills.recounts
measure URL GAMES SERVERS EACH`, it fills an empty database, kills such processes, and prints measurements. Run as
`python -m tests.kills.recounts share URL SECONDS`, it recounts with the usual rests, and prints the part of a core that
it used.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from sqlalchemy import Connection, func, insert, select

from bot.history import versions
from bot.history.recount import Done, Step, Work
from bot.history.recounting import REST, Recount
from bot.history.versions import Version
from bot.storage import schema
from bot.storage.store import Store
from tests.bench.bots import most_held
from tests.clock import utc_now
from tests.databases import counted
from tests.history.evening import OPTIONS, evening, later
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House

KILLS = 5
NEXT = Version(versions.MINE.figures + 1, versions.MINE.achievements)
"""The versions by which the process counts that is killed."""


COUNTED = schema.countings.c.number < 0
"""The condition that a counting is not the first one of its server."""


class Timed(Recount):
    """A recount that notes for how many seconds each step has held a server's lock, and which step held it longest."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.longest, self.longest_step, self.locks = 0.0, "", list[float]()

    def _take_note(self, work: Work, done: Done) -> None:
        super()._take_note(work, done)
        self.locks.append(done.seconds)
        if done.seconds > self.longest:
            self.longest, self.longest_step = done.seconds, f"{work.plan[0]} ({len(work.games)} games)"
        if work.plan[0] is Step.CHANGE_OVER and done.was_next:
            print(f"changed over in {done.seconds * 1000:.1f} ms", flush=True)


async def play_some(url: str, games: int) -> None:
    """Play real games of all presets on one server."""
    house, luck = await House(url).open(), Random(42)
    for number in range(games):
        await evening(house, luck, list(OPTIONS)[number % len(OPTIONS)], number)
    await later(house, luck)
    await house.close()


def copies(connection: Connection, guild: int, many: int, first: int) -> None:
    """Store copies of the games of the server `GUILD` on another one, with ids from `first` on, in their order."""
    games = [dict(row) for row in connection.execute(select(schema.games).order_by("ordinal")).mappings()]
    games = [row for row in games if row["guild"] == GUILD][:60]
    found = connection.execute(select(schema.players).where(schema.players.c.guild == GUILD)).mappings()
    players = [dict(row) for row in found]
    for at in range(0, many, 500):
        told = [(number, games[number % len(games)]) for number in range(at, min(at + 500, many))]
        moved: dict[str, Any] = {"guild": guild}
        connection.execute(
            insert(schema.games),
            [{**row, **moved, "id": first + number, "ordinal": number + 1} for number, row in told],
        )
        seats = [
            {**seat, **moved, "game": first + number, "ordinal": number + 1, "user": _user(seat["user"], number)}
            for number, row in told
            for seat in players
            if seat["game"] == row["id"]
        ]
        connection.execute(insert(schema.players), seats)
    connection.execute(insert(schema.servers), {"guild": guild, "games": many})


def _user(user: int | None, number: int) -> int | None:
    """Return another person for each few copies of a game, so that a server has many people."""
    return user if user is None or user < 0 else user + 1000 * (number // 200)


async def fill(url: str, games: int, servers: int, each: int) -> None:
    """Fill a database with one server of many games, and with servers of `each` games."""
    await play_some(url, 14)
    store = await Store.open(url)
    first = 1_000_000
    for guild, many in [(GUILD + 1, games), *((GUILD + 2 + number, each) for number in range(servers))]:
        at = first
        await store.write(lambda c, guild=guild, many=many, at=at: copies(c, guild, many, at))  # type: ignore[misc]
        first += many
    await store.close()


async def recount(url: str) -> None:
    """Count all figures again by the next version, without a rest."""
    versions.MINE = NEXT
    store = await Store.open(url)
    timed = Timed(store, utc_now, rest=0)
    await timed.to_the_end()
    await store.close()
    print(f"longest lock {timed.longest * 1000:.0f} ms: {timed.longest_step}, {most_held():.0f} MB", flush=True)


async def share(url: str, seconds: float) -> None:
    """Count all figures again by the next version, at most for some seconds, and print the used part of a core."""
    versions.MINE = NEXT
    store = await Store.open(url)
    timed = Timed(store, utc_now)
    began, used = time.monotonic(), time.process_time()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await timed.to_the_end()
    took, used = time.monotonic() - began, time.process_time() - used
    games = await store.read(lambda c: c.execute(select(func.sum(schema.countings.c.games)).where(COUNTED)).scalar())
    await store.close()
    print(f"{used / took:.3f} of a core over {took:.0f} s, {games} games, {most_held():.0f} MB", flush=True)
    most = 1000 * sorted(timed.locks)[int(len(timed.locks) * 0.99)]
    print(
        f"longest lock {timed.longest * 1000:.0f} ms: {timed.longest_step}; 99 of 100 within {most:.0f} ms", flush=True
    )


def killed(url: str, after: Sequence[float]) -> str:
    """Start processes that count again, kill each after some seconds, let the last one end, and return its words."""
    command = [sys.executable, "-m", "tests.kills.recounts", url]
    for seconds in after:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        process.kill()
        process.wait()
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


async def is_exact(url: str) -> bool:
    """Return whether the shown figures equal a count from nothing, and every server shows new figures."""
    store = await Store.open(url)
    shown = await store.read(counted)
    state = schema.countings.c.state
    many = await store.read(lambda c: c.execute(select(func.count()).where(state == "shown")).scalar())
    servers = await store.read(lambda c: c.execute(select(func.count()).select_from(schema.servers)).scalar())
    await store.write(rebuild)
    exact = await store.read(counted) == shown
    await store.close()
    return exact and bool(shown) and many == servers


def measure(url: str, games: int, servers: int, each: int) -> None:
    """Fill a database, count it again with five kills, compare, and print the figures."""
    asyncio.run(fill(url, games, servers, each))
    began = time.monotonic()
    said = killed(url, [5.0 + number for number in range(KILLS)])
    took = time.monotonic() - began
    print(said.splitlines()[0], said.splitlines()[-1], sep="\n")
    print(
        f"{games + servers * each} games in {took:.0f} s with {KILLS} kills; at rest {REST}: {took * (1 + REST):.0f} s"
    )
    print("equal to a count from nothing" if asyncio.run(is_exact(url)) else "DIFFERENT from a count from nothing")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", url, games, servers, each]:
            measure(url, int(games), int(servers), int(each))
        case ["share", url, seconds]:
            asyncio.run(share(url, float(seconds)))
        case [url]:
            asyncio.run(recount(url))
