"""/privacy."""

from discord import app_commands

from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.screens import privacy as privacy_screen


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def privacy(interaction: Interaction) -> None:
    """What the bot keeps of you and for how long; all of it as a file; and how to be forgotten."""
    request = Request(interaction)
    replays = (await request.services.settings.of(request.guild)).replays if request.guild is not None else None
    await request.whisper(privacy_screen.card(request.services.pages, replays, request.guild is not None))
