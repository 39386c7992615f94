"""Handle requests in the games of bids: `/bid`, `/exact`, and the form for typing a bid."""

import asyncio
import contextlib

from discord import app_commands

from bot.inbox import game
from bot.inbox.commands import completion, moves_proposed, press_at_table, press_what_is_typed, tables_meant
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.presses.base import ANY_VERSION
from bot.presses.bids import CallExact, OpenBidForm, SendBid
from bot.screens.families.bids import inputs
from bot.screens.families.bids.inputs import bid_of_form, typed_bid
from bot.screens.families.presenters import presenter
from bot.screens.pages.named_rules import Completions
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_


@on(OpenBidForm)
async def open_form(request: Request, press: OpenBidForm) -> None:
    """Open the form in which a person can type any bid.

    Raises `Trouble` if the person has no seat, or if the pressed panel is outdated.
    """
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    opened = shown.forms.get(type(press))
    if opened is None or not seen.still_asks(press.version):
        raise Trouble(Code.STALE_PANEL)  # only the games of bids ask for a bid
    await request.open_form(opened(seen, seen.view))


@on(SendBid)
async def send_bid(request: Request, press: SendBid) -> None:
    """Make the bid that was typed into the form: a quantity and a face."""
    typed = request.typed()
    words = (typed.get(field, "") for field in ("quantity", "face", "called"))
    bid = bid_of_form(press.table, press.version, *words)
    await game.play(request, bid)


@completion
async def bids_proposed(request: Request, what: str) -> Completions:
    """Return suggestions for `/bid`: the possible bids that begin with the text typed so far."""
    return await moves_proposed(request, inputs.completions, typed_bid, what)


@app_commands.command(description=N_("Make a bid: at least this many dice show this face."))
@app_commands.describe(what=N_("how many, and which face: 5 fives, 4x3, two sixes"))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bid(interaction: Interaction, what: str) -> None:
    """Handle `/bid`: make the typed bid."""
    request = Request(interaction)
    try:
        await asyncio.to_thread(typed_bid, 0, ANY_VERSION, what)  # raises if it is not a bid; slow the first time
    except Trouble:
        await _offer_what_was_meant(request, what)
        raise
    wild = {table.id: inputs.wild_number((await request.see(table.id)).view) for table in await tables_meant(request)}
    await press_what_is_typed(
        request, lambda table, version: typed_bid(table.id, version, what, wild[table.id]), inputs.in_words
    )


async def _offer_what_was_meant(request: Request, what: str) -> None:
    """Put a button for the probable bid below the refusal of a typed bid with a slip, if the person has one table."""
    with contextlib.suppress(Trouble):
        tables = await tables_meant(request)
        request.noted.way_on = inputs.instead(tables[0], what) if len(tables) == 1 else ()


@app_commands.command(description=N_("Call Exactly! on the current bid, if this table plays exact calls."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def exact(interaction: Interaction) -> None:
    """Handle `/exact`: call the current bid exactly right."""
    await press_at_table(Request(interaction), lambda table: CallExact(table, ANY_VERSION))


bid.autocomplete("what")(bids_proposed)
