"""/leaderboard and /forfeits."""

from typing import Literal

import discord
from discord import app_commands

from bot.inbox.house import house_of
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.language import language_of_server
from bot.outbox.render import layout
from bot.screens import boards as screen
from bot.screens import forfeits as tab
from bot.tables.model import Forfeit
from bot.words.language import speaking


@app_commands.command()
@app_commands.describe(board="which board")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def leaderboard(
    interaction: Interaction, board: Literal["forfeits", "bads", "wins"] = "forfeits"
) -> None:  # fmt: skip
    """Who owes, who washes up, who wins on this server."""
    page = await house_of(interaction).boards.page(interaction.guild_id or 0, board, 1, interaction.user.id)
    with speaking(language_of_server(interaction.client, interaction.guild_id)):  # a board is for everybody
        shown = layout(screen.board(page, interaction.user.id))
    await reply.post(interaction, shown, discord.AllowedMentions.none())


forfeits = app_commands.Group(
    name="forfeits", description="What you owe and are owed",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)  # fmt: skip


@forfeits.command()
async def mine(interaction: Interaction) -> None:
    """What you owe, and what you are owed."""
    found = await _open(interaction)
    await reply.whisper(interaction, layout(tab.mine(interaction.user.id, found).parts))


@forfeits.command()
async def settle(interaction: Interaction) -> None:
    """Cross one off: paid, or let off."""
    found = await _open(interaction)
    await reply.whisper(interaction, layout(tab.settle(interaction.user.id, found).parts))


async def _open(interaction: Interaction) -> tuple[Forfeit, ...]:
    return await house_of(interaction).people.forfeits(interaction.guild_id, interaction.user.id)
