"""How often the bot begins a session at Discord's gateway: after a thousand in a day Discord resets its token.

Each start is noted in the database, for the shards that it was for. One that follows a start which did not live for a
minute waits first, longer each time; and where few sessions are left, it waits until there are more.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from bot.settings import Shards
from bot.storage import Connection, facts
from bot.storage.store import Store, StoreFailed

LIVED = 60.0
"""Seconds after which a start counts as one that succeeded."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
"""The pause after the first start that did not live, and the longest: it is twice as long each time."""

KEPT_BACK = 5
"""One of so many sessions is kept back, for shards that lose their connection."""


class SessionLimit(msgspec.Struct, frozen=True):
    """What Discord says of the sessions that the bot may begin: `remaining` of `total`, all anew in `reset_after` ms.

    Where that is 0 nothing has been used up, or nothing is counted, as by the local Discord.
    """

    total: int = 0
    remaining: int = 0
    reset_after: int = 0
    max_concurrency: int = 1
    """How many shards may identify at once."""

    def are_few(self, shards: int) -> bool:
        """Return whether a start of so many shards had better wait for more sessions."""
        return self.reset_after > 0 and self.remaining < max(self.total / KEPT_BACK, shards)

    def seconds(self) -> float:
        """Return the seconds until there are `total` sessions again; at least one, so as not to ask all the time."""
        return max(self.reset_after / 1000, 1.0)


class _Noted(msgspec.Struct, frozen=True):
    """The last start: when it was, and the number of starts up to it, one after the other, that did not live."""

    at: datetime
    short: int


class Starts:
    """The starts of one process's shards, over an open store."""

    def __init__(self, store: Store, shards: Shards, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now
        self._name = f"starts {shards}"
        self._living: asyncio.Task[None] | None = None

    async def pause(self) -> timedelta:
        """Return how long a start waits because those before it did not live. Raises `StoreFailed`."""
        noted = await self._store.read(self._read)
        if noted is None or not noted.short:
            return timedelta()
        pause = min(FIRST_PAUSE * 2 ** min(noted.short - 1, 10), LONGEST_PAUSE)
        ended = noted.at + timedelta(seconds=LIVED)  # at the latest
        return pause if self._now() < ended + pause else timedelta()

    async def begun(self) -> None:
        """Note the start before its first session begins; later sessions of it are none. Raises `StoreFailed`."""
        if self._living is None:
            await self._store.write(self._note)
            self._living = asyncio.create_task(self._live())

    def cancel(self) -> None:
        """Take no more notice of this start, which ends."""
        if self._living is not None:
            self._living.cancel()

    async def _live(self) -> None:
        """Note that this start has lived, once it has."""
        while True:
            await asyncio.sleep(LIVED)
            try:
                return await self._store.write(lambda connection: self._write(connection, _Noted(self._now(), 0)))
            except StoreFailed:
                continue

    def _note(self, connection: Connection) -> None:
        noted = self._read(connection)
        self._write(connection, _Noted(self._now(), noted.short + 1 if noted is not None else 1))

    def _read(self, connection: Connection) -> _Noted | None:
        """Return the last start; None where there was none."""
        written = facts.fact(connection, self._name)
        return msgspec.json.decode(written, type=_Noted) if written is not None else None

    def _write(self, connection: Connection, noted: _Noted) -> None:
        facts.set_fact(connection, self._name, msgspec.json.encode(noted).decode())
