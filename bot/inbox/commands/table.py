"""/play, /table and /rules."""

from discord import app_commands

from bot.inbox.commands.which_table import press_at_table
from bot.inbox.opening import open_table
from bot.inbox.request import Request
from bot.outbox import reply
from bot.outbox.interaction import Interaction
from bot.presses.game import EndTable, LeaveTable, ShowTable
from bot.screens import howto, variants

GAMES = [app_commands.Choice(name=variants.told(name).title, value=name) for name in variants.offered()]


@app_commands.command()
@app_commands.describe(game="which game; you can still change it")
@app_commands.choices(game=GAMES)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def play(interaction: Interaction, game: str = "") -> None:
    """Open a table in this channel."""
    async with reply.patiently(interaction):
        await open_table(Request(interaction), game)


@app_commands.command()
@app_commands.describe(game="which game")
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def rules(interaction: Interaction, game: str = "") -> None:
    """How to play, in a few lines."""
    request = Request(interaction)
    here = await request.tables.looking.at(request.channel)
    await request.whisper(howto.how_to_play(game or (here.setup.variant if here is not None else "common")))


table = app_commands.Group(
    name="table",
    description="The table in this channel",
    guild_only=True,
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@table.command()
async def show(interaction: Interaction) -> None:
    """Post the table anew: its message is lost, or chatted away."""
    await press_at_table(Request(interaction), ShowTable)


@table.command()
async def leave(interaction: Interaction) -> None:
    """Leave the table, for good if the game is on."""
    await press_at_table(Request(interaction), LeaveTable)


@table.command()
async def end(interaction: Interaction) -> None:
    """End the table without a result: for its host, or who manages the server."""
    await press_at_table(Request(interaction), EndTable)
