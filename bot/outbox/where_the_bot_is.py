"""Find out which servers and private threads the bot is in, and whether a person is in a private thread.

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
"""Seconds to wait for a description of a server after a start or an outage, and for an answer to a request."""

INSIDE_FOR, MOST_THREADS = timedelta(minutes=1), 3
"""How long to cache whether a person is in a private thread, and the most threads that are asked about at a time."""

MOST = 10_000
"""The most answers that are cached. The oldest ones are dropped first."""

NOT_THERE = (403, 404)
"""The HTTP statuses of Discord's answers about a server or thread that the bot is not in."""


class Membership:
    """Looks up whether the bot is on servers and in threads, and whether people are in private threads.

    If Discord gives no answer, the bot counts as a member. If it is not one, Discord refuses the next request anyway.
    """

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client, self._now = client, now
        self._answers: OrderedDict[int, tuple[datetime, bool]] = OrderedDict()
        self._asking: dict[int, asyncio.Task[bool]] = {}
        self._inside: OrderedDict[tuple[int, int], tuple[datetime, bool]] = OrderedDict()

    async def is_on(self, guild: int) -> bool:
        """Return whether the bot is on a server.

        If Discord has named the server but not described it yet, wait some seconds for the description. If Discord has
        not named the server, ask Discord, at most once in ten minutes.
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
        """Return whether the bot is a member of a thread.

        Every bot counts as a member of a thread that is not private. The bot asks Discord about a private thread each
        time, unless it owns the thread. With the permission Manage Threads, the bot may post in a private thread
        without being a member.
        """
        if not thread.is_private() or thread.owner_id == self._me:
            return True
        return (
            await self._is_there("/channels/{thread}/thread-members/{me}", thread=thread.id, me=self._me) is not False
        )

    async def inside(self, threads: Sequence[int], user: int) -> frozenset[int]:
        """Return those of the private `threads` that this person is in.

        If Discord gives no answer, the person counts as outside. An answer is cached for a minute, and Discord is
        asked about at most `MOST_THREADS` threads.
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
        """Wait at most `DESCRIBED_WITHIN` seconds for the description of a server that the bot is on."""

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
        """Return whether Discord shows the bot this server or thread member; None if Discord gives no answer."""
        try:
            await within(TIMEOUT, request(self._client, "GET", path, **ids))
        except discord.HTTPException as error:
            return False if error.status in NOT_THERE else None
        except TROUBLE:
            return None
        return True
