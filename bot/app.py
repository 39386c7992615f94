"""The bot as a Discord client. This module creates all parts of the bot and passes them to each other."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import discord
import msgspec

from bot.background import Background
from bot.driver import Clock, Driver
from bot.driver.clock import Seconds, each_second
from bot.history.recounting import Recount
from bot.inbox.dispatcher import Dispatcher
from bot.inbox.errors import sorry
from bot.inbox.greeting import greet
from bot.inbox.localizing import Localizing
from bot.inbox.services import Client, Interaction, Services
from bot.inbox.syncing import CommandSync
from bot.inbox.tree import Commands, add_commands
from bot.metrics import GATEWAY_EVENTS, GATEWAY_UNREADABLE, HOUR, counting
from bot.outbox.arrivals import Arrivals
from bot.outbox.buried import Buried
from bot.outbox.connection import AS_A_CLIENT, is_reachable, sharding
from bot.outbox.deletions import Deletions
from bot.outbox.gateway import Guard
from bot.outbox.internals import adapt_discord_py, session_limit
from bot.outbox.menus import Menus
from bot.outbox.pictures import Pictures
from bot.outbox.puzzles import PuzzlePoster
from bot.people import Puzzles, SettingsRepository
from bot.screens.families.presenters import is_played
from bot.settings import Settings
from bot.sharing import SAVED, Sharing
from bot.sharing.lease import Lease
from bot.sharing.starts import SessionLimit, Starts
from bot.storage.store import Store
from bot.tables import Tables
from bot.tables.bookkeeping import keep_what_is_left
from bot.tables.pace import AT_ONCE, Pace
from bot.wall_clock import utc_now
from bot.words import language

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outside:
    """The inputs from outside the program: `now()`, and `entropy(n)`, which returns n unpredictable bytes for seeds.

    `pace`, if given, replaces the pace of every table. `sharing` knows which tables this process shows.
    """

    now: Callable[[], datetime]
    entropy: Callable[[int], bytes]
    pace: Pace | None
    sharing: Sharing


def services(client: Client, store: Store, settings: Settings, outside: Outside) -> Services:
    """Create the services that handlers use, on top of an open store."""
    now, sharing = outside.now, outside.sharing
    tables = Tables(store, now, outside.entropy, is_played, outside.pace, settings.limits, sharing)
    servers, puzzles = SettingsRepository(store, sharing), Puzzles(store, now, sharing)
    return Services(client, store, tables, servers, puzzles, now, outside.pace != AT_ONCE, settings.pages)


LOOKS = 1.0
"""Seconds between two updates of windows in DMs, if other processes cannot send notifications."""

DRAIN = 8.0
"""Seconds that running work has to finish when the bot stops."""

LATE_SERVERS = 1.5
"""Seconds that a start waits for servers that Discord has announced but whose data it has not sent yet."""


def seconds_of_the_loop() -> float:
    """Return the running event loop's time in seconds. A closed client's own `loop` cannot be used."""
    return asyncio.get_running_loop().time()


class Bot(Client):
    """A Discord client with `services`. It needs the intents for servers and DMs, but not the content of messages."""

    _word: asyncio.Task[None] | None = None
    puzzles: PuzzlePoster | None = None
    starts: Starts | None = None
    _commands: CommandSync | None = None
    _clock: Clock | None = None
    _ending: asyncio.Task[None] | None = None

    def __init__(
        self,
        settings: Settings,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        now: Callable[[], datetime] = utc_now,
        pace: Pace | None = None,
        store: Store | None = None,
        lease: Lease | None = None,
        seconds: Seconds = each_second,
    ) -> None:
        """Set up the bot. `entropy(n)` returns n unpredictable bytes for seeds, and `now()` returns the time.

        Tests replace both. `pace`, if given, replaces the pace of every table. The caller closes a `store` that it
        passes. Otherwise the bot opens and closes its own store. `lease` is the lease on the shards, if other
        processes use the same store. `seconds` runs the steps of the clock, one each second.
        """
        self._settings, self.own_shards, self.now = settings, settings.shards, now
        adapt_discord_py()
        super().__init__(**AS_A_CLIENT, http_trace=counting(), **sharding(*msgspec.structs.astuple(settings.shards)))
        self._outside = Outside(lambda: self.now(), entropy, pace, lease or Sharing(settings.shards))
        self._keeps_store = store is None
        self._store, self._lease, self._seconds = store, lease, seconds
        self.dispatcher = Dispatcher()
        self.pictures = Pictures(lambda: self.now())
        self.buried, self.arrivals, self.menus = Buried(lambda: self.now()), Arrivals(seconds_of_the_loop), Menus()
        self.deletions = Deletions(self, lambda: self.services.tables, lambda: self.now())
        self.tree = Commands(self, self.dispatcher)
        Guard(self, self.buried.heard, self._sorry, lambda event: GATEWAY_UNREADABLE.labels(event).inc())
        self._arrived, self._losses = asyncio.Event(), 0
        self._background: list[Background] = []

    def _sorry(self, locale: str, reference: str) -> str:
        return sorry(locale, reference, self.services.pages.support)

    async def setup_hook(self) -> None:
        """Prepare all parts of the bot before it connects to the gateway."""
        await asyncio.to_thread(language.read_all)
        if self._store is None:
            self._store = await Store.open(self._settings.database_url)
        store = self._store
        self.starts = Starts(store, self.own_shards, lambda: self.now())
        await keep_what_is_left(store)
        recount = Recount(store, lambda: self.now(), self._outside.sharing.has)
        await recount.prepare()
        self.services = services(self, store, self._settings, self._outside)
        await self.services.settings.load_languages()
        self.languages = self.services.settings.languages
        tables, announcer = self.services.tables, self.services.announcer
        await announcer.lines.begin()
        reach = partial(is_reachable, self)
        self.driver = Driver(tables, announcer, lambda: self.now(), reach)
        self.puzzles = PuzzlePoster(self, self.services.puzzles)
        self._background = [self.deletions.background, recount.background]
        self._background += [self.services.privacy.background, self.puzzles.background]
        self._clock = Clock(tables, self.driver, lambda: self.now(), reach, self._seconds, self._each_minute)
        self._clock.start()
        if not self.own_shards.are_all():
            self._word = asyncio.create_task(self._hear_of_others())
        add_commands(self.tree)
        await self.tree.set_translator(Localizing())
        self._commands = CommandSync(self, self.tree, store)
        await self._commands.begin()
        await self.pictures.look(self)

    def _each_minute(self) -> None:
        for each in self._background:
            each.begin()
        if hour := HOUR.told(self.now()):
            log.info(hour)

    async def on_connect(self) -> None:
        """Count a new session at the gateway."""
        GATEWAY_EVENTS.labels("ready", self.own_shards.first).inc()

    async def on_ready(self) -> None:
        """Resume the tables' clock, because Discord is connected, and show saved changes that were not shown yet."""
        log.info("Ready. Servers: %d.", len(self.guilds))
        if await self._servers_are_there():
            await self._connected()
        await self.services.settings.are({guild.id for guild in self.guilds}, self.now())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that Discord has sent a server's data, and retry the server's tables that could not be shown."""
        self._arrived.set()
        await self.driver.place_changed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot was added to a server, and retry the server's tables that could not be shown."""
        await self.services.settings.joined(guild.id)
        await self.driver.place_changed(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a server. The server's data is deleted thirty days later."""
        await self.services.settings.left(guild.id, self.now())

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables of a deleted channel and of its threads (L5)."""
        await self.deletions.heard_of(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """End the tables of a deleted thread (L5)."""
        await self.deletions.heard_of(thread.guild_id, thread.thread_id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """Retry the server's tables that could not be shown, because the bot may have got a permission."""
        await self.driver.place_changed(role.guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        """Retry the server's tables that could not be shown, because the bot may have got a permission."""
        await self.driver.place_changed(channel.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Retry the server's tables that could not be shown: the bot may have a new role, or its timeout is over."""
        await self.driver.place_changed(member.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry the server's tables that could not be shown, because the bot may have joined a thread."""
        await self.driver.place_changed(thread.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry the server's tables that could not be shown, because a thread may have been opened or unlocked."""
        await self.driver.place_changed(payload.guild_id)

    async def on_resumed(self) -> None:
        """Resume the tables' clock, because the connection is back and no event was missed."""
        GATEWAY_EVENTS.labels("resumed", self.own_shards.first).inc()
        await self._connected()

    async def on_disconnect(self) -> None:
        """Pause the tables' clock, because Discord is not connected."""
        await self._disconnected(self.own_shards.first)

    async def _disconnected(self, shard: int) -> None:
        GATEWAY_EVENTS.labels("lost", shard).inc()
        self._losses += 1
        if self._clock is not None:
            await self._clock.disconnected()

    @property
    def is_at_the_gateway(self) -> bool:
        """Whether the gateway is connected, as far as the bot knows."""
        return self._clock is not None and self._clock.is_connected

    @property
    def time_passes(self) -> bool:
        """Whether the tables' clock runs."""
        return self._clock is not None and self._clock.is_going

    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass every interaction to the dispatcher."""
        await self.dispatcher.dispatch(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Answer a person who writes to the bot in a DM.

        The text is not read, and messages on servers do not arrive here.
        """
        if message.guild is None and not message.author.bot:
            await greet(self.services, message)

    async def on_error(self, event_method: str, /, *_: object, **__: object) -> None:
        """Log the exception of an event handler, without its arguments, which may contain people's words.

        A handler that is interrupted because the bot stops is not a fault: its work is done after the next start.
        """
        if self._ending is not None:
            log.debug("The handler of %s was cut off.", event_method)
            return
        log.exception("The handler of %s failed.", event_method)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Record this start, and wait for the shard's turn to identify.

        Processes with a shared database take turns.
        """
        if self.starts is not None:
            await self.starts.begun()
        if self._lease is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            limit = await self.session_limit()
            wait = await self._lease.turn((shard_id or 0) % max(limit.max_concurrency, 1))
            await asyncio.sleep(wait.total_seconds())

    async def session_limit(self) -> SessionLimit:
        """Return Discord's limit on new sessions, or an unlimited value if Discord does not send a limit.

        Raises `discord.GatewayNotFound` if Discord does not answer.
        """
        try:
            return msgspec.convert(await session_limit(self), SessionLimit)
        except (LookupError, TypeError, msgspec.ValidationError):
            return SessionLimit()

    async def close(self) -> None:
        """Stop accepting work, finish the running work, and close the connections to Discord and the database."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        """Finish running work. The gateway stays open in the meantime, so that new requests get an answer."""
        if self._clock is not None:
            await self._clock.stop()
            ended = asyncio.get_running_loop().time() + DRAIN
            self.services.announcer.beats.hurry()
            await asyncio.gather(self.dispatcher.drain(DRAIN), self.driver.drain(DRAIN))
            await self.services.announcer.drain(max(0, ended - asyncio.get_running_loop().time()))
            self.driver.close()
        for each in self._background:
            each.cancel()
        for work in (self._word, self._commands, self.starts):
            if work is not None:
                work.cancel()
        await super().close()
        store, self._store = self._store, None
        if store is not None and self._keeps_store:
            await store.close()

    async def _hear_of_others(self) -> None:
        """Follow other processes: react to their notifications if possible, otherwise refresh windows in DMs."""
        if self._lease is not None and self._settings.listen_url:
            await self._lease.listen(self._settings.listen_url, self._heard)
        while True:
            await asyncio.sleep(LOOKS)
            self.services.announcer.windows.refresh_dms()

    def _heard(self, what: str, table: int) -> None:
        if what == SAVED:
            self.driver.look_at(table)
        self.services.announcer.windows.refresh(table)

    async def _servers_are_there(self) -> bool:
        """Wait up to `LATE_SERVERS` seconds for servers whose data Discord has not sent yet.

        Return whether the gateway stayed connected.
        """
        losses = self._losses
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LATE_SERVERS):
                while any(guild.unavailable for guild in self.guilds):
                    self._arrived.clear()
                    await self._arrived.wait()
        return losses == self._losses

    async def _connected(self) -> None:
        if self._clock is not None:
            await self._clock.connected()
