"""Compare the processor time of a press with that of another commit's bot, in alternating slices of one run.

`python -m tests.bench.presses --against COMMIT` prints ratios. A ratio below 1 means that the current bot uses less
processor time. For the rate of presses, it means that the current bot answers fewer presses a second.
"""

import argparse
import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median

import msgspec

from bot.sandbox.server import Server
from tests.bench.bots import (
    RunningBot,
    discord_for,
    held,
    pin_the_others,
    running,
    tree_of,
    with_a_share,
    with_pictures,
)
from tests.bench.many_tables import Players
from tests.bench.outage import put_right, with_open_games
from tests.databases import EMPTY, postgresql_database, postgresql_running
from tests.processes import PROFILED, READING

BEFORE = "eea4088"
WARMING, SETTLING = 8.0, 25.0
OPEN_GAMES = 10
STEP, P99 = 1.2, 0.25
"""The factor by which the search increases the rate of presses, and the limit of the 99th percentile in seconds."""


class Side(msgspec.Struct):
    """Holds one of the two bots with its players and measurements."""

    name: str
    bot: RunningBot
    players: Players
    worked: list[float] = []
    presses: list[int] = []
    rate: float = 0.0
    broken: int = 0


@contextmanager
def databases(kind: str, folder: Path) -> Iterator[list[str]]:
    """Create two empty databases of this kind. The files of SQLite are in `folder`."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(dir=folder) as inside:
            yield [f"sqlite:///{inside}/{name}.sqlite" for name in ("first", "second")]
        return
    with (
        postgresql_running() as server,
        postgresql_database(server, EMPTY) as one,
        postgresql_database(server, EMPTY) as other,
    ):
        yield [one, other]


async def _both(
    stack: AsyncExitStack, trees: dict[str, Path], urls: list[str], given: argparse.Namespace, counts: str = ""
) -> list[Side]:
    """Start both bots, and seat all players at their tables.

    If `counts` is given, each bot counts its reads. At each SIGUSR1 it writes their number and times into the file
    `{counts}.{name}`.
    """
    sides = []
    for (name, tree), url in zip(trees.items(), urls, strict=True):
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = await stack.enter_async_context(discord_for(folder))
        players = Players(server, given.tables)
        profile = f"{counts}.{name}" if counts else given.profile if name == "today" else ""
        await with_pictures(tree, server)
        bot = await stack.enter_async_context(running(tree, server, url, profile, READING if counts else PROFILED))
        await bot.is_connected()
        await players.sit_down(given.computers)
        sides.append(Side(name, bot, players))
    return sides


async def cost(trees: dict[str, Path], urls: list[str], given: argparse.Namespace) -> None:
    """Measure the processor time of a press and of everything that follows from it.

    The two bots take turns in short slices. Each slice ends with a rest.
    """
    async with AsyncExitStack() as stack:
        sides = await _both(stack, trees, urls, given)
        for side in sides:
            await side.players.play(side.players.tables, WARMING)
            await side.players.settle(SETTLING)
        for number in range(given.slices):
            for side in sides if number % 2 == 0 else sides[::-1]:
                await _slice(side, given.seconds, given.thinks)
        for side in sides:
            print(
                f"  {side.name}: {_each(side):.2f} ms a press, {sum(side.presses)} presses; held: {held(side.bot.pid)}"
            )
        if len(sides) == 2:
            pairs = zip(*([w / p for w, p in zip(s.worked, s.presses, strict=True)] for s in sides), strict=True)
            ratios = [own / other for own, other in pairs]
            print("  by slices:", *(f"{ratio:.2f}" for ratio in ratios))
            print(f"  ratio {_each(sides[0]) / _each(sides[1]):.2f} (median of the slices {median(ratios):.2f})")


def _each(side: Side) -> float:
    return sum(side.worked) / sum(side.presses) * 1000


async def _slice(side: Side, seconds: float, thinks: float) -> None:
    side.players.answers.clear()
    before = side.bot.worked()
    await side.players.play(side.players.tables, seconds, thinks)
    await side.players.settle(SETTLING)
    side.worked.append(side.bot.worked() - before)
    side.presses.append(len(side.players.answers))


async def reads(trees: dict[str, Path], urls: list[str], given: argparse.Namespace) -> None:
    """Measure the number and the time of the database reads that a press causes, including everything that follows."""
    async with AsyncExitStack() as stack:
        counts = f"{stack.enter_context(tempfile.TemporaryDirectory())}/reads"
        sides = await _both(stack, trees, urls, given, counts)
        for side in sides:
            await side.players.play(side.players.tables, WARMING)
            await side.players.settle(SETTLING)
        told: dict[str, list[list[float]]] = {side.name: [] for side in sides}
        for number in range(given.slices):
            for side in sides if number % 2 == 0 else sides[::-1]:
                before = _counted(side, counts)
                await _slice(side, given.seconds, given.thinks)
                after = _counted(side, counts)
                told[side.name].append([b - a for a, b in zip(before, after, strict=True)])
        each = [[sum(all_of) / sum(side.presses) for all_of in zip(*told[side.name], strict=True)] for side in sides]
        for side, (many, waited, worked) in zip(sides, each, strict=True):
            print(
                f"  {side.name}: {many:.2f} reads a press, {waited * 1000:.2f} ms, {worked * 1000:.3f} of a processor"
            )
            print(f"    of {_each(side):.2f} ms of a processor a press, {sum(side.presses)} presses")
        if len(sides) == 2:
            many, waited, worked = (own / other for own, other in zip(*each, strict=True))
            print(f"  ratios: {waited:.2f} waited, {worked:.2f} worked, {many:.2f} reads")


def _counted(side: Side, counts: str) -> list[float]:
    """Return the number, the seconds and the processor seconds of a bot's database reads so far."""
    file = Path(f"{counts}.{side.name}")
    file.unlink(missing_ok=True)
    os.kill(side.bot.pid, signal.SIGUSR1)
    while not file.exists() or not (told := file.read_text()):
        time.sleep(0.01)
    return [float(word) for word in told.split()]


async def rate(trees: dict[str, Path], urls: list[str], given: argparse.Namespace) -> None:
    """Find the highest rate of presses at which a bot on one core answers 99 of 100 presses within the limit."""
    async with AsyncExitStack() as stack:
        sides = await _both(stack, trees, urls, given)
        for side in sides:
            await side.players.at_rate(given.rate / 2, WARMING)
        wanted = given.rate
        while any(side.broken < 2 for side in sides):
            for side in sides:
                if side.broken < 2:
                    await _step(side, wanted, given.seconds)
            wanted *= STEP
        for side in sides:
            print(f"  {side.name}: {side.rate:.1f} presses a second")
        if len(sides) == 2 and sides[1].rate:
            print(f"  ratio {sides[0].rate / sides[1].rate:.2f}")


async def _step(side: Side, wanted: float, seconds: float) -> None:
    """Press at the rate `wanted` for some seconds, and print how fast the answers came.

    If 99 of 100 answers came in time, store the rate in `side`. Count a failure there if they did not, or if the
    people could not press at nearly this rate.
    """
    side.players.answers.clear()
    before = side.bot.worked()
    reached = await side.players.at_rate(wanted, seconds)
    core = (side.bot.worked() - before) / seconds
    times = sorted(side.players.answers)
    p99 = times[len(times) * 99 // 100]
    holds = p99 <= P99
    half = times[len(times) // 2]
    print(f"    {side.name} at {reached:.1f}: half {half * 1000:.0f}, p99 {p99 * 1000:.0f} ms, {core:.2f} of a core")
    side.rate = max(side.rate, reached) if holds else side.rate
    side.broken = 0 if holds and reached > wanted * 0.8 else side.broken + 1
    await side.players.settle(3.0)


async def start(trees: dict[str, Path], urls: list[str], given: argparse.Namespace) -> None:
    """Measure the start of a bot with ten open games.

    The figures are the processor time until the bot is connected, and the time until its first answer.
    """
    told: dict[str, list[tuple[float, ...]]] = {name: [] for name in trees}
    async with AsyncExitStack() as stack:
        places: dict[str, tuple[Path, str, Server, Players]] = {}
        for (name, tree), url in zip(trees.items(), urls, strict=True):
            with_open_games(tree, url, OPEN_GAMES)
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            server = await stack.enter_async_context(discord_for(folder))
            places[name] = tree, url, server, Players(server, 1)
            await _started(*places[name])  # warm up: compile bytecode and register commands
        for number in range(given.slices):
            for name in list(places)[:: 1 if number % 2 == 0 else -1]:
                told[name].append(await _started(*places[name]))
    middle = {name: [median(each) for each in zip(*starts, strict=True)] for name, starts in told.items()}
    for name, (worked, answered, connected, memory) in middle.items():
        print(f"  {name}: worked {worked:.2f} s until connected after {connected:.2f}; {memory:.0f} MB")
        print(f"    first answer after {answered:.2f} s")
    if len(middle) == 2:
        worked, answered, connected, memory = (own / other for own, other in zip(*middle.values(), strict=True))
        print(f"  ratios: {worked:.2f} worked, {answered:.2f} until the first answer, {connected:.2f} until connected")
        print(f"    {memory:.2f} held in memory")


async def _started(tree: Path, url: str, server: Server, players: Players) -> tuple[float, float, float, float]:
    """Start a bot, and return four figures.

    They are the processor time until the bot was connected, the time until its first answer, the time until it was
    connected, and its memory in millions of bytes.
    """
    async with running(tree, server, url) as bot:
        first = asyncio.create_task(players.first_answer())
        await bot.is_connected()
        answered = await first - bot.began
        await asyncio.sleep(1)
        return bot.worked_until_connected, answered, bot.connected, held(bot.pid)[0]


async def outage(trees: dict[str, Path], urls: list[str], given: argparse.Namespace) -> None:
    """Time how long a bot takes to correct all open games after an outage while people move.

    The people are simulated in the bot's own process, without a Discord.
    """
    done = {name: put_right(tree, url, given.games) for (name, tree), url in zip(trees.items(), urls, strict=True)}
    for name, told in done.items():
        print(
            f"  {name}: worked {told.worked:.1f} s in {told.took:.1f}; {told.moves} moves, p99 {told.p99 * 1000:.0f} ms"
        )
    if len(done) == 2:
        own, other = done.values()
        print(f"  ratio {own.worked / other.worked:.2f}")


MEASURES = {"cost": cost, "reads": reads, "rate": rate, "start": start, "outage": outage}


def main() -> None:
    """Make the requested measurements on each database."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.presses", description=__doc__)
    parser.add_argument("--against", default=BEFORE, help="the other commit; '' measures today's bot alone")
    parser.add_argument("--what", choices=MEASURES, default="cost")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--computers", type=int, default=1, help="computer players at each table")
    parser.add_argument("--thinks", type=float, default=0.5, help="seconds that people think, about, before a press")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long a slice, or a step of the search, lasts")
    parser.add_argument("--rate", type=float, default=20.0, help="presses a second with which the search begins")
    parser.add_argument("--share", type=float, default=1.0, help="the part of their core that the bots have")
    parser.add_argument("--slices", type=int, default=4)
    parser.add_argument("--games", type=int, default=10_000, help="open games that an outage is put right for")
    parser.add_argument("--first", action="store_true", help="keep other programs of this machine waiting")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="SQLite's files lie in this folder")
    parser.add_argument("--profile", default="", help="a file into which the profile of today's bot goes")
    given = parser.parse_args()
    pin_the_others(given.first)
    with tree_of("") as today, databases(given.on, given.folder) as urls, with_a_share(given.share):
        if not given.against:
            asyncio.run(MEASURES[given.what]({"today": today}, urls[:1], given))
            return
        with tree_of(given.against) as other:
            asyncio.run(MEASURES[given.what]({"today": today, given.against: other}, urls, given))


if __name__ == "__main__":
    main()
