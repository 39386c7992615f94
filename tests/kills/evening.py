"""Let people play all evening with a real bot in its own process while faults of all kinds happen."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self

from sqlalchemy import Connection, select

from bot.sandbox.adapter import THINKING
from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.storage import schema
from bot.storage.store import Store
from bot.tables import Tables, duties
from tests.kills.beside import Beside
from tests.kills.checks import Checks
from tests.kills.people import People
from tests.kills.process import TOKEN, BotProcess, Prepare, as_it_is
from tests.kills.seen import Seen
from tests.swarm.health import ails

TABLES = 8
PATIENCE = 120.0
"""Seconds in which a bot must recover. After that, everything must be shown, and every table must have had a move."""
_PAUSE = re.compile(rb"Attempting a reconnect in ([\d.]+)s")
"""Finds the pauses that discord.py announces in the log.

Each pause may be twice as long as the one before, up to 1,024 seconds. The bot cannot shorten these pauses, so their
time is added to `PATIENCE`.
"""
KEPT = 60
"""The number of each channel's messages that are kept between two checks."""


class Evening:
    """Holds the people who play, the local Discord and the bot.

    `found` lists the faults that were found, and `done` counts how often trouble was made.
    """

    def __init__(self, folder: Path, url: str, seed: int, tables: int = TABLES, prepare: Prepare = as_it_is) -> None:
        """Set up the evening. `prepare` is called in the bot's process before the bot starts."""
        self._url, self._log, self._prepare = url, folder / "bot.log", prepare
        self.luck = Random(seed)
        self.server = Server(folder / "world", free_port(0), TOKEN)
        self.server.world.changed = lambda: None  # type: ignore[method-assign] # nobody opens this world again
        self.people = People(self.server, tables, Random(f"{seed} people"))
        self.seen = Seen(self.server)
        self.checks = Checks(self.seen)
        self.found: list[str] = []
        self.done = 0
        self.beside = Beside(url, folder)
        self.bot = self.new_bot()
        self._read = 0

    def new_bot(self) -> BotProcess:
        """Create a process for the bot without starting it."""
        return BotProcess(self.server.address, self._url, self._log, self._prepare)

    async def __aenter__(self) -> Self:
        await self.server.start()
        self.people.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.bot.let_go()
        await self.people.rest()
        await self.server.stop()

    async def is_ready(self) -> None:
        """Start the bot, and wait until it is ready."""
        said = self.said_so_far()
        self.bot.start()
        await self.until(lambda: b"Ready." in self.said_since(said), "ready")
        self.people.waiting.clear()

    async def all_moves(self) -> None:
        """Wait until every table has had a move."""
        async with self.beside.alive() as (store, _):
            before = await store.read(_where_they_are)
            await self.until(lambda: self._have_all_moved(store, before), "moved at every table")
            if self.found:
                for row in await store.read(partial(_standing, before=before)):
                    self.found.append(f"stands still: {tuple(row)}; there stand: {self.people.see(row.channel)}")
                self.found.append(f"the log ends: {self.said_since(0).decode()[-6000:]}")

    async def all_is_well(self) -> None:
        """Let the people pause, and check that everything is shown and nothing is lost.

        Then let the people continue.
        """
        async with self.beside.alive() as (store, tables):
            await self.people.rest()
            await self.until(lambda: _is_all_shown(tables), "shown")
            if self.found:
                self.found += await unshown(tables)
            self.found += [word async for word in ails(store, tables)]
            self.found += await store.read(self.checks.look)
        self.look_into_the_log()
        self.people.begin()

    async def all_are_answered(self) -> None:
        """Wait until every press since the start of the bot has an answer, and no message shows "thinking"."""
        await self.until(lambda: not self.people.waiting, "answered")
        world = self.server.world.discord
        here = [each for channel in self.people.seated for each in world.messages(channel).values()]
        await self.until(lambda: not any(each.flags & THINKING for each in here), "told what was promised")

    async def all_goes_on_well(self) -> None:
        """Check after trouble that every table moves, that all is shown, and that every press has an answer."""
        await self.all_moves()
        await self.all_is_well()
        await self.all_are_answered()
        self.seen.forget(KEPT)

    async def stop(self) -> None:
        """Stop the bot with SIGTERM."""
        self.bot.tell_to_stop()
        end = time.monotonic() + PATIENCE  # `until` would count the end of the bot as a fault
        while self.bot.code is None and time.monotonic() < end:  # noqa: ASYNC110 - a process has no event
            await asyncio.sleep(0.02)
        if self.bot.code != 0:
            self.found.append(f"it ended with {self.bot.code}")
        self.look_into_the_log()

    async def until(self, look: Callable[[], bool | Awaitable[bool]], what: str) -> None:
        """Wait until a condition is met. If that takes too long, or the bot ends, add a sentence to `found`."""
        end = time.monotonic() + PATIENCE
        while not (done if isinstance(done := look(), bool) else await done):
            if self.bot.code is not None:
                self.found.append(f"it ended by itself with {self.bot.code}: {self.said_since(self._read).decode()}")
                return
            if time.monotonic() > end + self._pauses():
                self.found.append(f"not {what} after {PATIENCE} s")
                return
            await asyncio.sleep(0.02)

    def _pauses(self) -> float:
        """Return the sum of all pauses in seconds that discord.py has announced since the log was last checked."""
        return sum(float(seconds) for seconds in _PAUSE.findall(self.said_since(self._read)))

    def said_so_far(self) -> int:
        """Return the length of the log so far."""
        return self._log.stat().st_size if self._log.exists() else 0

    def said_since(self, position: int) -> bytes:
        """Return the log from this position on."""
        if not self._log.exists():
            return b""
        with self._log.open("rb") as log:
            log.seek(position)
            return log.read()

    def look_into_the_log(self) -> None:
        """Check that the new part of the log reports no error."""
        said = self.said_since(self._read).decode()
        self._read += len(said.encode())
        if "Traceback" in said or " ERROR " in said:
            self.found.append(f"logged: {said}")

    async def _have_all_moved(self, store: Store, before: dict[int, tuple[int, int]]) -> bool:
        now = await store.read(_where_they_are)
        return all(now.get(channel, (0, 0)) > before.get(channel, (0, 0)) for channel in self.people.seated)


async def unshown(tables: Tables) -> list[str]:
    """Return a sentence for each running table whose newest events or DMs were not shown yet."""
    found = []
    for table in await tables.queries.live():
        pending = await tables.showing.pending(table)
        draft = await tables.changes.store.read(partial(tables.changes.loader.look, table_id=table))
        untold = duties.undelivered(draft)
        if pending.panel_stale or pending.news or untold:
            many = f"{len(pending.news)} news, {len(untold)} DMs"
            found.append(f"table {table} at version {pending.table.version}, with {many}")
    return found


async def _is_all_shown(tables: Tables) -> bool:
    return not await unshown(tables)


def _where_they_are(connection: Connection) -> dict[int, tuple[int, int]]:
    """Return each channel's newest table and the version of this table."""
    t = schema.tables.c
    query = select(t.channel, t.id, t.version).order_by(t.id)
    return {row.channel: (row.id, row.version) for row in connection.execute(query)}


def _standing(connection: Connection, before: dict[int, tuple[int, int]]) -> Sequence[Any]:
    """Return the tables that have had no move since `before`."""
    t, standing = schema.tables.c, set(before.items()) & set(_where_they_are(connection).items())
    of_a_row = (t.id, t.channel, t.status, t.version, t.due, t.changed, t.shown_seq, t.seq, t.panel_message, t.setup)
    return connection.execute(select(*of_a_row).where(t.id.in_([at for _, (at, _) in standing]))).all()
