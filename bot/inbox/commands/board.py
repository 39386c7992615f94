"""/leaderboard and /forfeits."""

from typing import Literal

import discord
from discord import app_commands

from bot.history.boards import Scope
from bot.inbox.request import Request
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.outbox.render import layout
from bot.screens import boards as screen
from bot.screens import forfeits as tab
from bot.tables.model import Forfeit


@app_commands.command()
@app_commands.describe(board="which board")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def leaderboard(interaction: Interaction, board: Literal["forfeits", "bads", "wins"] = "forfeits") -> None:
    """Who owes, who washes up, who wins on this server."""
    request = Request(interaction)
    async with reply.patiently(interaction):
        await request.told()
        page = await request.services.boards.page(Scope(request.guild or 0), board, 1, request.user)
        with request.publicly():
            shown = layout(screen.board(page, request.user))
        await reply.post(interaction, shown, discord.AllowedMentions.none())


forfeits = app_commands.Group(
    name="forfeits",
    description="What you owe and are owed",
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@forfeits.command()
async def mine(interaction: Interaction) -> None:
    """What you owe, and what you are owed."""
    request = Request(interaction)
    async with reply.patiently(interaction):
        await request.whisper(tab.mine(request.user, *await _tab(request)))


@forfeits.command()
async def settle(interaction: Interaction) -> None:
    """Say that one is paid, let somebody off, or say “not yet”."""
    request = Request(interaction)
    async with reply.patiently(interaction):
        await request.whisper(tab.settle(request.user, *await _tab(request)))


async def _tab(request: Request) -> tuple[tuple[Forfeit, ...], tuple[Forfeit, ...]]:
    """What is open between a person and others, and what others say they have paid them."""
    await request.told()
    people, asked = request.services.people, (request.guild, request.user)
    return await people.forfeits(*asked), await people.said_paid(*asked)
