"""Upgrade a bot of two processes while people play, and go back to the older version in the middle of a recount.

`python -m tests.kills.upgrades COMMIT URL GAMES` runs the older version from git. The server on which people play has
so many games already, and the newer version counts all of them again. At the end, all figures must equal a count from
nothing. The older version must store tables in the same form as this one, because people go on with the same tables.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, delete, func, select, update

from bot.settings import Shards
from bot.storage import countings, schema
from bot.storage.store import Store
from tests.bench import million
from tests.bench.bots import tree_of
from tests.kills.process import TOKEN, BotProcess
from tests.kills.recounts import is_exact
from tests.outages.rolling import Rolling
from tests.processes import ELSEWHERE, ROOT
from tests.sharing.wires import shards_for
from tests.tables.house import GUILD

COUNTS_OTHERWISE = """\
from bot.history import recounting, versions
versions.MINE = versions.Version(versions.MINE.figures + 1, versions.MINE.achievements)
recount = recounting.Recount.__init__
recount.__defaults__ = (*recount.__defaults__[:-1], {rest})
"""
"""Code that makes this version count figures by another version, with another rest after each second of work."""
UNTIL_BACK = 0.2
"""The part of the games after whose recount the older version takes over."""
REAL = 200
"""The number of games that are really played before the rows are copied."""


class Version(BotProcess):
    """One process of the bot, with the code in `tree`. Its output is appended to the file `log`."""

    def __init__(self, code: str, tree: Path, words: Sequence[str], settings: dict[str, str], log: Path) -> None:
        """Set up a process that runs this `code`, without starting it."""
        self._command, self._tree, self._log = (sys.executable, "-c", code, *words), tree, log
        self._settings = {**os.environ, "DISCORD_TOKEN": TOKEN, "PYTHONPATH": str(tree), **settings}
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process."""
        with self._log.open("ab") as log:
            self._child = subprocess.Popen(self._command, cwd=self._tree, env=self._settings, stdout=log, stderr=log)

    def tell_to_stop(self) -> None:
        """Send SIGTERM to the process."""
        assert self._child is not None
        self._child.terminate()

    @property
    def code(self) -> int | None:
        """Return the exit code of the process, or None while it runs."""
        return None if self._child is None else self._child.poll()

    def let_go(self) -> None:
        """Kill the process if it still runs."""
        if self._child is not None and self._child.poll() is None:
            self._child.kill()
            self._child.wait()


class Upgrade(Rolling):
    """Replaces the processes of an older version by those of this one while people play, back, and forth again.

    `told` has the lines of the report.
    """

    def __init__(self, folder: Path, url: str, older: Path, rest: float, tables: int) -> None:
        """Set up the evening. `older` is the folder with the older version."""
        self._older, self._rest, self._is_old = older, rest, True
        self.told: list[str] = []
        super().__init__(folder, url, url, tables)

    def process(self, shards: Shards | None = None) -> Version:
        """Create a process of the version that is wanted now, without starting it."""
        code = ELSEWHERE if self._is_old else COUNTS_OTHERWISE.format(rest=self._rest) + ELSEWHERE
        settings = {"DATABASE_URL": self._url, "SHARDS": str(shards), "LOG_LEVEL": "INFO"}
        tree = self._older if self._is_old else ROOT
        return Version(code, tree, (self.server.address, "run"), settings, self._log)

    async def upgrade(self) -> None:
        """Start two processes of the older version, and upgrade both. In the middle of the recount, go back once."""
        await self._starts()
        self._is_old = False
        self.first = await self._replaced(self.first, self.shards[0])
        await self.all_goes_on_well()
        await self._nothing_is_counted()
        self.bot = await self._replaced(self.bot, self.shards[1])
        began = time.monotonic()
        while not self.found and not await self._counted(UNTIL_BACK):
            await self.all_goes_on_well()
        self._is_old = True
        self.bot = await self._replaced(self.bot, self.shards[1])
        before = await self._reached()
        await self.all_goes_on_well()
        self.told.append(f"beside the older version again, games counted: {await self._reached() - before}")
        self._is_old = False
        self.bot = await self._replaced(self.bot, self.shards[1])
        while not self.found and not await self._is_whole():
            await self.all_goes_on_well()
        self.told.append(f"recounted after {time.monotonic() - began:.0f} s, with {self.people.asked} presses so far")
        await self.all_goes_on_well()
        await self.stop()
        await self._ended(self.first)

    async def _starts(self) -> None:
        said = self.said_so_far()
        self.first.start()
        await self.until_says(b"Ready.", said)
        await self.is_ready()
        await self.all_moves()

    async def _nothing_is_counted(self) -> None:
        """Check that nothing is counted again while an older version holds shards."""
        if await self._reached():
            self.found.append("figures were counted again beside an older version")

    async def _reached(self) -> int:
        """Return the number of games that were counted again."""
        async with self.beside.alive() as (store, _):
            return int(await store.read(_counted_beside))

    async def _counted(self, part: float) -> bool:
        async with self.beside.alive() as (store, _):
            games = await store.read(lambda c: c.execute(select(func.max(schema.servers.c.games))).scalar())
        return await self._reached() >= part * int(games or 0)

    async def _is_whole(self) -> bool:
        async with self.beside.alive() as (store, _):
            return all(await store.read(_are_shown))

    async def __aexit__(self, *_: object) -> None:
        self.first.let_go()
        await super().__aexit__()


def _counted_beside(connection: Connection) -> int:
    it = schema.countings.c
    query = select(func.coalesce(func.max(it.games), 0)).where(it.state.in_((countings.BUILT, countings.SHOWN)))
    return int(connection.execute(query).scalar_one())


def _are_shown(connection: Connection) -> list[bool]:
    """Return for each server with games whether it shows new figures, of all its games."""
    servers, it = schema.servers.c, schema.countings.c
    found = connection.execute(select(servers.guild, servers.games).where(servers.games > 0)).all()
    query = select(it.guild, it.games).where(it.state == countings.SHOWN)
    shown = {row.guild: row.games for row in connection.execute(query)}
    return [shown.get(row.guild) == row.games for row in found]


def belong_to(connection: Connection, guild: int) -> None:
    """Give the games of the server `GUILD`, and everything about them, to another server.

    Their tables are deleted, because the bot deletes the events of old tables, and the checks would miss these events.
    """
    connection.execute(delete(schema.tables))
    for table in schema.metadata.sorted_tables:
        if "guild" in table.c:
            connection.execute(update(table).where(table.c.guild == GUILD).values(guild=guild))
    number = schema.countings.c.number
    connection.execute(update(schema.countings).where(number == GUILD).values(number=guild))


async def measure(commit: str, url: str, games: int, rest: float, tables: int) -> list[str]:
    """Fill an empty database, upgrade while people play, and return the report."""
    await million.fill(url, games, real=min(games, REAL))
    with tree_of(commit) as older, tempfile.TemporaryDirectory() as folder:
        async with Upgrade(Path(folder), url, older, rest, tables) as evening:
            store = await Store.open(url)
            guild = next(iter(evening.server.world.discord.guilds))
            await store.write(lambda connection: belong_to(connection, guild))
            await store.close()
            assert shards_for(guild) == evening.shards
            await evening.upgrade()
            told = [*evening.told, f"faults: {len(evening.found)}", *evening.found]
    is_right = await is_exact(url)
    return [*told, "equal to a count from nothing" if is_right else "DIFFERENT from a count from nothing"]


def main() -> None:
    """Measure with the numbers of the command line, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills.upgrades", description=__doc__)
    parser.add_argument("commit", help="the older version")
    parser.add_argument("url", help="an empty PostgreSQL database")
    parser.add_argument("games", type=int)
    parser.add_argument("--rest", type=float, default=3.0, help="seconds of rest for each second of a recount")
    parser.add_argument("--tables", type=int, default=6)
    given = parser.parse_args()
    print("\n".join(asyncio.run(measure(given.commit, given.url, given.games, given.rest, given.tables))))


if __name__ == "__main__":
    main()
