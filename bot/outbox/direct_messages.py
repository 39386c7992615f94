"""Direct messages with people's dice, and pings for people who are asked to move and have not moved.

A DM that fails is sent again. If a person does not accept DMs, that is recorded, and the person is notified once.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
import msgspec

from bot.outbox.client import Client
from bot.outbox.dm_channels import DmChannels
from bot.outbox.failures import DM_CLOSED, DMS_HELD_BACK, NO_USER, STRANGER, TROUBLE, code, in_short
from bot.outbox.messages import Messages, nonce
from bot.outbox.render import direct_message_of, language_of_server, layout, links
from bot.outbox.sending import send_drawn
from bot.outbox.waiting import within
from bot.people import Reach
from bot.people.preferences import DmStyle
from bot.screens.elements.cards import DirectMessage, Text
from bot.screens.table.seats import closed_dm_public, game_is_over
from bot.tables import Tables
from bot.tables.model import TableView
from bot.tables.pending import LastDM, Undelivered
from bot.words.language import speaking

log = logging.getLogger(__name__)

Channel = discord.PartialMessageable


async def deliver(
    client: Client,
    messages: Messages,
    channel: Channel,
    direct_message: DirectMessage,
    undelivered: Undelivered,
    name: str,
    start: int,
) -> int:
    """Send a DM in a person's `channel`, or edit the former one; return its message's id.

    `name` is the nonce, and `start` is the id of the press that started the game. Raises Discord's errors if a new DM
    cannot be sent.
    """
    former = undelivered.message
    if (
        (undelivered.style == DmStyle.ONE or direct_message.is_edit)
        and former is not None
        and await _edited(client, messages, channel.get_partial_message(former), direct_message)
    ):
        return former
    words, below = client.pictures.looks.content(direct_message.words), links(direct_message)
    message = await _arrived(client, channel, words, former or start) if undelivered.may_have_arrived else None
    if message is None:
        send = partial(channel.send, words, nonce=name)
        message = (await (send() if below is None else send_drawn(client, below, partial(send, view=below)))).id
    if former is not None:
        await delete_former(channel, former)
    return message


async def _arrived(client: Client, channel: Channel, words: str, after: int) -> int | None:
    """Return the id of the DM below `after` that an earlier attempt sent, or None if there is none.

    The DM is found by its words, because Discord forgets a nonce after some minutes.
    """
    async for message in channel.history(after=discord.Object(after), limit=LOOKED_AT, oldest_first=False):
        if client.user is not None and message.author.id == client.user.id and message.content == words.strip():
            return message.id
    return None


async def _edited(
    client: Client, messages: Messages, former: discord.PartialMessage, direct_message: DirectMessage
) -> bool:
    """Edit the former DM; return False if it was deleted."""
    words, below = client.pictures.looks.content(direct_message.words), links(direct_message)
    if await messages.change_by_token(former.id, content=words, view=below):
        return True
    change = partial(former.edit, content=words, view=below)
    try:
        await (change() if below is None else send_drawn(client, below, change))
    except discord.NotFound:
        return False
    return True


async def _say_over(messages: Messages, channels: DmChannels, dm: LastDM, table: TableView) -> None:
    """Edit the last DM of a game that is over; a failure is only logged.

    If the person's channel is not stored, the DM stays as it is.
    """
    with speaking(dm.language):
        words = game_is_over(table)
    if await messages.change_by_token(dm.message, content=words, view=None):
        return
    try:
        if (channel := await channels.known(dm.user)) is not None:
            await channel.get_partial_message(dm.message).edit(content=words, view=None)
    except TROUBLE as error:
        log.debug("The last DM of a game stays: %s", in_short(error))


async def say(channel: discord.abc.Messageable, words: str) -> None:
    """Send `words` to a DM channel; a failure is only logged."""
    try:
        await channel.send(words)
    except TROUBLE as error:
        log.debug("A DM was not answered: %s", in_short(error))


async def delete_former(channel: Channel, message: int) -> None:
    """Delete the former DM; a failure is only logged."""
    try:
        await channel.get_partial_message(message).delete()
    except TROUBLE as error:
        log.debug("A former DM stays: %s", in_short(error))


HELD_BACK = timedelta(minutes=10)
"""How long no DM is sent after Discord has held one back. During this time people can press "My dice"."""

TIMEOUT = 15.0
"""Seconds after which an attempt counts as failed."""

FIRST_WAIT = timedelta(seconds=2)

LOOKED_AT = 20
"""The number of the newest messages of a DM channel that are searched for a DM that may have arrived."""

MOST_TRIES = 8
"""The most attempts to send one DM. The wait before the second attempt is two seconds, and doubles each time."""


class Attempt(msgspec.Struct, frozen=True):
    """The result of one attempt: the id of the `message`, or the time to try `again`.

    Both are None if there is no DM.
    """

    message: int | None = None
    again: datetime | None = None


class DirectMessages:
    """Sends the direct messages of one client."""

    def __init__(
        self,
        client: Client,
        messages: Messages,
        tables: Tables,
        reach: Reach,
        channels: DmChannels,
        now: Callable[[], datetime],
    ) -> None:
        self._client, self._messages, self._tables, self._doors, self._now = client, messages, tables, reach, now
        self._channels = channels
        self._held_back_until: datetime | None = None
        self.under_way: set[asyncio.Task[None]] = set()

    def start(self, table: TableView, undelivered: tuple[Undelivered, ...], message: int | None) -> None:
        """Begin to send people their dice in a background task. The deliveries are claimed already."""
        self._begin(self._tell(table, undelivered, message))

    def end(self, table: TableView, last: tuple[LastDM, ...]) -> None:
        """Begin to edit the last DMs of a game, to say that it is over and to remove the buttons."""
        for dm in last:
            self._begin(_say_over(self._messages, self._channels, dm, table))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    async def _tell(self, table: TableView, undelivered: tuple[Undelivered, ...], message: int | None) -> None:
        """Send all DMs at the same time, so that a failed or slow one does not delay the others."""
        try:
            found = await asyncio.gather(*(self._reach(table, each, message) for each in undelivered))
            outcomes = list(zip(undelivered, found, strict=True))
            await self._tables.showing.told(
                table.id,
                {each.seat: (each.upto, reached.message) for each, reached in outcomes if reached.again is None},
                {each.seat: reached.again for each, reached in outcomes if reached.again is not None},
            )
        except Exception:  # the duty stays, and is carried out when the claim has expired
            log.exception("The DMs of table %d could not be recorded.", table.id)

    async def _reach(self, table: TableView, undelivered: Undelivered, message: int | None) -> Attempt:
        direct_message = direct_message_of(table, undelivered, message)
        if direct_message is None or undelivered.style == DmStyle.NONE:
            return Attempt()
        if undelivered.closed and undelivered.view.state.round > 1:
            return Attempt()  # a closed DM is only tried again at the start of a game
        if self._held_back_until is not None and self._now() < self._held_back_until:
            return Attempt(again=self._held_back_until)
        name = nonce(table.id, undelivered.seat, undelivered.upto)
        shown, start = direct_message, table.start()

        async def send(channel: Channel) -> int:
            return await deliver(self._client, self._messages, channel, shown, undelivered, name, start)

        try:
            sent = await within(TIMEOUT, self._channels.use(undelivered.user, send))
        except TROUBLE as error:
            return Attempt(again=await self._failed(table, undelivered, error))
        if undelivered.closed:
            await self._doors.dm_open(undelivered.user)
        return Attempt(sent)

    async def _failed(self, table: TableView, undelivered: Undelivered, error: Exception) -> datetime | None:
        """Return when to send a failed DM again, or None if it is not sent again."""
        if code(error) in DM_CLOSED:
            is_there = code(error) not in (STRANGER, NO_USER)  # a person who has left is not pinged
            if await self._doors.closed_dm(undelivered.user) and is_there:
                await self._say_closed(table, undelivered.user)
            return None
        if code(error) in DMS_HELD_BACK:
            log.warning("Discord holds DMs back (%d): none for %d s.", code(error), HELD_BACK.total_seconds())
            self._held_back_until = self._now() + HELD_BACK
            return self._held_back_until
        log.warning("A DM of table %d failed: %s", table.id, in_short(error))
        return self._now() + FIRST_WAIT * 2**undelivered.tries if undelivered.tries + 1 < MOST_TRIES else None

    async def _say_closed(self, table: TableView, user: int) -> None:
        """Tell this person in the channel that they do not accept DMs."""
        channel = self._client.get_partial_messageable(table.place.channel, guild_id=table.place.guild)
        pings = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)])
        with speaking(language_of_server(self._client, table.place.guild)):
            said = layout((Text(closed_dm_public(user)),))
        try:
            posted = await send_drawn(self._client, said, partial(channel.send, view=said, allowed_mentions=pings))
            self._client.buried.posted(table.place.channel, posted.id)
        except TROUBLE as error:
            log.debug("A closed DM could not be told in the channel: %s", in_short(error))
