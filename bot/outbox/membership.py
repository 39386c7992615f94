"""The bot's memberships: its servers and private threads; and whether other people are in these threads.

People may use the commands of a bot that was never invited to their server. It can answer them there, but not post.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import discord

from bot.outbox.failures import TROUBLE
from bot.outbox.internals import request
from bot.outbox.waiting import within

ASKED_AGAIN = timedelta(minutes=10)
"""How long Discord's answer about a server is cached."""

DESCRIBED_WITHIN, TIMEOUT = 5.0, 5.0
"""Seconds that a server's description may take after a start or an outage, and Discord's answer."""

INSIDE_FOR, MOST_THREADS = timedelta(minutes=1), 3
"""How long it is cached whether somebody is in a private thread, and the most threads that one page asks about."""

MOST = 10_000
"""The number of answers cached. Beyond that the oldest are dropped."""

NOT_THERE = (403, 404)
"""The statuses of Discord's answers about a place where the bot is not."""


class Membership:
    """The bot's memberships. Unknown ones count as yes: then Discord itself will refuse."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client, self._now = client, now
        self._answers: OrderedDict[int, tuple[datetime, bool]] = OrderedDict()
        self._asking: dict[int, asyncio.Task[bool]] = {}
        self._inside: OrderedDict[tuple[int, int], tuple[datetime, bool]] = OrderedDict()

    async def is_on(self, guild: int) -> bool:
        """Return whether the bot is on a server.

        A server that Discord has named and not described yet is awaited for some seconds. About one that it has not
        named, it is asked once in ten minutes.
        """
        if self._client.get_guild(guild) is not None:
            await self._described(guild)
            return True
        since, answer = self._answers.get(guild, (None, True))
        if since is not None and self._now() - since < ASKED_AGAIN:
            return answer
        if guild not in self._asking:
            self._asking[guild] = asyncio.create_task(self._ask(guild))
        return await asyncio.shield(self._asking[guild])

    async def is_in(self, thread: discord.Thread) -> bool:
        """Return whether the bot is a member of a thread, as everybody is of one that is not private.

        This asks Discord each time. With Manage Threads the bot may post in a private thread that it is not in.
        """
        if not thread.is_private() or thread.owner_id == self._me:
            return True
        return (
            await self._is_there("/channels/{thread}/thread-members/{me}", thread=thread.id, me=self._me) is not False
        )

    async def inside(self, threads: Sequence[int], user: int) -> frozenset[int]:
        """Return which of these private threads somebody is in; no answer of Discord's means no.

        An answer is cached for a minute, and at most `MOST_THREADS` threads are asked about.
        """
        some = threads[:MOST_THREADS]
        found = await asyncio.gather(*(self._is_inside(thread, user) for thread in some))
        return frozenset(thread for thread, is_inside in zip(some, found, strict=True) if is_inside)

    async def _is_inside(self, thread: int, user: int) -> bool:
        since, answer = self._inside.get((thread, user), (None, False))
        if since is not None and self._now() - since < INSIDE_FOR:
            return answer
        found = await self._is_there("/channels/{thread}/thread-members/{user}", thread=thread, user=user)
        if found is None:
            return False
        self._inside[thread, user] = (self._now(), found)
        self._inside.move_to_end((thread, user))
        while len(self._inside) > MOST:
            self._inside.popitem(last=False)
        return found

    @property
    def _me(self) -> int:
        return self._client.user.id if self._client.user is not None else 0

    async def _described(self, guild: int) -> None:
        """Wait until a server of the bot is described, for some seconds at most."""

        def is_described(described: discord.Guild) -> bool:
            return described.id == guild

        known = self._client.get_guild(guild)
        if known is not None and known.unavailable:
            try:
                await self._client.wait_for("guild_available", check=is_described, timeout=DESCRIBED_WITHIN)
            except TimeoutError:
                return

    async def _ask(self, guild: int) -> bool:
        try:
            answer = await self._is_there("/guilds/{guild}", guild=guild)
            if answer is None:
                return True
            self._answers[guild] = (self._now(), answer)
            self._answers.move_to_end(guild)
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)
            return answer
        finally:
            del self._asking[guild]

    async def _is_there(self, path: str, **ids: int) -> bool | None:
        """Return whether Discord shows a place to the bot; None if it gives no answer."""
        try:
            await within(TIMEOUT, request(self._client, "GET", path, **ids))
        except discord.HTTPException as error:
            return False if error.status in NOT_THERE else None
        except TROUBLE:
            return None
        return True
