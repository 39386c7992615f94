"""A thread of its own for a game, on a message that links to it."""

from typing import Literal

import discord
from discord import ui

from bot.outbox import reply
from bot.outbox.failures import TROUBLE
from bot.outbox.interaction import Interaction

Minutes = Literal[60, 1440, 4320, 10080]
HOUR = 3600
"""A turn that may take so many seconds makes a game of days."""


async def open_thread(interaction: Interaction, name: str, clock: int | None, line: ui.LayoutView) -> int:
    """Answer publicly by `line`, and open a thread on it; its id, which is the message's too.

    Where no thread can be opened the line goes, and what was in the way is raised.
    """
    message = await reply.post(interaction, line, discord.AllowedMentions.none())
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
    try:
        thread = await channel.get_partial_message(message).create_thread(
            name=name, auto_archive_duration=silence(clock)
        )
    except TROUBLE:
        await reply.withdraw(interaction, message)
        raise
    return thread.id


def silence(clock: int | None) -> Minutes:
    """After how many minutes without a word Discord archives the thread: a game whose turns are slow is a long one."""
    return 60 if clock is not None and clock < HOUR else 10080
