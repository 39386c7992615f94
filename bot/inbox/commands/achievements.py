"""/achievements."""

import discord
from discord import app_commands

from bot.inbox.profiles import may_see
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.screens import achievements as achievements_screen


@app_commands.command()
@app_commands.describe(who="whose they are; yours, if you name nobody")
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def achievements(interaction: Interaction, who: discord.User | None = None) -> None:
    """What you, or somebody else, have earned at the tables, and what there is still to earn."""
    request = Request(interaction)
    await request.told()
    person, name = (who.id, who.display_name) if who is not None else (request.user, "")
    await may_see(request, person, name)
    held = await request.services.achieved.of(person, request.guild)
    await request.whisper(achievements_screen.listed(held, name if person != request.user else ""))
