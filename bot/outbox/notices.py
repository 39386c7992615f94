"""Public messages that are not panels: notices with buttons, cards of evenings, and the first messages of threads."""

import logging
from typing import Literal

import discord
from discord import ui

from bot.outbox import reply
from bot.outbox.answer import answer_of
from bot.outbox.client import Client, Interaction
from bot.outbox.drawn import Buttons
from bot.outbox.failures import TROUBLE, in_short
from bot.outbox.messages import nonce, post_by_bot
from bot.outbox.pictures import printed
from bot.outbox.render import button, layout, night_card_of
from bot.screens.elements.cards import Notice
from bot.tables.evenings import NightCard

log = logging.getLogger(__name__)


def is_on_notice(interaction: Interaction) -> bool:
    """Return whether a button below a notice was pressed. A notice is a public message of plain content."""
    flags = interaction.message.flags if interaction.message is not None else None
    return flags is not None and not flags.ephemeral and not flags.components_v2


async def change(interaction: Interaction, notice: Notice) -> None:
    """Change the pressed notice."""
    await reply.edit_notice(interaction, notice.words, buttons(notice))


async def post(interaction: Interaction, notice: Notice, channel: int, name: str) -> None:
    """Post a notice in a channel; `name` is the notice's nonce.

    In the channel of the interaction, the notice is posted with the interaction's token. If Discord refuses the
    notice, for example because the channel was deleted, the refusal is only logged. People then find the forfeit on
    their tab.
    """
    pings = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in notice.pings]
    )
    try:
        if interaction.channel_id == channel:
            follow_up = answer_of(interaction).follow_up
            said = await follow_up(content=notice.words, view=buttons(notice), allowed_mentions=pings)
            interaction.client.buried.posted(channel, said)
        else:
            there = interaction.client.get_partial_messageable(channel)
            posted = await there.send(notice.words, view=buttons(notice), allowed_mentions=pings, nonce=nonce(name))
            interaction.client.buried.posted(channel, posted.id)
    except TROUBLE as error:
        log.debug("A line could not be posted: %s", in_short(error))


async def post_night_card(client: Client, night: NightCard) -> None:
    """Post the card of an evening. The card's nonce keeps Discord from posting it twice. Raises Discord's errors."""
    card, name = night_card_of(client, night), nonce("night", night.table.id)
    pages, nobody = await printed(card), discord.AllowedMentions.none()
    await post_by_bot(client, night.table.place, layout(card), nobody, name, pages)


def buttons(notice: Notice) -> Buttons:
    """Return the buttons below a notice."""
    shown = Buttons(timeout=None)
    shown.stop()
    for each in notice.buttons:
        shown.add_item(button(each))
    return shown


Minutes = Literal[60, 1440, 4320, 10080]

HOUR = 3600
"""Seconds for a turn. A game whose turns have at least this many seconds lasts for days."""


async def open_thread(interaction: Interaction, name: str, clock: int | None, line: ui.LayoutView) -> int:
    """Answer publicly with `line` and open a thread on that message. Return the id, which is the same for both.

    If the thread cannot be opened, the message is deleted and Discord's error is raised.
    """
    message = await reply.post(interaction, line, discord.AllowedMentions.none())
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
    try:
        thread = await channel.get_partial_message(message).create_thread(
            name=name, auto_archive_duration=silence(clock)
        )
    except TROUBLE:
        await reply.take_back(answer_of(interaction), message)
        raise
    return thread.id


def silence(clock: int | None) -> Minutes:
    """Return the number of minutes without messages after which Discord archives the thread.

    It is an hour, or a week for a game with slow turns or without a clock.
    """
    return 60 if clock is not None and clock < HOUR else 10080
