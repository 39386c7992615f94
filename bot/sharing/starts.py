"""Limit how often the bot begins sessions at Discord's gateway.

After a thousand sessions in a day, Discord resets the token.

The start of each process is recorded in the database. If the last start lasted less than a minute, the next start
waits. Each failed start makes that wait longer. If few sessions are left, a start waits until there are more.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from bot.settings import Shards
from bot.storage import Connection, facts
from bot.storage.store import Store, StoreFailed

LIVED = 60.0
"""Seconds after which a start counts as successful."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
"""The pause after the first failed start, and the longest pause. The pause doubles after each failed start."""

KEPT_BACK = 5
"""One of this many sessions is reserved for shards that lose their connection."""


class SessionLimit(msgspec.Struct, frozen=True):
    """Discord's limit on the bot's sessions.

    `remaining` of `total` sessions are left. After `reset_after` milliseconds, all sessions are available again. If
    `reset_after` is 0, either no session has been used, or sessions are not counted, as in the local Discord of `make
    play`.
    """

    total: int = 0
    remaining: int = 0
    reset_after: int = 0
    max_concurrency: int = 1
    """The number of shards that may identify at the same time."""

    def are_few(self, shards: int) -> bool:
        """Return whether a start of this many shards should wait for more sessions."""
        return self.reset_after > 0 and self.remaining < max(self.total / KEPT_BACK, shards)

    def seconds(self) -> float:
        """Return the seconds until all sessions are available again.

        The result is at least one second, to limit the number of requests.
        """
        return max(self.reset_after / 1000, 1.0)


class _Noted(msgspec.Struct, frozen=True):
    """The record of the last start: its time, and the number of failed starts in a row.

    A start counts as failed until it has lasted long enough.
    """

    at: datetime
    short: int


class Starts:
    """Records the starts of one process in an open store."""

    def __init__(self, store: Store, shards: Shards, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now
        self._name = f"starts {shards}"
        self._living: asyncio.Task[None] | None = None

    async def pause(self) -> timedelta:
        """Return how long this start has to wait because earlier starts failed. Raises `StoreFailed`."""
        noted = await self._store.read(self._read)
        if noted is None or not noted.short:
            return timedelta()
        pause = min(FIRST_PAUSE * 2 ** min(noted.short - 1, 10), LONGEST_PAUSE)
        ended = noted.at + timedelta(seconds=LIVED)  # the latest time at which a failed start can have ended
        return pause if self._now() < ended + pause else timedelta()

    async def begun(self) -> None:
        """Record this start, before its first session. For later sessions, do nothing. Raises `StoreFailed`."""
        if self._living is None:
            await self._store.write(self._note)
            self._living = asyncio.create_task(self._live())

    def cancel(self) -> None:
        """Stop watching this start, because the process ends."""
        if self._living is not None:
            self._living.cancel()

    async def _live(self) -> None:
        """Wait until this start has lasted long enough, and record that it was successful."""
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
        """Return the record of the last start, or None if there is none."""
        written = facts.fact(connection, self._name)
        return msgspec.json.decode(written, type=_Noted) if written is not None else None

    def _write(self, connection: Connection, noted: _Noted) -> None:
        facts.set_fact(connection, self._name, msgspec.json.encode(noted).decode())
