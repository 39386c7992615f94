"""/profile and /rivals."""

import discord
from discord import app_commands

from bot.inbox.profiles import against, look
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.screens import profile as profile_screen
from bot.tables.trouble import Code, Trouble


@app_commands.command()
@app_commands.describe(who="whose, yours if you name nobody")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def profile(interaction: Interaction, who: discord.User | discord.Member | None = None) -> None:
    """What somebody has done here: wins, lies, calls, luck, and their rating as a chart."""
    request = Request(interaction)
    await request.whisper(profile_screen.private(*await look(request, *_asked(who))))


@app_commands.command()
@app_commands.describe(who="against whom, everybody if you name nobody")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def rivals(interaction: Interaction, who: discord.User | discord.Member | None = None) -> None:
    """How you fare against somebody, head to head."""
    request = Request(interaction)
    await request.whisper(await against(request, *_asked(who)))


def _asked(who: discord.User | discord.Member | None) -> tuple[int, str]:
    """Somebody and what they are called; 0 for nobody. Raises `Trouble` for a bot."""
    if who is None:
        return 0, ""
    if who.bot:
        raise Trouble(Code.A_COMPUTER)
    return who.id, who.display_name
