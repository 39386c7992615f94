"""Ask Discord through the gateway which people are on a server. This costs none of the bot's requests."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import discord

from bot.outbox.failures import TROUBLE, UNREADABLE
from bot.outbox.internals import MOST_AT_ONCE, members_among

WAITS = 0.3
"""Seconds to wait for Discord's answer."""

MOST, PER = 60, timedelta(minutes=1)
"""The most requests of this process in this time. The gateway itself accepts 120 messages a minute."""


class MemberRequests:
    """Asks Discord who is on a server, and limits the number of these requests."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client, self._now = client, now
        self._asked = deque[datetime](maxlen=MOST)

    async def found(self, guild: int, reader: int, others: Sequence[int]) -> tuple[list[int], list[int]] | None:
        """Return those of these people who are on a server and those who are not, or None without an answer.

        Discord is asked about the first people of `others`, as many as one request may name beside the reader. The
        reader has just pressed something on the server, so an answer without them is none.
        """
        described, now = self._client.get_guild(guild), self._now()
        if described is None or described.unavailable or self._is_busy(now):
            return None
        asked = [reader, *(user for user in others if user != reader)][:MOST_AT_ONCE]
        self._asked.append(now)
        try:
            async with asyncio.timeout(WAITS):
                there = await members_among(self._client, described, asked)
        except (*TROUBLE, *UNREADABLE, discord.ClientException):
            return None
        if reader not in there:
            return None
        return [user for user in asked if user in there], [user for user in asked if user not in there]

    def _is_busy(self, now: datetime) -> bool:
        """Return whether this process has sent as many requests as it may."""
        return len(self._asked) == MOST and self._asked[0] > now - PER
