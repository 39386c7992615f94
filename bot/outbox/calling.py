"""Calls who is asked and has not moved: a short line of plain content, which goes when they have."""

import logging

import discord

from bot.outbox.buried import Buried
from bot.outbox.channel import nonce
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.language import language_of_server
from bot.screens.cast import Cast
from bot.tables import Tables
from bot.tables.model import TableInfo
from bot.words.language import _, speaking

log = logging.getLogger(__name__)


class Calling:
    """Posts and takes back the lines of one client. What fails here is only logged: nobody's move depends on it."""

    def __init__(self, client: discord.Client, tables: Tables, buried: Buried) -> None:
        self._client, self._tables, self._buried = client, tables, buried

    async def call(self, table: TableInfo, seats: tuple[int, ...], panel: int | None, step: int) -> None:
        """Ping these people, in reply to the panel; what called them before goes."""
        await self.take_back(table)
        users = [user for seat in seats if (user := table.seats[seat].user) is not None]
        with speaking(language_of_server(self._client, table.place.guild)):
            words = _("👉 {names}, the table waits for you.").format(names=Cast(table.seats).pings(seats))
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        people = [discord.Object(user) for user in users]
        pings = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
        above = discord.MessageReference(
            message_id=panel or 0, channel_id=table.place.channel, guild_id=table.place.guild, fail_if_not_exists=False
        )
        try:
            name = nonce(table.id, table.version, "call", step)
            message = await channel.send(words, allowed_mentions=pings, nonce=name, reference=above)
        except TROUBLE as error:
            log.info("Nobody could be called at table %d: %s", table.id, in_short(error))
            return
        self._buried.posted(table.place.channel, message.id)
        await self._tables.showing.called(table.id, message.id)

    async def take_back(self, table: TableInfo) -> None:
        """Whoever was called has moved: the line goes."""
        if table.meanwhile.call is None:
            return
        try:
            await (
                self._client.get_partial_messageable(table.place.channel)
                .get_partial_message(table.meanwhile.call)
                .delete()
            )
        except discord.NotFound:
            log.info("Somebody else has taken back what called people at table %d.", table.id)
        except TROUBLE as error:
            log.info("What called people at table %d stays: %s", table.id, in_short(error))
        await self._tables.showing.called(table.id, None)
