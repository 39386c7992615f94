"""People who play all evening at a real bot in a process of its own, through all kinds of trouble."""

import asyncio
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
"""Seconds after which a bot that had trouble must have everything shown, and every table must have moved."""
KEPT = 60
"""Messages of a channel that are remembered from one look to the next."""


class Evening:
    """People who play, and a bot. `found` is what must not be; `done` counts what happened to it."""

    def __init__(self, folder: Path, url: str, seed: int, tables: int = TABLES, prepare: Prepare = as_it_is) -> None:
        """`prepare` is carried out in the bot's process before it begins."""
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
        """A process that is not started yet."""
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
        """Start the bot, and wait until time passes."""
        said = self.said_so_far()
        self.bot.start()
        await self.until(lambda: b"Ready." in self.said_since(said), "ready")
        self.people.waiting.clear()

    async def all_moves(self) -> None:
        """Every table comes further than it is now."""
        async with self.beside.alive() as (store, _):
            before = await store.read(_where_they_are)
            await self.until(lambda: self._have_all_moved(store, before), "moved at every table")
            if self.found:
                for row in await store.read(partial(_standing, before=before)):
                    self.found.append(f"stands still: {tuple(row)}; there stand: {self.people.see(row.channel)}")
                self.found.append(f"the log ends: {self.said_since(0).decode()[-6000:]}")

    async def all_is_well(self) -> None:
        """Nobody presses any more: everything is shown, nothing is lost; then they go on."""
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
        """Everybody who pressed anything since the bot was ready has an answer, and nobody sees it think."""
        await self.until(lambda: not self.people.waiting, "answered")
        world = self.server.world.discord
        here = [each for channel in self.people.seated for each in world.messages(channel).values()]
        await self.until(lambda: not any(each.flags & THINKING for each in here), "told what was promised")

    async def stop(self) -> None:
        """The bot is told to stop, and does."""
        self.bot.tell_to_stop()
        await self.until(lambda: self.bot.code is not None, "over")
        if self.bot.code != 0:
            self.found.append(f"it ended with {self.bot.code}")
        self.look_into_the_log()

    async def until(self, look: Callable[[], bool | Awaitable[bool]], what: str) -> None:
        """Wait for it; what does not come about is found."""
        end = time.monotonic() + PATIENCE
        while not (done if isinstance(done := look(), bool) else await done):
            if self.bot.code is not None:
                self.found.append(f"it ended by itself with {self.bot.code}: {self.said_since(self._read).decode()}")
                return
            if time.monotonic() > end:
                self.found.append(f"not {what} after {PATIENCE} s")
                return
            await asyncio.sleep(0.02)

    def said_so_far(self) -> int:
        """How long the log is."""
        return self._log.stat().st_size if self._log.exists() else 0

    def said_since(self, position: int) -> bytes:
        """What the log says from there on."""
        if not self._log.exists():
            return b""
        with self._log.open("rb") as log:
            log.seek(position)
            return log.read()

    def look_into_the_log(self) -> None:
        """Nothing that it says is a fault of the bot's."""
        said = self.said_since(self._read).decode()
        self._read += len(said.encode())
        if "Traceback" in said or " ERROR " in said:
            self.found.append(f"logged: {said}")

    async def _have_all_moved(self, store: Store, before: dict[int, tuple[int, int]]) -> bool:
        now = await store.read(_where_they_are)
        return all(now.get(channel, (0, 0)) > before.get(channel, (0, 0)) for channel in self.people.seated)


async def unshown(tables: Tables) -> list[str]:
    """What of each live table is saved and not shown, or told to whoever it is for."""
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
    """By channel its newest table, and its version."""
    t = schema.tables.c
    query = select(t.channel, t.id, t.version).order_by(t.id)
    return {row.channel: (row.id, row.version) for row in connection.execute(query)}


def _standing(connection: Connection, before: dict[int, tuple[int, int]]) -> Sequence[Any]:
    """The tables that are where they were."""
    t, standing = schema.tables.c, set(before.items()) & set(_where_they_are(connection).items())
    of_a_row = (t.id, t.channel, t.status, t.version, t.due, t.changed, t.shown_seq, t.seq, t.panel_message, t.setup)
    return connection.execute(select(*of_a_row).where(t.id.in_([at for _, (at, _) in standing]))).all()
