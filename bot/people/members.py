"""Know who has left a server. Boards and debts leave these people out."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from time import monotonic

from bot.storage import Connection, members
from bot.storage.members import Near as Near
from bot.storage.store import Store

ASKED_AGAIN = timedelta(days=1)
"""Discord is asked about the same person on a server at most once in this time."""

HOLDS = 60.0
"""Seconds after which the people who left are read from the database again: another process may have noted some."""

MOST_SERVERS = 10_000
"""The most servers whose people are cached."""


class Members:
    """Keeps which people have left which servers, in one store."""

    def __init__(self, store: Store, now: Callable[[], datetime], seconds: Callable[[], float] = monotonic) -> None:
        """Set up the members in `store`. `seconds()` returns the seconds since some fixed moment."""
        self._store, self._now, self._seconds = store, now, seconds
        self._left: dict[int, tuple[frozenset[int], float]] = {}
        """By server: the people who have left, and the time until which the entry is valid."""
        self._changes = 0
        """The number of changes so far. A read that overlaps a change may be outdated, and is not cached."""

    async def to_ask_about(self, guild: int, *pages: Near) -> tuple[int, ...]:
        """Return the people on these pages, and in their next rows, about whom Discord was not asked for a day.

        The people on the pages come first. If Discord was asked about all of them, return ().
        """
        rows = dict.fromkeys(user for page in pages for user in page.rows)
        here = dict.fromkeys(user for page in pages for user in page.here) or rows
        users = list(here | rows)

        def work(connection: Connection) -> tuple[int, ...]:
            due = members.not_asked_about(connection, guild, users, self._now() - ASKED_AGAIN)
            return tuple(user for user in users if user in due) if due & here.keys() else ()

        return await self._store.read(work) if users else ()

    async def note(self, guild: int, found: Collection[int], missing: Collection[int]) -> None:
        """Record Discord's answer: the people that it found on a server, and the people that it did not find."""
        try:
            await self._store.write(lambda connection: members.note(connection, guild, found, missing, self._now()))
        finally:
            self._changed(guild)

    async def left(self, guild: int) -> frozenset[int]:
        """Return the people who have left a server."""
        gone, until = self._left.get(guild, (frozenset[int](), 0.0))
        if until < self._seconds():
            changes = self._changes
            gone = await self._store.read(lambda connection: members.those_who_left(connection, guild))
            if changes == self._changes:
                if len(self._left) >= MOST_SERVERS:
                    self._left.clear()
                self._left[guild] = gone, self._seconds() + HOLDS
        return gone

    async def is_here(self, guild: int, user: int) -> None:
        """Record that a person is on a server, because they pressed something there."""
        if user not in await self.left(guild):
            return
        try:
            await self._store.write(lambda connection: members.is_back(connection, guild, user))
        finally:
            self._changed(guild)

    def _changed(self, guild: int) -> None:
        self._changes += 1
        self._left.pop(guild, None)
