"""Answering an interaction, whatever state its answer is in."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import discord
from discord import ui

from bot.outbox.interaction import Interaction
from bot.outbox.render import layout
from bot.screens.model import Text
from bot.words.language import _

PATIENCE = 1.5
"""Seconds before an answer is promised (Discord waits three)."""


@contextlib.asynccontextmanager
async def patiently(interaction: Interaction, private: bool = False) -> AsyncIterator[None]:
    """Promise an answer where the work below takes longer than 1.5 s; it is edited in when it is there."""

    async def promise() -> None:
        await asyncio.sleep(PATIENCE)
        if not interaction.response.is_done():
            interaction.extras["promising"] = True
            # To a command privately: it may end in a refusal, and what is promised publicly stays public.
            command = interaction.type is discord.InteractionType.application_command
            with contextlib.suppress(discord.HTTPException):
                await interaction.response.defer(ephemeral=private or command)

    task = interaction.extras["promise"] = asyncio.create_task(promise())
    try:
        yield
    finally:
        await _promise_over(interaction)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _promise_over(interaction: Interaction) -> None:
    """A promise that is on its way arrives before anything else is said: Discord takes one first answer."""
    if interaction.extras.get("promising"):
        await asyncio.wait([interaction.extras["promise"]])


async def whisper(interaction: Interaction, words: str | ui.LayoutView) -> None:
    """Say something that only the person who asked sees."""
    shown = words if isinstance(words, ui.LayoutView) else _paragraph(words)
    await _promise_over(interaction)
    if not interaction.response.is_done():
        await interaction.response.send_message(view=shown, ephemeral=True)
    elif _owed(interaction):
        await _keep(interaction, shown)
    else:
        await interaction.followup.send(view=shown, ephemeral=True)


async def taken(interaction: Interaction) -> None:
    """The request is carried out, and the channel shows it; a command wants a word all the same."""
    await _promise_over(interaction)
    command = interaction.type is discord.InteractionType.application_command
    if _owed(interaction) or (command and not interaction.response.is_done()):
        await whisper(interaction, _taken())
    elif not interaction.response.is_done():
        await interaction.response.defer()


async def edit(interaction: Interaction, shown: ui.LayoutView) -> None:
    """Change the message that was pressed."""
    await _promise_over(interaction)
    if not interaction.response.is_done():
        await interaction.response.edit_message(view=shown)
    else:
        await interaction.edit_original_response(view=shown)


async def post(interaction: Interaction, shown: ui.LayoutView, pings: discord.AllowedMentions) -> int:
    """Answer publicly in the channel; the id of the message."""
    await _promise_over(interaction)
    response = interaction.response
    if not response.is_done():
        sent = await response.send_message(view=shown, allowed_mentions=pings)
        assert sent.message_id is not None
        return sent.message_id
    if _owed(interaction):
        await _keep(interaction, _paragraph(_taken()))
    return (await interaction.followup.send(view=shown, allowed_mentions=pings, wait=True)).id


def _owed(interaction: Interaction) -> bool:
    """Whether an answer to a command was promised and is not given yet."""
    promised = interaction.response.type is discord.InteractionResponseType.deferred_channel_message
    return promised and "kept" not in interaction.extras


async def _keep(interaction: Interaction, shown: ui.LayoutView) -> None:
    """Give the answer that was promised, to that person alone."""
    interaction.extras["kept"] = True
    await interaction.edit_original_response(view=shown)


def _taken() -> str:
    return _("✔️ Done, the table shows it.")


def _paragraph(words: str) -> ui.LayoutView:
    return layout((Text(words),))
