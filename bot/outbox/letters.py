"""One letter a person and table: a new DM each round in place of the one before, or one that is edited."""

import logging
from functools import partial

import discord

from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.pictures import drawn, pictures_of
from bot.outbox.render import links
from bot.preferences.model import DmStyle
from bot.screens.model import Letter
from bot.tables.pending import Untold

log = logging.getLogger(__name__)


async def deliver(client: discord.Client, letter: Letter, untold: Untold, name: str) -> int | None:
    """Send or edit a DM; the id of the message that tells it, None for who wants none.

    `name` is the nonce. Raises whatever Discord says to the new one.
    """
    former = untold.letter
    if untold.style == DmStyle.NONE:
        return None
    channel = await client.create_dm(discord.Object(untold.user))
    if untold.style == DmStyle.ONE and former is not None and await _edited(client, channel, former, letter):
        return former
    words, below = pictures_of(client).looks.content(letter.words), links(letter)
    send = partial(channel.send, words, nonce=name)
    sent = await (send() if below is None else drawn(client, below, partial(send, view=below)))
    if former is not None:
        await _take_back(channel, former)
    return sent.id


async def _edited(client: discord.Client, channel: discord.DMChannel, message: int, letter: Letter) -> bool:
    """Whether the DM of before could be brought up to date; False where the person or somebody has deleted it."""
    words, below = pictures_of(client).looks.content(letter.words), links(letter)
    change = partial(channel.get_partial_message(message).edit, content=words, view=below)
    try:
        await (change() if below is None else drawn(client, below, change))
    except discord.NotFound:
        return False
    return True


async def _take_back(channel: discord.DMChannel, message: int) -> None:
    """Delete the DM of before; it does no harm where it stays."""
    try:
        await channel.get_partial_message(message).delete()
    except TROUBLE as error:
        log.debug("A former DM stays: %s", in_short(error))
