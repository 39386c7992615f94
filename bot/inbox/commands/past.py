"""/history, /replay and /verify: the games of a server that are over."""

import discord
from discord import app_commands

from bot.inbox.commands.table import GAMES
from bot.inbox.handlers import handle
from bot.inbox.replaying import open_replay, show_proof, which
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.presses.history import ListGames, OpenReplay, ShowProof
from bot.screens import proof
from bot.tables.model import LIVE

Number = app_commands.Range[int, 1, 2**31 - 1]


@app_commands.command()
@app_commands.describe(who="whose games", game="which game", here="only those of this channel")
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def history(
    interaction: Interaction, who: discord.User | None = None, game: str = "", here: bool = False
) -> None:
    """The games that were played here, the newest first; look at one again."""
    request = Request(interaction)
    await handle(request, ListGames(who.id if who is not None else 0, request.channel if here else 0, game))


@app_commands.command()
@app_commands.describe(number="which game of this server, as /history numbers them; the newest one here if left out")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def replay(interaction: Interaction, number: Number | None = None) -> None:
    """Look at a game again, step by step, for you alone."""
    request = Request(interaction)
    await open_replay(request, OpenReplay(await which(request, number)))


@app_commands.command()
@app_commands.describe(
    number="which game of this server, as /history numbers them; the one of this channel if left out"
)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def verify(interaction: Interaction, number: Number | None = None) -> None:
    """Prove the dice of a game, and see how to do it yourself."""
    request = Request(interaction)
    here = await request.tables.looking.at(request.channel) if number is None else None
    if here is not None and here.status in LIVE:
        await request.whisper(proof.sealed(here))
    else:
        await show_proof(request, ShowProof(await which(request, number)))
