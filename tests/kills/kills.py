"""A bot that is killed again and again while people play, and looked at after each kill."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.storage import schema
from bot.storage.store import Store
from bot.tables import Tables, codec
from tests.kills.beside import Beside, is_whole
from tests.kills.checks import Checks
from tests.kills.people import People
from tests.kills.process import TOKEN, BotProcess
from tests.kills.seen import Seen
from tests.swarm.health import ails

TABLES = 8
PATIENCE = 120.0
"""Seconds after which a bot that was killed must have everything shown, and every table must have moved."""
LIVES = 1.0
"""Most seconds that a bot has once it is at the gateway, or once it is ready."""
DIES_STARTING, DIES_READY = 0.15, 0.35
"""How many bots die before they are at the gateway, and how many after time goes on for them again."""
LOOK_EVERY = 20
"""Kills after which everybody waits until all goes on and all is shown."""
KEPT = 60


class Kills:
    """People who play, and a bot that dies. `found` is what must not be; `done` counts kills."""

    def __init__(self, folder: Path, url: str, seed: int) -> None:
        self._url, self._log, self._luck = url, folder / "bot.log", Random(seed)
        self.server = Server(folder / "world", free_port(0), TOKEN)
        self.server.world.changed = lambda: None  # type: ignore[method-assign] # nobody opens this world again
        self.people = People(self.server, TABLES, Random(f"{seed} people"))
        self.seen = Seen(self.server)
        self.checks = Checks(self.seen)
        self.found: list[str] = []
        self.done = 0
        self._beside = Beside(url, folder)
        self._bot = self._new_bot()
        self._read = 0

    def _new_bot(self) -> BotProcess:
        return BotProcess(self.server.address, self._url, self._log)

    async def kill(self, times: int) -> None:
        """Kill the bot so often under load; then all goes on and is shown."""
        for number in range(1, times + 1):
            await self._die_at_any_moment()
            if number % LOOK_EVERY == 0 or number == times or self.found:
                await self.all_goes_on()
            if self.found:
                return

    async def _die_at_any_moment(self) -> None:
        draw = self._luck.random()
        known, said = self.server.gateway.identified, self._log.stat().st_size if self._log.exists() else 0
        self._bot.start()
        if draw < DIES_STARTING:
            await asyncio.sleep(self._luck.random() * LIVES / 2)
        else:
            await self._until(lambda: self.server.gateway.identified > known, "at the gateway")
            if draw > 1 - DIES_READY:
                await self._until(lambda: b"Ready." in self._said_since(said), "ready")
            await asyncio.sleep(self._luck.random() * LIVES)
        self._bot.kill()
        self.done += 1
        self.server.gateway._sessions.clear()  # nobody takes up the session of a dead bot
        async with self._beside.dead() as (store, _):
            self.found += await store.read(is_whole)
            self.found += await store.read(self.checks.look)
        self._look_into_the_log()
        await self._beside.ten_seconds_pass()
        self._bot = self._new_bot()

    async def all_goes_on(self) -> None:
        """A bot that nobody kills: every table moves; once nobody presses any more, everything is shown. It ends."""
        self._bot.start()
        async with self._beside.alive() as (store, tables):
            before = await store.read(_where_they_are)
            await self._until(lambda: self._have_all_moved(store, before), "moved at every table")
            if self.found:
                self.found += [f"stands still: {row}" for row in await store.read(partial(_standing, before=before))]
            await self.people.rest()
            await self._until(lambda: self._is_all_shown(store, tables), "shown")
            self.found += [word async for word in ails(store, tables)]
            self.found += await store.read(self.checks.look)
        await self.stop()
        self.seen.forget(KEPT)
        self._bot = self._new_bot()
        self.people.begin()

    async def stop(self) -> None:
        """The bot is told to stop, and does."""
        self._bot.tell_to_stop()
        await self._until(lambda: self._bot.code is not None, "over")
        if self._bot.code != 0:
            self.found.append(f"it ended with {self._bot.code}")
        self._look_into_the_log()

    def let_go(self) -> None:
        """Whatever becomes of a test, no process is left."""
        self._bot.let_go()

    async def _have_all_moved(self, store: Store, before: dict[int, tuple[int, int]]) -> bool:
        now = await store.read(_where_they_are)
        return all(now.get(channel, (0, 0)) > before.get(channel, (0, 0)) for channel in self.people.seated)

    async def _is_all_shown(self, store: Store, tables: Tables) -> bool:
        for table in await tables.looking.live():
            pending = await tables.showing.pending(table)
            if pending.panel_stale or pending.news:
                return False
        return not await store.read(_untold)

    async def _until(self, look: Callable[[], bool | Awaitable[bool]], what: str) -> None:
        """Wait for it; what does not come about is found."""
        end = time.monotonic() + PATIENCE
        while not (done if isinstance(done := look(), bool) else await done):
            if self._bot.code is not None:
                self.found.append(f"it ended by itself with {self._bot.code}")
                return
            if time.monotonic() > end:
                self.found.append(f"not {what} after {PATIENCE} s")
                return
            await asyncio.sleep(0.02)

    def _said_since(self, position: int) -> bytes:
        with self._log.open("rb") as log:
            log.seek(position)
            return log.read()

    def _look_into_the_log(self) -> None:
        said = self._said_since(self._read).decode()
        self._read += len(said.encode())
        if "Traceback" in said or " ERROR " in said:
            self.found.append(f"logged: {said}")


def _where_they_are(connection: Connection) -> dict[int, tuple[int, int]]:
    """By channel its newest table, and its version."""
    t = schema.tables.c
    query = select(t.channel, t.id, t.version).order_by(t.id)
    return {row.channel: (row.id, row.version) for row in connection.execute(query)}


def _standing(connection: Connection, before: dict[int, tuple[int, int]]) -> list[str]:
    """The tables that are where they were."""
    t, standing = schema.tables.c, set(before.items()) & set(_where_they_are(connection).items())
    query = select(t.id, t.status, t.version, t.due, t.changed, t.setup).where(
        t.id.in_([at for _, (at, _) in standing])
    )
    return [str(tuple(row)) for row in connection.execute(query)]


def _untold(connection: Connection) -> list[int]:
    """The games in which somebody is still to be told something by DM."""
    t = schema.tables.c
    found = connection.execute(select(t.id, t.private_news).where(t.status == "playing"))
    return [row.id for row in found if any(each.is_untold() for each in codec.private_news(row.private_news).values())]


@asynccontextmanager
async def killing(folder: Path, url: str, seed: int) -> AsyncIterator[Kills]:
    """People at a local Discord of their own, who play from now on."""
    kills = Kills(folder, url, seed)
    await kills.server.start()
    kills.people.begin()
    try:
        yield kills
    finally:
        kills.let_go()
        await kills.people.rest()
        await kills.server.stop()
