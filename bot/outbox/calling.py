"""Post and delete the messages that ping people to take their turn, to play at last, or to come to a lobby."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.outbox.client import Client
from bot.outbox.direct_messages import delete_former
from bot.outbox.dm_channels import DmChannels
from bot.outbox.failures import NO_HISTORY, TROUBLE, code, in_short, is_refused
from bot.outbox.messages import nonce
from bot.outbox.render import language_of_server, links
from bot.screens.table import roles
from bot.screens.table.seats import reminder, table_waits
from bot.tables import Tables
from bot.tables.annotations import RoleCall
from bot.tables.model import TableView
from bot.tables.reminders import Call
from bot.words.language import speaking

log = logging.getLogger(__name__)

AGAIN_IN, MOST_TRIES = timedelta(minutes=1), 10
"""A message that called a role is deleted again after this time if that failed, at most this often."""

Channel = discord.PartialMessageable


class Calling:
    """Posts and deletes the pings of one client."""

    def __init__(self, client: Client, tables: Tables, channels: DmChannels, now: Callable[[], datetime]) -> None:
        self._client, self._tables, self._channels, self._now = client, tables, channels, now

    async def call(self, table: TableView, call: Call, panel: int | None) -> None:
        """Ping these people by DM or in reply to the panel, and delete the previous ping.

        Raises Discord's errors if the ping in the channel fails.
        """
        await self.take_back(table)
        dms = zip(call.dm, call.languages, strict=True)
        wrote = [(seat, dm) for seat, language in dms if (dm := await self._write_to(table, seat, language, panel))]
        reached = [seat for seat, _message in wrote]
        if wrote:
            sent = tuple((user, message) for seat, message in wrote if (user := table.seats[seat].user) is not None)
            await self._tables.showing.wrote(table.id, (*table.annotations.wrote, *sent))
        seats = (*call.channel, *(seat for seat in call.dm if seat not in reached))
        if seats:
            await self._ping(table, seats, panel)

    async def _write_to(self, table: TableView, seat: int, language: str, panel: int | None) -> int | None:
        """Ask a person by direct message to move; return the message's id, or None if that failed.

        The nonce is the same for the whole turn.
        """
        user = table.seats[seat].user
        if user is None:
            return None
        with speaking(language):
            direct_message = reminder(table, panel)
        shown = links(direct_message)
        name = nonce(table.id, table.annotations.asked_from, "call", seat)

        async def send(channel: Channel) -> int:
            message = partial(channel.send, direct_message.words, nonce=name)
            return (await (message(view=shown) if shown else message())).id

        try:
            return await self._channels.use(user, send)
        except TROUBLE as error:
            log.debug("A DM did not call somebody: %s", in_short(error))
            return None

    async def _ping(self, table: TableView, seats: tuple[int, ...], panel: int | None) -> None:
        users = [user for seat in seats if (user := table.seats[seat].user) is not None]
        with speaking(language_of_server(self._client, table.place.guild)):
            words = table_waits(table, seats)
        people = [discord.Object(user) for user in users]
        pings = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
        name = nonce(table.id, table.annotations.asked_from, "call", table.annotations.called)
        await self._tables.showing.called(table.id, await self._post(table, words, pings, name, panel))

    async def _post(
        self, table: TableView, words: str, pings: discord.AllowedMentions, name: str, panel: int | None
    ) -> int:
        """Post a line in reply to the panel, and return its id. `name` is its nonce."""
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        above = discord.MessageReference(
            message_id=panel or 0, channel_id=table.place.channel, guild_id=table.place.guild, fail_if_not_exists=False
        )
        send = partial(channel.send, words, allowed_mentions=pings, nonce=name)
        try:
            message = await send(reference=above)
        except discord.HTTPException as error:
            if code(error) != NO_HISTORY:
                raise
            message = await send()  # without Read Message History, a bot may not reply to a message
        self._client.buried.posted(table.place.channel, message.id)
        return message.id

    async def call_role(self, table_id: int, role: int, key: str) -> None:
        """Mention a role in reply to the panel of a lobby, and record the message. `key` identifies the request.

        Delete the message that called before. Raises Discord's errors.
        """
        await self.delete_role_call(table_id)
        pending = await self._tables.showing.pending(table_id)
        table, panel = pending.table, pending.panel.message if pending.panel is not None else None
        with speaking(language_of_server(self._client, table.place.guild)):
            words = roles.call(table, role)
        pings = discord.AllowedMentions(everyone=False, users=False, replied_user=False, roles=[discord.Object(role)])
        message = await self._post(table, words, pings, nonce(table.id, "role", key), panel)
        await self._tables.showing.role_called(table.id, RoleCall(message))

    async def delete_role_call(self, table_id: int) -> None:
        """Delete the message that called a role. If that fails for a passing reason, record when to try again."""
        table = await self._tables.queries.table(table_id)
        if (call := table.annotations.role_call) is None:
            return
        there, again = self._client.get_partial_messageable(table.place.channel), None
        try:
            await there.get_partial_message(call.message).delete()
        except TROUBLE as error:
            log.debug("What called a role at table %d stays: %s", table.id, in_short(error))
            if not is_refused(error) and call.tries < MOST_TRIES:
                again = RoleCall(call.message, call.tries + 1, self._now() + AGAIN_IN)
        await self._tables.showing.role_called(table.id, again)

    async def take_back(self, table: TableView) -> None:
        """Delete the ping and the DMs that asked people to move."""
        if table.annotations.wrote:
            for user, message in table.annotations.wrote:
                await self._delete_dm(user, message)
            await self._tables.showing.wrote(table.id, ())
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

    async def _delete_dm(self, user: int, message: int) -> None:
        """Delete a DM that asked a person to move; a failure is only logged."""
        try:
            await self._channels.use(user, lambda channel: delete_former(channel, message))
        except TROUBLE as error:
            log.debug("A DM that called somebody stays: %s", in_short(error))
