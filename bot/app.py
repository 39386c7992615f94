"""The composition root: every part is made here and handed to the next."""

import asyncio
import hashlib
import logging
import secrets
import signal
from collections.abc import Callable
from datetime import UTC, datetime

import discord
from msgspec import json

from bot.driver.clock import Clock
from bot.history.boards import Boards
from bot.inbox.commands import add_commands
from bot.inbox.commands.tree import Commands
from bot.inbox.door import Door
from bot.inbox.request import Services
from bot.outbox import Announcer
from bot.people import People
from bot.screens.families import presenter
from bot.settings import Settings
from bot.storage import marks
from bot.storage.store import Store
from bot.tables import Tables
from bot.tables.keeping import keep_what_is_left

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


class Bot(discord.Client):
    """The bot: a client with its `services`. It reads no messages, so it asks for the guilds intent only."""

    services: Services

    def __init__(
        self,
        settings: Settings,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """`entropy(n)` gives n unforeseeable bytes for the seeds, `now()` the time; only a rehearsal brings its own."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._settings, self._entropy, self.now = settings, entropy, now
        self._store: Store | None = None
        self._clock: Clock | None = None
        self.door = Door()
        self.tree = Commands(self, self.door)

    async def setup_hook(self) -> None:
        """Have everything ready before the gateway."""
        self._store = store = await Store.open(self._settings.database_url)
        await keep_what_is_left(store)
        tables = Tables(store, lambda: self.now(), self._entropy, lambda rules: presenter(rules) is not None)
        people = People(tables.changes)
        self.services = Services(tables, people, Boards(store), Announcer(self, tables, people))
        self._clock = Clock(tables, self.services.announcer, lambda: self.now())
        self._clock.start()
        add_commands(self.tree)
        await self._sync()

    async def on_ready(self) -> None:
        """Discord is there: time goes on, and whatever was saved and not shown is shown."""
        await self._go_on()
        for table_id in await self.services.tables.showing.to_show():
            await self.services.announcer.show_again(table_id)

    async def on_resumed(self) -> None:
        """The connection is back; nothing was missed."""
        await self._go_on()

    async def on_disconnect(self) -> None:
        """Nobody can move while Discord is away."""
        if self._clock is not None:
            self._clock.stand_still()

    async def on_interaction(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Everything that is pressed, chosen or filled in enters by one door."""
        await self.door.enter(interaction)

    async def on_error(self, event_method: str, /, *_: object, **__: object) -> None:
        """Log what an event handler raised; its arguments may hold what people typed, so they stay out of the log."""
        log.exception("The handler of %s failed.", event_method)

    async def close(self) -> None:
        """Stop taking work, finish what runs, let go of the database."""
        if self._clock is not None:
            await self._clock.stop()
        await super().close()
        if self._store is not None:
            store, self._store = self._store, None
            await store.close()

    async def _go_on(self) -> None:
        if self._clock is not None:
            await self._clock.go_on()

    async def _sync(self) -> None:
        """Tell Discord our commands where they differ from what it was told last."""
        commands = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        known = f"{self.application_id}:{hashlib.sha256(json.encode(commands, order='deterministic')).hexdigest()}"
        store = self._store
        assert store is not None
        if (
            await store.read(lambda connection: marks.mark(connection, "commands")) == known
            and await self.tree.fetch_commands()
        ):
            return
        await self.tree.sync()
        await store.write(lambda connection: marks.set_mark(connection, "commands", known))
        log.info("%d commands synced.", len(commands))


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop (SIGINT, SIGTERM)."""
    bot = Bot(settings)
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, lambda: loop.create_task(bot.close()))
    async with bot:
        await bot.start(settings.token)
