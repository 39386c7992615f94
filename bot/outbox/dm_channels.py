"""People's channels for direct messages, whose ids the bot stores.

discord.py keeps only 128 of these channels. For each further person it would ask Discord for the channel again before
every DM. If a bot asks too often, Discord holds back its DMs (error 40003).
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.outbox.failures import is_gone
from bot.outbox.internals import forget_dm_channel
from bot.people import Reach

T = TypeVar("T")


MOST_IN_MEMORY = 10_000
"""The most people whose channel a process keeps in memory, so that a DM costs no read of the database."""


class DmChannels:
    """Finds the channel in which a person gets direct messages."""

    def __init__(self, client: discord.Client, reach: Reach) -> None:
        self._client, self._reach = client, reach
        self._found: OrderedDict[int, int] = OrderedDict()

    async def known(self, user: int) -> discord.PartialMessageable | None:
        """Return a person's channel if its id is stored, without a request. Otherwise return None."""
        channel = self._found.get(user) or await self._reach.dm_channel(user)
        if channel is None:
            return None
        self._remember(user, channel)
        return self._partial(channel)

    async def use(self, user: int, send: Callable[[discord.PartialMessageable], Awaitable[T]]) -> T:
        """Return the result of `send` with a person's channel.

        Discord is asked for the channel if no id is stored, or if the stored channel no longer exists. In the second
        case, `send` runs again. Raises the exceptions of `send` and Discord's errors.
        """
        known = await self.known(user)
        if known is not None:
            try:
                return await send(known)
            except discord.NotFound as error:
                if not is_gone(error):
                    raise
            self._found.pop(user, None)
            forget_dm_channel(self._client, user)
            await self._reach.drop_dm_channel(user, known.id)
        return await send(await self._asked(user))

    async def _asked(self, user: int) -> discord.PartialMessageable:
        """Ask Discord for a person's channel, and store its id."""
        channel = (await self._client.create_dm(discord.Object(user))).id
        await self._reach.keep_dm_channel(user, channel)
        self._remember(user, channel)
        return self._partial(channel)

    def _remember(self, user: int, channel: int) -> None:
        self._found[user] = channel
        self._found.move_to_end(user)
        if len(self._found) > MOST_IN_MEMORY:
            self._found.popitem(last=False)

    def _partial(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, type=discord.ChannelType.private)
