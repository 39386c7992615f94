"""Calls who is asked and has not moved: a short line of plain content, which goes when they have."""

import logging

import discord

from bot.outbox.buried import buried_of
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import nonce
from bot.outbox.render import language_of_server, links
from bot.screens.seats import reminder, table_waits
from bot.tables import Tables
from bot.tables.calls import Call
from bot.tables.model import TableInfo
from bot.words.language import speaking

log = logging.getLogger(__name__)


class Calling:
    """Posts and takes back the lines of one client. What fails here is only logged: nobody's move depends on it."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client, self._tables = client, tables

    async def call(self, table: TableInfo, call: Call, panel: int | None) -> None:
        """Ping these people, by DM or in reply to the panel; what called them before goes."""
        await self.take_back(table)
        reached = [seat for seat in call.dm if await self._written_to(table, seat, panel)]
        seats = (*call.channel, *(seat for seat in call.dm if seat not in reached))
        if seats:
            await self._ping(table, seats, panel)

    async def _written_to(self, table: TableInfo, seat: int, panel: int | None) -> bool:
        """Whether a direct message has reached this person; the name of it is this turn's own."""
        user = table.seats[seat].user
        if user is None:
            return False
        with speaking(table.seats[seat].language):
            direct_message = reminder(table, panel)
        shown = links(direct_message)
        try:
            channel = await self._client.create_dm(discord.Object(user))
            name = nonce(table.id, table.annotations.asked_from, "call", seat)
            await (
                channel.send(direct_message.words, view=shown, nonce=name)
                if shown
                else channel.send(direct_message.words, nonce=name)
            )
        except TROUBLE as error:
            log.debug("A DM did not call somebody: %s", in_short(error))
            return False
        return True

    async def _ping(self, table: TableInfo, seats: tuple[int, ...], panel: int | None) -> None:
        users = [user for seat in seats if (user := table.seats[seat].user) is not None]
        with speaking(language_of_server(self._client, table.place.guild)):
            words = table_waits(table, seats)
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        people = [discord.Object(user) for user in users]
        pings = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
        above = discord.MessageReference(
            message_id=panel or 0, channel_id=table.place.channel, guild_id=table.place.guild, fail_if_not_exists=False
        )
        try:
            name = nonce(table.id, table.annotations.asked_from, "call", table.annotations.called)
            message = await channel.send(words, allowed_mentions=pings, nonce=name, reference=above)
        except TROUBLE as error:
            log.debug("Nobody could be called at table %d: %s", table.id, in_short(error))
            return
        buried_of(self._client).posted(table.place.channel, message.id)
        await self._tables.showing.called(table.id, message.id)

    async def take_back(self, table: TableInfo) -> None:
        """Whoever was called has moved: the line goes."""
        if table.annotations.call is None:
            return
        try:
            await (
                self._client.get_partial_messageable(table.place.channel)
                .get_partial_message(table.annotations.call)
                .delete()
            )
        except discord.NotFound:
            log.debug("Somebody else has taken back what called people at table %d.", table.id)
        except TROUBLE as error:
            log.debug("What called people at table %d stays: %s", table.id, in_short(error))
        await self._tables.showing.called(table.id, None)
