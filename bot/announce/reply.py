"""Answering an interaction, whatever state its answer is in."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord
from discord import ui

from bot.announce.house import Interaction
from bot.names import _

PATIENCE = 1.5
"""Seconds before an answer is promised (Discord waits three)."""


@contextlib.asynccontextmanager
async def patiently(interaction: Interaction, private: bool = False) -> AsyncIterator[None]:
    """Promise an answer where the work below takes longer than 1.5 s; it is edited in when it is there."""

    async def promise() -> None:
        await asyncio.sleep(PATIENCE)
        if not interaction.response.is_done():
            with contextlib.suppress(discord.HTTPException):
                await interaction.response.defer(ephemeral=private)

    task = asyncio.create_task(promise())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def whisper(interaction: Interaction, words: str | ui.LayoutView) -> None:
    """Say something that only the person who asked sees."""
    shown = words if isinstance(words, ui.LayoutView) else _paragraph(words)
    response = interaction.response
    if not response.is_done():
        await response.send_message(view=shown, ephemeral=True)
        return
    if interaction.type is discord.InteractionType.application_command and response.type in PROMISES:
        # What follows a public promise would be public too, so the promise is taken back first.
        await interaction.delete_original_response()
    await interaction.followup.send(view=shown, ephemeral=True)


async def taken(interaction: Interaction) -> None:
    """The request is carried out, and the channel shows it; a command wants a word all the same."""
    if interaction.response.is_done():
        return
    if interaction.type is discord.InteractionType.application_command:
        await whisper(interaction, _("✔️ Done, the table shows it."))
    else:
        await interaction.response.defer()


async def edit(interaction: Interaction, shown: ui.LayoutView) -> None:
    """Change the message that was pressed."""
    if not interaction.response.is_done():
        await interaction.response.edit_message(view=shown)
    else:
        await interaction.edit_original_response(view=shown)


async def post(interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions) -> int:
    """Answer publicly in the channel; the id of the message."""
    response = interaction.response
    if not response.is_done():
        sent = await response.send_message(view=shown, allowed_mentions=pings)
        assert sent.message_id is not None
        return sent.message_id
    if interaction.type is discord.InteractionType.application_command and response.type in PROMISES:
        return (await interaction.edit_original_response(view=shown, allowed_mentions=pings)).id
    return (await interaction.followup.send(view=shown, allowed_mentions=pings, wait=True)).id


PROMISES = (discord.InteractionResponseType.deferred_channel_message,)


def _paragraph(words: str) -> ui.LayoutView:
    shown = ui.LayoutView(timeout=None)
    shown.add_item(ui.TextDisplay(words))
    return shown
