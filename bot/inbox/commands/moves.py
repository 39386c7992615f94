"""/bid, /liar, /bang and /dice: they work in the channel and in the DM with the bot."""

from discord import app_commands

from bot.inbox.commands.which_table import meant, press_at_table
from bot.inbox.request import Request
from bot.outbox.interaction import Interaction
from bot.presses.base import ANY_VERSION
from bot.presses.game import CallLie, PlaceBid
from bot.presses.private import ShowDice
from bot.tables.model import Trouble
from bot.words.faces import face_and_nickname
from bot.words.language import _
from bot.words.reading import read_face, read_quantity
from engine.common_hand.refusals import NoSuchQuantity
from engine.common_hand.view import View
from engine.core.refusals import NoSuchFace, Refused

Choices = list[app_commands.Choice[str]]


@app_commands.command()
@app_commands.describe(quantity="how many dice at least", face="which face: 1-6, or a name such as ducks")
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bid(interaction: Interaction, quantity: str, face: str) -> None:
    """Bid at the table: at least so many dice show that face."""
    many, which = read_quantity(quantity), read_face(face)
    if many is None:
        raise Refused(NoSuchQuantity())
    if which is None:
        raise Refused(NoSuchFace(face[:40]))
    await press_at_table(Request(interaction), lambda table: PlaceBid(table, ANY_VERSION, many, which))


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
    bids = await _least_bids(interaction)
    said = [(face, face_and_nickname(face)) for face in range(1, 7) if bids is None or bids[face]]
    wanted = typed.strip().lower()
    from_least = "{face}" if bids is None else _("{face}, from {n}")
    return [
        app_commands.Choice(name=from_least.format(face=label, n=bids[face] if bids else 0), value=str(face))
        for face, label in said
        if not wanted or wanted in label or read_face(wanted) == face
    ]


@bid.autocomplete("quantity")
async def quantities(interaction: Interaction, typed: str) -> Choices:
    """Quantities that may be bid now, from the least on."""
    seen = await _my_view(interaction)
    if seen is None or not seen.legal.may_bid():
        return []
    face = read_face(str(getattr(interaction.namespace, "face", "") or ""))
    least = seen.legal.bids[face] if face else min(each for each in seen.legal.bids if each)
    wanted = typed.strip()
    offered = [str(many) for many in range(least or 1, seen.legal.most + 1) if str(many).startswith(wanted)]
    return [app_commands.Choice(name=many, value=many) for many in offered[:25]]


async def _least_bids(interaction: Interaction) -> tuple[int, ...] | None:
    seen = await _my_view(interaction)
    return seen.legal.bids if seen is not None and seen.legal.may_bid() else None


async def _my_view(interaction: Interaction) -> View | None:
    """What the person who types sees of their one table."""
    request = Request(interaction)
    try:
        tables = await meant(request)
    except Trouble:
        return None
    seen = await request.tables.looking.see(tables[0].id, request.user)
    return seen.view if isinstance(seen.view, View) and seen.seat is not None else None
