"""/play, /learn, /table and /help."""

import discord
from discord import app_commands

from bot.inbox import named_rules
from bot.inbox.commands.completions import games
from bot.inbox.commands.which_table import meant, press_at_table
from bot.inbox.handlers import handle
from bot.inbox.opening import open_table
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.presses.game import EndTable, LeaveTable, ShowTable
from bot.presses.learning import ChooseLesson, HowTo, Lesson
from bot.presses.lobby import AddComputer, AskForSeat, Invite, Join, PassOnHost, Start
from bot.screens import guide, variants
from bot.screens import inviting as inviting_screen
from bot.tables.model import Status

GAMES = [app_commands.Choice(name=variants.told(name).title, value=name) for name in variants.offered()]


@app_commands.command()
@app_commands.describe(game="which game, or house rules kept here; you can still change it")
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True)
async def play(interaction: Interaction, game: str = "") -> None:
    """Open a table in this channel."""
    request = Request(interaction)
    await open_table(request, await named_rules.meant(request, game))


play.autocomplete("game")(games)


@app_commands.command()
@app_commands.describe(game="which game you want to learn")
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def learn(interaction: Interaction, game: str = "") -> None:
    """Learn by playing: a first game of two minutes against two computers, for you alone."""
    await handle(Request(interaction), Lesson(game, "") if game else ChooseLesson())


@app_commands.command(name="help")
@app_commands.describe(game="how this game is played")
@app_commands.choices(game=GAMES)
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def help_(interaction: Interaction, game: str = "") -> None:
    """What to type and press, and how each game goes."""
    request = Request(interaction)
    if game:
        await handle(request, HowTo(game))
    else:
        await request.whisper(guide.card(await request.tables.looking.at(request.channel), request.user))


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
async def join(interaction: Interaction) -> None:
    """Sit down: in the lobby, for a computer player, or in the next game."""
    request = Request(interaction)
    (here,) = await meant(request)
    await handle(request, Join(here.id) if here.status is Status.LOBBY else AskForSeat(here.id))


@table.command()
async def computer(interaction: Interaction) -> None:
    """Let a computer player sit down, as long as the table is filling."""
    await press_at_table(Request(interaction), AddComputer)


@table.command()
async def start(interaction: Interaction) -> None:
    """Begin the game; for the host."""
    await press_at_table(Request(interaction), Start)


@table.command()
@app_commands.describe(who="whom to ask to the table")
async def invite(interaction: Interaction, who: discord.User | discord.Member) -> None:
    """Ask somebody to the table; for who sits there."""
    request = Request(interaction)
    if who.bot:
        await request.whisper(inviting_screen.no_person())
    elif not isinstance(who, discord.Member):
        await request.whisper(inviting_screen.no_member(who.display_name))
    else:
        await press_at_table(request, lambda table: Invite(table, who.id))


@table.command()
@app_commands.describe(who="who is to be the host")
async def host(interaction: Interaction, who: discord.User | discord.Member) -> None:
    """Hand the table to somebody else at it; for its host."""
    await press_at_table(Request(interaction), lambda table: PassOnHost(table, who.id))


@table.command()
async def leave(interaction: Interaction) -> None:
    """Leave the table, for good if the game is on."""
    await press_at_table(Request(interaction), LeaveTable)


@table.command()
async def end(interaction: Interaction) -> None:
    """End the table without a result: for its host, or who manages the server."""
    await press_at_table(Request(interaction), EndTable)
