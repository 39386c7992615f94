"""/settings and /me."""

from discord import app_commands

from bot.inbox.preferences import managed, server_card
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.screens import me as my_screen


@app_commands.command()
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def settings(interaction: Interaction) -> None:
    """Choose what tables on this server begin with, and where they may be opened."""
    request = Request(interaction)
    await request.whisper(server_card(request, await request.services.settings.of(managed(request))))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def me(interaction: Interaction) -> None:
    """Choose how the bot treats you: DMs, hints, pings, and lucky words that you keep."""
    request = Request(interaction)
    await request.whisper(my_screen.me(await request.services.preferences.of_one(request.user)))
