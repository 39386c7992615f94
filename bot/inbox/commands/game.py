"""/bid, /liar, /bang, /exact, /believe, /doubt and /dice: they work in the channel and in the DM with the bot."""

from discord import app_commands
from msgspec.structs import replace

from bot.inbox.commands.completions import bids
from bot.inbox.commands.which_table import press_at_table
from bot.inbox.request import Request
from bot.outbox.reply import Interaction
from bot.presses.base import ANY_VERSION
from bot.presses.bids import CallExact
from bot.presses.game import ANY_ROUND, CallLie, CastVote, ShowDice
from bot.screens.bids.inputs import typed_bid


@app_commands.command()
@app_commands.describe(what="how many, and of what: 5 ducks, 4x3, five sixes")
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bid(interaction: Interaction, what: str) -> None:
    """Bid at the table: at least so many dice show that face."""
    meant = typed_bid(0, ANY_VERSION, what)
    await press_at_table(Request(interaction), lambda table: replace(meant, table=table))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def liar(interaction: Interaction) -> None:
    """Call the standing bid a lie."""
    await press_at_table(Request(interaction), lambda table: CallLie(table, ANY_VERSION))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bang(interaction: Interaction) -> None:
    """Bang! Call the standing bid a lie, at the firehouse also out of turn."""
    await press_at_table(Request(interaction), lambda table: CallLie(table, ANY_VERSION))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def exact(interaction: Interaction) -> None:
    """Say that the standing bid is exactly right, where that is played."""
    await press_at_table(Request(interaction), lambda table: CallExact(table, ANY_VERSION))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def believe(interaction: Interaction) -> None:
    """In a vote: you believe the bid. You may say so before you are asked."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=True))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def doubt(interaction: Interaction) -> None:
    """In a vote: you doubt the bid. You may say so before you are asked."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=False))


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def dice(interaction: Interaction) -> None:
    """See your own dice; nobody else does."""
    await press_at_table(Request(interaction), ShowDice)


bid.autocomplete("what")(bids)
