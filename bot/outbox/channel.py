"""Posting and editing by the bot itself, without an interaction to answer."""

import asyncio
import hashlib
from functools import partial

import discord
from discord import ui

from bot.outbox.buried import buried_of
from bot.outbox.failures import ARCHIVED, NO_MESSAGE, TROUBLE, code, may_have_arrived
from bot.outbox.pictures import drawn
from bot.tables.model import Place
from bot.tables.pending import PanelRef

AGAIN_AFTER = (0.3, 1.0)
"""Seconds before a message whose answer was lost is posted again; by its nonce Discord knows it."""


def nonce(*parts: object) -> str:
    """A name for one message: Discord posts it once, however often it is sent within some minutes."""
    return hashlib.blake2b(":".join(map(str, parts)).encode(), digest_size=12).hexdigest()


async def post(
    client: discord.Client, place: Place, shown: ui.LayoutView, pings: discord.AllowedMentions, name: str
) -> int:
    """Post in a channel; the message's id. An archived thread is opened by that, where Discord allows.

    Where Discord knows the name, as after a crash before the message was noted down, it gives that message back as it
    was then: it is edited, if it offered something else. Where somebody has deleted it since, another one is posted.
    """
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
    for wait in (*AGAIN_AFTER, None):
        try:
            send = partial(channel.send, view=shown, allowed_mentions=pings, nonce=name)
            message: discord.Message = await drawn(client, shown, send)
            if not await _is_as(client, message, shown):
                return await post(client, place, shown, pings, nonce(name, message.id))
            buried_of(client).posted(place.channel, message.id)
            return message.id
        except TROUBLE as error:
            if wait is None or not may_have_arrived(error):
                raise
            await asyncio.sleep(wait)
    raise AssertionError("the last try returns or raises")


async def _is_as(client: discord.Client, message: discord.Message, shown: ui.LayoutView) -> bool:
    """See to it that a message offers what is to be shown; False where it is gone."""
    if _offers(ui.LayoutView.from_message(message)) == _offers(shown):
        return True
    try:
        await edit(client, PanelRef(message.channel.id, message.id, 0), shown)
    except discord.NotFound as error:
        if code(error) != NO_MESSAGE:
            raise
        return False
    return True


def _offers(shown: ui.LayoutView | ui.View) -> list[str]:
    """The ids of all that can be pressed; those of moves name the version that they are for."""
    return [word for item in shown.walk_children() if (word := getattr(item, "custom_id", None))]


async def edit(client: discord.Client, ref: PanelRef, shown: ui.LayoutView) -> None:
    """Edit a message; an archived thread is opened first, where Discord allows."""
    message = client.get_partial_messageable(ref.channel).get_partial_message(ref.message)
    edited = partial(message.edit, view=shown)
    try:
        await drawn(client, shown, edited)
    except discord.HTTPException as error:
        if code(error) != ARCHIVED:
            raise
        thread = await client.fetch_channel(ref.channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        await drawn(client, shown, edited)
