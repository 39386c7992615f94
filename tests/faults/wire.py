"""Run the bot and the local Discord on one event loop, with real HTTP and a real gateway between them."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from discord.gateway import KeepAliveHandler
from sqlalchemy import delete, update

from bot.app import Bot
from bot.outbox.connection import Address, address, point_at
from bot.presses.bids import PlaceBid
from bot.presses.codec import decode
from bot.sandbox.adapter import Message
from bot.sandbox.faults import Fault, Plan
from bot.sandbox.server import Server
from bot.sandbox.supervisor import free_port
from bot.settings import Limits, Settings
from bot.storage import event_rows, schema, table_rows
from bot.tables import encoding
from bot.tables.model import Place, Setup, TableView, Who
from bot.tables.pace import AT_ONCE, Pace
from engine import games
from tests.clock import utc_now

TOKEN = "on.the.loopback"


@contextmanager
def discord_put_back() -> Iterator[None]:
    """Restore Discord's addresses in discord.py after the block, because a `Wire` changes them."""
    before = address()
    try:
        yield
    finally:
        point_at(before)


class Wire:
    """A local Discord on a port, and the bot that is connected to it. The bot's clock is `ahead` of the real time."""

    def __init__(self, folder: Path, pace: Pace = AT_ONCE, url: str = "", limits: Limits | None = None) -> None:
        """Set up the local Discord and the bot.

        `url` is the address of the database. If it is "", the database is a file in `folder`. `limits` replaces the
        bot's usual limits.
        """
        self.limits = limits or Limits()
        self.folder, self.pace, self.ahead = folder, pace, timedelta()
        self.url = url or f"sqlite:///{folder / 'games.sqlite'}"
        self.server = Server(folder / "world", free_port(0), TOKEN)
        self.bot = self.new_bot()
        self._runs: asyncio.Task[None] | None = None
        self._handlers: set[asyncio.Task[bool]] = set()
        self._key = 0

    def new_bot(self) -> Bot:
        seeds: Iterator[bytes] = (sha256(f"wire {number}".encode()).digest() for number in count())
        settings = Settings(token=TOKEN, database_url=self.url, limits=self.limits)
        return Bot(settings, lambda _: next(seeds), lambda: utc_now() + self.ahead, self.pace)

    async def open(self) -> "Wire":
        await self.server.start()
        self.point_discord_here()
        await self.start_bot()
        return self

    def point_discord_here(self) -> None:
        """Let discord.py send all further requests to the local Discord. The fixtures restore its addresses."""
        point_at(Address.of(self.server.address))

    async def start_bot(self) -> None:
        self._runs = asyncio.create_task(self.bot.start(TOKEN))
        await self.until(lambda: self.bot.is_ready() and self.clock_runs())

    async def stop_bot(self) -> None:
        for task in self._handlers:
            task.cancel()
        await self.bot.close()
        if self._runs is not None:
            await asyncio.gather(self._runs, return_exceptions=True)

    async def kill_bot(self) -> None:
        """Let the bot die without finishing or releasing anything. Then create the next bot without starting it."""
        bot, self.bot = self.bot, self.new_bot()
        for task in self._handlers:
            task.cancel()
        await die(bot)
        if self._runs is not None:
            self._runs.cancel()
            await asyncio.gather(self._runs, return_exceptions=True)

    async def close(self) -> None:
        self.calm()
        await self.stop_bot()
        await self.server.stop()
        await stop_heartbeats()

    def clock_runs(self) -> bool:
        return self.bot._clock is not None and self.bot._clock._going

    async def until(self, look: Callable[..., Any], *arguments: Any, patience: float = 30.0) -> None:
        """Wait until `look` returns a true value. Fail after `patience` seconds."""
        end = time.monotonic() + patience
        while True:
            found = look(*arguments)
            if isinstance(found, Awaitable):
                found = await found
            if found:
                return
            assert time.monotonic() < end, f"{look.__name__}{arguments} stayed false"
            await asyncio.sleep(0.02)

    async def time_passes(self, **time: float) -> None:
        """Let this much time pass at once. The bot acts as if it had polled and given signs of life meanwhile."""
        assert self.bot._clock is not None
        passed = timedelta(**time)
        self.ahead += passed
        self.bot._clock._polled += passed
        await self.bot.services.tables.time.beat()

    # Trouble -----------------------------------------------------------------------------------------------

    def trouble(self, *faults: Fault) -> None:
        self.server.faults.hits.clear()
        self.server.faults.use(Plan(list(faults), 1))

    def calm(self) -> None:
        self.trouble()

    def forget_nonces(self) -> None:
        """Make the local Discord forget the nonces of all messages, as the real Discord does after some minutes."""
        self.server.rest._nonces.clear()

    def hits(self, kind: str) -> int:
        return self.server.faults.hits[kind]

    # Discord -----------------------------------------------------------------------------------------------

    @property
    def guild(self) -> int:
        return next(iter(self.server.world.discord.guilds))

    def new_channel(self, name: str) -> int:
        return int(self.server.world.discord._b.create_channel(self.guild, name).id)

    def delete_channel(self, channel: int) -> None:
        self.server.world.discord._b.delete_channel(channel)

    def who(self, key: str) -> Who:
        person = self.server.world.person(key)
        return Who(person.id, person.name)

    def dm(self, key: str) -> int:
        return self.server.world.discord.dm_channel(self.who(key).id)

    def messages(self, channel: int) -> list[Message]:
        return sorted(self.server.world.discord.messages(channel).values(), key=lambda each: each.id)

    def said(self, channel: int) -> list[str]:
        """Return the text of each message in a channel."""
        return [words(message.components) + message.content for message in self.messages(channel)]

    def panel(self, channel: int) -> Message:
        return next(each for each in reversed(self.messages(channel)) if list(buttons(each.components)))

    async def bid(self, key: str, message: Message, quantity: int, face: int) -> dict[str, Any]:
        """Press the button of this bid as this person. Return the answer."""
        made = next(part for part in buttons(message.components) if _is_bid(part, quantity, face))
        person = self.server.world.person(key)
        body = {"channel": str(message.channel_id), "message": str(message.id), "custom_id": made["custom_id"]}
        return await self.server.page.actions.do("click", person, body)

    # Tables ------------------------------------------------------------------------------------------------

    def key(self) -> str:
        self._key += 1
        return f"i:{1_400_000_000_000_000_000 + self._key}"

    async def table(
        self,
        channel: int,
        *people: str,
        computers: int = 0,
        clock: int | None = None,
        stakes: bool = True,
        **more: Any,
    ) -> int:
        """Start a table in a channel and return its number. Do not wait until its panel is shown.

        `more` has the options of the game. Its entry `game` is the name of the game.
        """
        tables, who = self.bot.services.tables, self.who(people[0])
        game, options = more.pop("game", "common"), {name: str(value) for name, value in more.items()}
        setup = Setup(game, options, clock=clock, stakes=stakes)
        place = Place(self.guild, channel, "The Docks", "dice")
        table = await tables.lobbies.open(place, who, setup, self.key())
        for key in people[1:]:
            await tables.lobbies.join(table.id, self.who(key), self.key())
        for _ in range(computers):
            await tables.lobbies.add_computer(table.id, who, self.key())
        await tables.lobbies.start(table.id, who, self.key())
        # Show the table in the background, as the handler of a press does. If that fails, the driver shows it.
        task = asyncio.create_task(self.bot.services.announcer.show_again(table.id))
        self._handlers.add(task)
        task.add_done_callback(self._handlers.discard)
        return table.id

    async def see(self, table: int, key: str | None = None) -> TableView:
        return await self.bot.services.tables.queries.see(table, self.who(key).id if key else None)

    async def info(self, table: int) -> TableView:
        return await self.bot.services.tables.queries.table(table)

    async def is_shown(self, table: int) -> bool:
        pending = await self.bot.services.tables.showing.pending(table)
        return not pending.panel_stale and not pending.news and not pending.table.is_being_sealed()

    async def asked(self, table: int) -> str:
        """Return the key of the person whose turn it is, or "" if no person has to act."""
        seen = await self.see(table)
        if seen.view is None or not seen.view.awaited:
            return ""
        user = seen.seats[seen.view.awaited[0]].user
        return next((person.key for person in self.server.world.people if person.id == user), "")

    async def move(self, table: int) -> None:
        """Save a move of the person whose turn it is without showing it, as if the handler of the press had died."""
        key = await self.asked(table)
        view = (await self.see(table, key)).view
        assert view is not None
        user = self.who(key).id
        await self.bot.services.tables.moves.act(table, user, games.choose(view, 0.5), self.key())

    async def goes_on(self, table: int) -> None:
        """Let the person whose turn it is move, and check that everything that follows is shown within seconds."""
        await self.until(self.asked, table, patience=5)
        await self.until(self.is_shown, table, patience=5)
        before = (await self.info(table)).version
        await self.move(table)
        await self.bot.services.announcer.show(table)
        await self.until(self.has_moved, table, before, patience=5)
        await self.until(self.is_shown, table, patience=5)

    async def play_until_round(self, table: int, number: int) -> None:
        while (view := (await self.see(table)).view) is not None and view.state.round < number:
            await self.until(self.is_shown, table, patience=6)
            if await self.asked(table):
                await self.move(table)
                await self.bot.services.announcer.show(table)

    async def leave_tables(self, *keys: str) -> None:
        """Stop counting these people's tables for them, because a person may sit at no more than 25 tables."""
        assert self.bot._store is not None
        users = [self.who(key).id for key in keys]
        await self.bot._store.write(lambda c: c.execute(delete(schema.seated).where(schema.seated.c.user.in_(users))))

    def has_answered(self) -> bool:
        """Return whether no press is in progress."""
        return not self.bot.dispatcher._under_way

    async def has_moved(self, table: int, version: int) -> bool:
        return (await self.info(table)).version > version

    async def is_closed(self, table: int) -> bool:
        return (await self.info(table)).status == "closed"

    async def is_told(self, table: int) -> bool:
        row = await self.row(table)
        return not any(news.is_undelivered() for news in encoding.deliveries(row.marks.private_news).values())

    async def has_failed_to_tell(self, table: int) -> bool:
        """Return whether the table's row says that a DM has failed."""
        row = await self.row(table)
        return any(delivery.tries for delivery in encoding.deliveries(row.marks.private_news).values())

    async def row(self, table: int) -> table_rows.TableRow:
        assert self.bot._store is not None
        row = await self.bot._store.read(lambda c: table_rows.table(c, table))
        assert row is not None
        return row

    async def changed(self, table: int) -> datetime:
        return (await self.row(table)).marks.changed

    async def has_tried(self, table: int, tries: int) -> bool:
        return (await self.row(table)).marks.tries >= tries

    async def due_after(self, table: int, moment: datetime) -> bool:
        """Return whether the table's next duty is due after this moment, or the table has no duty."""
        due = await self.due(table)
        return due is None or due > moment

    async def every_version_was_made_once(self, table: int) -> bool:
        """Return whether the stored events are numbered from 1 on without a gap, and none of them is missing."""
        assert self.bot._store is not None
        row = await self.row(table)
        stored = await self.bot._store.read(lambda c: event_rows.events(c, table))  # the game may have gone on since
        return len(stored) >= row.seq and [each.seq for each in stored] == list(range(1, len(stored) + 1))

    async def spoil(self, table: int) -> None:
        """Make a table's row unreadable, and make its duty due now."""
        assert self.bot._store is not None
        this = update(schema.tables).where(schema.tables.c.id == table)
        changed = this.values(public=b"no game", due=self.bot.now(), writes=schema.tables.c.writes + 1)
        await self.bot._store.write(lambda c: c.execute(changed))

    async def due(self, table: int) -> datetime | None:
        return (await self.row(table)).marks.due


async def die(bot: Bot) -> None:
    """End the bot as abruptly as is possible within one event loop. It finishes, saves and shows nothing more."""
    assert bot._clock is not None
    assert bot._store is not None
    bot._clock._stop_polling()
    bot.driver.halt()
    for task in [*bot.driver._tasks.values(), *bot.services.announcer._dms.under_way]:
        task.cancel()
    bot._clock = None
    bot.driver.close()
    await bot.close()


async def stop_heartbeats() -> None:
    """Stop the threads that send heartbeats for bots that were never closed.

    They would outlive the event loop, and their next heartbeat would fail in a later test.
    """
    left = [thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler)]
    for thread in left:
        thread.stop()
    await asyncio.gather(*(asyncio.to_thread(thread.join, 10) for thread in left))


def buttons(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        if part["type"] == 2 and "custom_id" in part:
            yield part
        yield from buttons(part.get("components", []))


def words(components: list[dict[str, Any]]) -> str:
    """Return all text of a message, without its buttons."""
    return "\n".join(
        part["content"] if part["type"] == 10 else words(part.get("components", []))
        for part in components
        if part["type"] in (10, 17)
    )


def _is_bid(part: dict[str, Any], quantity: int, face: int) -> bool:
    press = decode(str(part.get("custom_id", "")))
    return isinstance(press, PlaceBid) and (press.quantity, press.face) == (quantity, face)
