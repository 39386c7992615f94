"""/bid, /liar, /bang and /dice: they work in the channel and in the DM with the bot."""

from discord import app_commands
from msgspec.structs import replace

from bot.inbox.commands.which_table import meant, press_at_table
from bot.inbox.request import Request
from bot.outbox.interaction import Interaction
from bot.presses.base import ANY_VERSION
from bot.presses.game import CallLie
from bot.presses.private import ShowDice
from bot.screens.common_hand import bids
from bot.tables.model import Trouble
from engine.games import AnyView

Choices = list[app_commands.Choice[str]]


@app_commands.command()
@app_commands.describe(quantity="how many dice at least", face="which face: 1-6, or a name such as ducks")
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bid(interaction: Interaction, quantity: str, face: str) -> None:
    """Bid at the table: at least so many dice show that face."""
    typed = bids.typed_bid(0, ANY_VERSION, quantity, face)
    await press_at_table(Request(interaction), lambda table: replace(typed, table=table))


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
async def dice(interaction: Interaction) -> None:
    """See your own dice; nobody else does."""
    await press_at_table(Request(interaction), ShowDice)


@bid.autocomplete("face")
async def faces(interaction: Interaction, typed: str) -> Choices:
    """The faces that may be bid now, with the least quantity of each."""
    return _choices(bids.faces(await _my_view(interaction), typed))


@bid.autocomplete("quantity")
async def quantities(interaction: Interaction, typed: str) -> Choices:
    """Quantities that may be bid now, from the least on."""
    face = str(getattr(interaction.namespace, "face", "") or "")
    return _choices(bids.quantities(await _my_view(interaction), face, typed))


def _choices(offered: bids.Completions) -> Choices:
    return [app_commands.Choice(name=name, value=value) for name, value in offered]


async def _my_view(interaction: Interaction) -> AnyView | None:
    """What the person who types sees of their one table; None for an onlooker."""
    request = Request(interaction)
    try:
        tables = await meant(request)
    except Trouble:
        return None
    seen = await request.tables.looking.see(tables[0].id, request.user)
    return seen.view if seen.seat is not None else None
