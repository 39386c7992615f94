"""Let several processes of `bot run` hold thousands of live tables, and play at some of them at a steady rate.

`python -m tests.bench.load` starts PostgreSQL, a local Discord whose gateway shards, and a REST proxy that grants 50
requests a second to all processes together. The local Discord, the proxy and the players share this process. Only the
processor time of the bot's processes is counted. First nobody plays, so that the bot only polls, and answers a scrape
of its metrics every few seconds. Then people play. `--commit` measures another version of the bot.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from time import perf_counter

import aiohttp
import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert, literal, select

from bot.people import SettingsRepository
from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.storage import schema, table_rows
from bot.storage.store import Store
from tests.bench.bots import RunningBot, discord_for, held, tree_of
from tests.bench.many_tables import Players
from tests.databases import EMPTY, cluster, postgresql_database
from tests.kills.beside import Beside
from tests.kills.evening import unshown
from tests.processes import child
from tests.proxy import Proxy
from tests.swarm.health import ails

GRANTED = 50
"""The requests a second that the proxy grants to all processes together, as Discord does."""
SERVERS = 16
"""The number of servers on each shard."""
DAY = 86_400
"""The seconds for a turn. Within the measurement no turn ends by itself."""
SETTLING = 20.0
MOST_REFUSED, MOST_IDLE = 0.01, 0.05
"""The limits: the part of the requests that the proxy refuses, and the part of a core that a process uses alone."""
SETTINGS = ("fsync = off", "jit = off")


OF_ANY_VERSION = """\
import sys, discord, yarl
discord.http.Route.BASE = sys.argv.pop(1) + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv.pop(1))
from bot.__main__ import main
sys.exit(main())
"""
"""Code that runs any version of the bot against other addresses of Discord."""


class Given(msgspec.Struct, frozen=True):
    """Holds the numbers of a measurement: live and played tables, presses a second, and the seconds of each part."""

    live: int = 2_000
    played: int = 100
    rate: float = 5.0
    processes: int = 3
    seconds: float = 120.0
    quiet: float = 60.0
    scrape_every: float = 15.0
    commit: str = ""


class Loaded(msgspec.Struct):
    """Holds the result. `idle` and `busy` are the parts of a core that each process used.

    `presses` were made, of which `unsaved` are not in the database. `found` lists the faults. `passed` requests counted
    toward the limit, at most `most` of them in one second, and `refused` more got a 429. `megabytes` is each process's
    memory at the end.
    """

    idle: list[float]
    busy: list[float]
    presses: int
    rate: float
    times: list[float]
    unsaved: int
    passed: int
    most: int
    refused: int
    megabytes: list[float]
    found: list[str]

    @property
    def refused_share(self) -> float:
        """Return the part (0-1) of the requests that the proxy refused."""
        return self.refused / max(1, self.passed + self.refused)

    def told(self) -> list[str]:
        """Return the lines of the report, each limit with the word whether it holds."""
        half, p99 = (sorted(self.times)[int(len(self.times) * part)] * 1000 for part in (0.5, 0.99))
        answered = f"half answered within {half:.0f} ms, 99 of 100 within {p99:.0f} ms"
        share = self.refused_share
        return [
            f"poll and scrape of each process: {_parts(self.idle)} of a core (limit: {MOST_IDLE:.2f}): "
            + _holds(max(self.idle) < MOST_IDLE),
            f"while people play: {_parts(self.busy)} of a core; memory {_parts(self.megabytes, 0)} MB",
            f"{self.presses} presses, {self.rate:.1f} a second: {answered}",
            f"lost: {self.unsaved} presses, {len(self.found)} faults (limit: 0): "
            + _holds(not self.unsaved and not self.found),
            f"requests of the limit: {self.passed}, at most {self.most} in a second; refused with 429: {share:.1%} "
            f"(limit: {MOST_REFUSED:.0%}): " + _holds(share <= MOST_REFUSED),
            *self.found[:10],
        ]


def _holds(it: bool) -> str:
    return "holds" if it else "DOES NOT HOLD"


def _parts(values: Sequence[float], digits: int = 3) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


async def load(given: Given, url: str, folder: Path) -> Loaded:
    """Measure on this empty PostgreSQL database. Files are written to `folder`."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(discord_for(folder))
        add_servers(discord, given.processes)
        players = Players(discord, given.played)
        quiet = quiet_channels(discord, given.live - given.played)
        proxy = await stack.enter_async_context(Proxy(discord.address, GRANTED).running())
        store = await Store.open(url)
        stack.push_async_callback(store.close)
        for guild in discord.world.discord.guilds:
            await SettingsRepository(store).change(guild, clock=DAY)
        ports = [free_port(0) for _ in range(given.processes)]
        bots = [
            await stack.enter_async_context(_running(given, discord, proxy, url, number, port))
            for number, port in enumerate(ports)
        ]
        for bot in bots:
            await bot.is_connected()
        await players.sit_down(0)
        await store.write(partial(copy_tables, channels=quiet))
        await players.settle(SETTLING)
        stack.push_async_callback(_ended, asyncio.create_task(_scraped(ports, given.scrape_every)))
        idle = await _used(bots, asyncio.sleep(given.quiet))
        return await _played(given, players, proxy, bots, Beside(url, folder), idle)


async def _played(
    given: Given, players: Players, proxy: Proxy, bots: list[RunningBot], beside: Beside, idle: list[float]
) -> Loaded:
    """Let people play, and check afterwards that nothing was lost."""
    proxy.passed.clear()
    proxy.refused = proxy.most = 0
    players.pressed.clear()
    busy = await _used(bots, players.at_rate(given.rate, given.seconds))
    rate, passed = len(players.answers) / given.seconds, proxy.limited
    most, refused = proxy.most, proxy.refused
    await players.settle(SETTLING)
    async with beside.alive() as (store, tables):
        kept = set(await store.read(lambda c: c.execute(select(schema.answers.c.key)).scalars().all()))
        found = [word async for word in ails(store, tables)] + await unshown(tables)
    unsaved = sum(f"i:{press}" not in kept for press in players.pressed)
    for number, bot in enumerate(bots):
        found += [f"process {number} logged: {line}" for line in bot.log.splitlines() if _is_trouble(line)]
    megabytes = [held(bot.pid)[0] for bot in bots]
    times = players.answers
    return Loaded(idle, busy, len(players.pressed), rate, times, unsaved, passed, most, refused, megabytes, found)


def _is_trouble(line: str) -> bool:
    return "Traceback" in line or " ERROR " in line


def add_servers(discord: Server, shards: int) -> None:
    """Add servers to a local Discord until each shard has `SERVERS` of them. The server's id decides on the shard."""
    world = discord.world
    owner = world.people[0].id
    while True:
        guilds = list(world.discord.guilds)
        many = [sum((guild >> 22) % shards == shard for guild in guilds) for shard in range(shards)]
        if min(many) >= SERVERS:
            return
        world.discord.found_server(f"Server {len(guilds)}", owner, "liars-dice", "", "side-table")
        time.sleep(0.001)  # the id contains the millisecond


def quiet_channels(discord: Server, many: int) -> list[tuple[int, int]]:
    """Add channels for tables that nobody plays at. Return the server and the channel of each."""
    guilds = list(discord.world.discord.guilds)
    made = discord.world.discord._b.create_channel
    return [
        (guild, int(made(guild, f"quiet-{number}").id))
        for number in range(many)
        for guild in [guilds[number % len(guilds)]]
    ]


def copy_tables(connection: Connection, channels: Sequence[tuple[int, int]]) -> None:
    """Store a copy of a table that is played, with its events, for each channel."""
    rows = [table_rows.table(connection, table) for table in table_rows.live(connection)]
    events, names = schema.events, [column.name for column in schema.events.columns]
    for number, (guild, channel) in enumerate(channels):
        row = rows[number % len(rows)]
        assert row is not None
        copy = table_rows.insert_table(connection, replace(row, guild=guild, channel=channel, id=0))
        values = [literal(copy) if name == "table_id" else events.c[name] for name in names]
        connection.execute(insert(events).from_select(names, select(*values).where(events.c.table_id == row.id)))


@asynccontextmanager
async def _running(
    given: Given, discord: Server, proxy: Proxy, url: str, number: int, port: int
) -> AsyncIterator[RunningBot]:
    """Run `python -m bot run` as an operator does who has a proxy."""
    gateway = f"ws://127.0.0.1:{discord.port}/gateway"
    settings = {
        "DATABASE_URL": url,
        "DISCORD_API_URL": proxy.address,
        "DISCORD_GATEWAY_URL": gateway,
        "HEALTH_PORT": str(port),
        "SHARDS": f"{number}/{given.processes}",
        "TABLES_PER_SERVER": "1000",
    }
    words = ("-c", OF_ANY_VERSION, proxy.address, gateway) if given.commit else ("-m", "bot")
    began = perf_counter()
    with tree_of(given.commit) as tree:
        async with child((sys.executable, *words, "run"), {**settings, "PYTHONPATH": str(tree)}, tree) as process:
            bot = RunningBot(discord, process, began)
            try:
                yield bot
            finally:
                await bot.stop()


async def _scraped(ports: Sequence[int], every: float) -> None:
    """Read the metrics of each process again and again, as Prometheus does."""
    async with aiohttp.ClientSession() as session:
        while True:
            for port in ports:
                async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    assert answer.status == 200, answer.status
                    await answer.read()
            await asyncio.sleep(every)


async def _ended(task: asyncio.Task[None]) -> None:
    """Cancel a task that runs for ever. Raise its exception if it has ended by itself."""
    task.cancel()
    (end,) = await asyncio.gather(task, return_exceptions=True)
    if isinstance(end, Exception):
        raise end


async def _used(bots: Sequence[RunningBot], meanwhile: object) -> list[float]:
    """Wait for `meanwhile`, and return the part of a core that each process used."""
    before, began = [bot.worked() for bot in bots], perf_counter()
    await meanwhile  # type: ignore[misc]
    took = perf_counter() - began
    return [(bot.worked() - was) / took for bot, was in zip(bots, before, strict=True)]


def main() -> None:
    """Measure with the numbers of the command line, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    for name, value in msgspec.structs.asdict(Given()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    given = Given(**vars(parser.parse_args()))
    with (
        cluster(SETTINGS) as server,
        postgresql_database(server.get_uri(), EMPTY) as url,
        tempfile.TemporaryDirectory() as folder,
    ):
        told = asyncio.run(load(given, url, Path(folder)))
    print(f"{given.live} live tables, {given.played} of them played, on {given.processes} processes")
    print("\n".join(f"  {line}" for line in told.told()))


if __name__ == "__main__":
    main()
