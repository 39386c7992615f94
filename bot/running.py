"""Run the bot as a process: wait for the database and Discord, and stop when the process gets a signal."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

import aiohttp
import discord

from bot.app import Bot
from bot.health import Watch
from bot.history import versions
from bot.metrics import GATEWAY_EVENTS, show_events_of
from bot.outbox.failures import in_short
from bot.settings import NOT_KNOWN, CannotStart, NotYet, Settings
from bot.sharing import Deposed, check, on_shards
from bot.sharing.lease import Lease
from bot.storage.database import BEHIND_A_POOLER, prepare, read_url
from bot.storage.moving import is_behind_a_pooler
from bot.storage.read_only import look
from bot.storage.sqlite import locked
from bot.storage.store import Store, StoreFailed
from bot.wall_clock import utc_now


class ShardedBot(Bot, discord.AutoShardedClient):
    """A bot with one gateway connection for each of its shards.

    The tables' clock runs while all shards are connected.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """Set up the bot with the arguments of `Bot`."""
        super().__init__(*given, **named)
        self._away = set(self.own_shards.numbers())

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Pause the tables' clock, because nobody on this shard can move."""
        self._away.add(shard_id)
        await self._disconnected(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Count a new session of a shard at the gateway."""
        GATEWAY_EVENTS.labels("ready", shard_id).inc()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected, and resume the tables' clock if all shards are."""
        if await self._servers_are_there():
            await self._back(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard has reconnected without missing an event.

        If all shards are connected, resume the clock.
        """
        GATEWAY_EVENTS.labels("resumed", shard_id).inc()
        await self._back(shard_id)

    async def on_connect(self) -> None:
        """Do nothing, because `on_shard_connect` is called for each shard."""

    async def on_disconnect(self) -> None:
        """Do nothing, because `on_shard_disconnect` is called for each shard."""

    async def on_resumed(self) -> None:
        """Do nothing, because `on_shard_resumed` is called for each shard."""

    async def _back(self, shard_id: int) -> None:
        self._away.discard(shard_id)
        if not self._away:
            await self._connected()


log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between two attempts to start. The first pause doubles each time, up to the longest pause."""

SHARDS_LOST = 1
"""The exit code of a process whose shards were taken over by another process."""

TOKEN_REFUSED = 4004
"""The gateway's close code for an unknown token."""

ANSWERS_BADLY = "Discord answers, but not as it should ({why})."

NOT_REACHED = "Discord cannot be reached ({why})."

NO_ANSWER = "Discord, or the database, does not answer ({why})."

NO_GATEWAY = "Discord's gateway cannot be reached."

REFUSED = "Discord's gateway refuses this bot, with its code {code}."


FEW_SESSIONS = "%d of %d sessions at Discord's gateway are left; waiting %.0f s for more, to keep the token."

TOO_SHORT = "The last start lasted less than a minute; waiting %.0f s, so that Discord's sessions last."


STOPPED = "Stopped. Stopping took %.1f s."


class Stopped(Exception):  # noqa: N818 - the name says what happened
    """Raised when the process has to stop."""


class Stop(asyncio.Event):
    """Set once the process has to stop. It measures how long the process takes to stop."""

    def __init__(self) -> None:
        super().__init__()
        self._since = 0.0

    def set(self) -> None:
        """Tell the process to stop. If it was told before, do nothing."""
        if not self.is_set():
            self._since = monotonic()
        super().set()

    def log_end(self) -> None:
        """Log that the process has stopped, and how many seconds that took. If it was not told to stop, do nothing."""
        if self.is_set():
            log.info(STOPPED, monotonic() - self._since)


async def run(settings: Settings) -> int:
    """Run the bot until SIGINT or SIGTERM, or until it loses its shards. Return the exit code.

    If the database or Discord is unavailable, log that and try again. The database comes first, so that a second
    process on the same SQLite file never connects to Discord. Raises `CannotStart` for problems that waiting does not
    solve.
    """
    check(settings)
    _check_is_free(settings)
    show_events_of(settings.shards.numbers())
    stop, code = Stop(), 0
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with Watch(settings.health, on_shards(settings.shards)).open() as watch:
        with contextlib.suppress(Stopped):
            watch.store = store = await _patiently(lambda: _open(settings), stop)
            try:
                code = SHARDS_LOST if await _on_its_shards(settings, store, stop, watch) else 0
            finally:
                watch.store = None
                await store.close()
    stop.log_end()
    return code


async def _on_its_shards(settings: Settings, store: Store, stop: asyncio.Event, watch: Watch) -> bool:
    """Run the bot as long as it holds its shards. Return whether another process took them over.

    If processes share the database, first wait until the shards are free.
    """
    if not store.is_shared:
        await _patiently(lambda: _play(settings, store, stop, watch, None), stop, cancels=False)
        return False
    lease = Lease(store, settings.shards, utc_now, counting=versions.MINE.counting)
    await _unless(stop, lease.wait())
    losing = asyncio.create_task(_stops_with(lease, stop))
    try:
        await _patiently(lambda: _play(settings, store, stop, watch, lease), stop, cancels=False)
    except Deposed:
        lease.lost.set()
    finally:
        losing.cancel()
        await lease.leave()
    return lease.lost.is_set()


async def _stops_with(lease: Lease, stop: asyncio.Event) -> None:
    await lease.lost.wait()
    stop.set()


def _check_is_free(settings: Settings) -> None:
    """Raise `CannotStart` if another process uses the SQLite file.

    It probably has the health port as well, but a message about the port would not help.
    """
    url = read_url(settings.database_url)
    if url.get_backend_name() == "sqlite":
        with contextlib.suppress(NotYet):
            prepare(url)
            locked(url).release()


def _check(settings: Settings) -> None:
    """Raise `CannotStart` if the bot cannot use the database, or if it is behind a pooler that no setting mentions.

    Otherwise the bot would migrate the database behind the pooler, and fail afterwards.
    """
    prepare(settings.database_url)
    url = read_url(settings.database_url)
    if url.get_backend_name() == "sqlite" or settings.connections.is_pooled:
        return
    if look(url, is_behind_a_pooler):
        raise CannotStart(f"PostgreSQL answers, but {BEHIND_A_POOLER}.")


async def _open(settings: Settings) -> Store:
    await asyncio.to_thread(_check, settings)
    return await Store.open(settings.database_url, settings.connections)


async def _play(settings: Settings, store: Store, stop: asyncio.Event, watch: Watch, lease: Lease | None) -> None:
    """Log in and run one bot until it stops.

    Raises `NotYet` if a later attempt may succeed, or `CannotStart` if Discord refuses the bot.
    """
    kind = ShardedBot if settings.shards.last > settings.shards.first else Bot
    async with kind(settings, store=store, lease=lease) as bot:
        watch.bot = bot
        try:
            await _unless(stop, bot.login(settings.token))
            await _unless(stop, _may_begin(bot))
            await _connected(bot, stop)
        except discord.LoginFailure:
            raise CannotStart(NOT_KNOWN) from None
        except discord.ConnectionClosed as closed:
            said = NOT_KNOWN if closed.code == TOKEN_REFUSED else REFUSED.format(code=closed.code)
            raise CannotStart(said) from None
        except discord.GatewayNotFound:
            raise NotYet(NO_GATEWAY) from None
        except (discord.HTTPException, discord.RateLimited) as error:
            raise NotYet(ANSWERS_BADLY.format(why=in_short(error))) from None
        except aiohttp.ClientError as error:
            raise NotYet(NOT_REACHED.format(why=type(error).__name__)) from None
        except StoreFailed as error:
            raise NotYet(f"{str(error)[0].upper()}{str(error)[1:]}.") from None
        except OSError as error:
            raise NotYet(NO_ANSWER.format(why=type(error).__name__)) from None
        finally:
            watch.bot = None


async def _may_begin(bot: Bot) -> None:
    """Wait until the bot may start a session at the gateway.

    Discord limits the number of sessions, and resets the token of a bot that exceeds the limit. A bot that keeps
    crashing could lose its token in this way.
    """
    shards = len(bot.own_shards.numbers())
    while (limit := await bot.session_limit()).are_few(shards):
        log.warning(FEW_SESSIONS, limit.remaining, limit.total, limit.seconds())
        await asyncio.sleep(limit.seconds())
    pause = await bot.starts.pause() if bot.starts is not None and limit.reset_after else None
    if pause:
        log.warning(TOO_SHORT, pause.total_seconds())
        await asyncio.sleep(pause.total_seconds())


async def _connected(bot: Bot, stop: asyncio.Event) -> None:
    """Stay connected to the gateway.

    When the process has to stop, finish the running work before closing the connection.
    """
    connection = asyncio.ensure_future(bot.connect())
    told = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({connection, told}, return_when=asyncio.FIRST_COMPLETED)
        if told.done():
            log.info("Stopping: running work is finished first.")
            await bot.close()
        else:
            await connection
    except AttributeError:
        # discord.py raises this if the first connection fails, because it uses a connection that does not exist.
        if bot.ws is not None:
            raise
        raise NotYet(NO_GATEWAY) from None
    finally:
        for task in (connection, told):
            task.cancel()
        await asyncio.gather(connection, told, return_exceptions=True)


async def _patiently(step: Callable[[], Awaitable[T]], stop: asyncio.Event, cancels: bool = True) -> T:
    """Repeat `step` until it does not raise `NotYet`, with growing pauses, and return its result.

    Raises `Stopped` when the process has to stop. With `cancels`, a running step is then cancelled. Otherwise it has
    to end by itself.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            return await (_unless(stop, step()) if cancels else step())
        except NotYet as why:
            log.warning("%s Trying again in %.0f s.", why, pause)
        await _unless(stop, asyncio.sleep(pause))
        pause = min(pause * 2, LONGEST_PAUSE)


async def _unless(stop: asyncio.Event, step: Awaitable[T]) -> T:
    """Return the result of `step`. If the process has to stop first, cancel the step and raise `Stopped`."""
    task, told = asyncio.ensure_future(step), asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({task, told}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Stopped
        return await task
    finally:
        for each in (task, told):
            each.cancel()
        await asyncio.gather(task, told, return_exceptions=True)
