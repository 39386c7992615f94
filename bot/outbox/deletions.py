"""End the tables of deleted channels and threads as if a manager had ended them (L5).

Discord sends an event for a deletion, but not while the bot is disconnected. So after each event, and once a day for
each silent table, the bot asks Discord for the channel. Only the answer "Unknown Channel" counts as a deletion. A
hidden or archived channel does not count, and neither does a channel of an unavailable server or of one that the bot
was removed from.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord

from bot.background import Background
from bot.outbox.failures import TROUBLE, in_short, is_gone
from bot.outbox.internals import request
from bot.outbox.waiting import within
from bot.storage.store import StoreFailed
from bot.tables import Tables

log = logging.getLogger(__name__)

LOOKED_FOR_EVERY = timedelta(days=1)
"""How often to look for deletions whose events were missed."""

TIMEOUT = 10.0
"""Seconds that Discord may take to answer about one channel."""


class Deletions:
    """Ends the tables of one client whose channels are deleted."""

    def __init__(self, client: discord.Client, tables: Callable[[], Tables], now: Callable[[], datetime]) -> None:
        """Set up for one client. `tables()` returns the tables once they exist, and `now()` an aware datetime."""
        self._client, self._tables, self._now = client, tables, now
        self._looked: datetime | None = None
        self.background = Background(self._look)

    async def heard_of(self, guild: int, channel: int) -> None:
        """End the tables in a channel and in its threads after Discord has sent an event about its deletion."""
        if await self._tables().queries.live_in(guild, channel) and await self._is_deleted(guild, channel):
            await self._end(guild, channel)

    async def _look(self) -> None:
        """Ask Discord for the channels of live tables that may be deleted, one channel after another.

        Do nothing if the last search began less than a day ago.
        """
        started = self._now()
        if self._looked is not None and started - self._looked < LOOKED_FOR_EVERY:
            return
        try:
            for guild, channel, changed in await self._tables().queries.live_places():
                is_fresh = started - changed < LOOKED_FOR_EVERY and self._client.get_channel(channel) is not None
                if not is_fresh and await self._is_deleted(guild, channel):
                    await self._end(guild, channel)
        except StoreFailed:
            return  # the search is tried again in a minute
        self._looked = started

    async def _is_deleted(self, guild: int, channel: int) -> bool:
        """Return whether Discord does not know this channel.

        Return False if the server is unavailable or the bot is not on it.
        """
        server = self._client.get_guild(guild)
        if server is None or server.unavailable:
            return False
        try:
            await within(TIMEOUT, request(self._client, "GET", "/channels/{channel}", channel=channel))
        except TROUBLE as error:
            if not is_gone(error):
                log.debug("Whether a channel is deleted could not be found out: %s", in_short(error))
            return is_gone(error)
        return False

    async def _end(self, guild: int, channel: int) -> None:
        for table in await self._tables().queries.live_in(guild, channel):
            log.info("The channel of table %d is deleted, so the table is ended.", table)
            await self._tables().showing.retire(table)
