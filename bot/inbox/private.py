"""What one person sees for themselves at a table: /dice, and windows that stay up to date."""

from functools import partial

from discord import app_commands

from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.slash import press_at_table
from bot.outbox.reply import Interaction
from bot.outbox.windows import Looks
from bot.presses.base import Move
from bot.presses.game import LookIn, ShowDice
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.screens.families import Presenter, presenter
from bot.screens.model import Ephemeral
from bot.tables.model import LIVE, Seen
from bot.tables.trouble import Code, Trouble


@on(ShowDice)
async def show_dice(request: Request, press: ShowDice) -> None:
    """Show somebody their own dice, in a window that stays up to date."""
    await request.open_window(press.table, partial(_dice, request))


@on(LookIn)
async def look_in(request: Request, press: LookIn) -> None:
    """Show the table to somebody who plays from a DM, in a window that stays up to date."""
    await request.open_window(press.table, partial(_table, request))


async def reopen_window(request: Request, table: int) -> None:
    """Open a window anew in which something was pressed and which is not kept up to date, as after a restart."""
    if request.is_in_a_closed_window:
        await request.open_window(table, own_view(request))


def own_view(request: Request) -> Looks:
    """Return what makes the window of a person: in a DM the table with their own dice, elsewhere what is their own."""
    return partial(_table if request.guild is None else _dice, request)


@on(OpenBlind, MarkDice, BeginClaim)
async def redraw(request: Request, press: Move) -> None:
    """Redraw what is on view for one person, where nothing is written: dice are marked, a claim is begun."""
    await request.open_window(press.table, partial(_turned, request, press))


async def _turned(request: Request, press: Move, seen: Seen) -> Ephemeral:
    """Return what was redrawn, as long as the table asks the same; else what there is now."""
    shown = _presenter(seen)
    if not seen.table.still_asks(press.version) or shown.turned is None:
        return await own_view(request)(seen)
    return shown.turned(seen.table, seen.view, press, request.channel != seen.table.place.channel)


async def _dice(request: Request, seen: Seen) -> Ephemeral:
    shown = _presenter(seen)
    if seen.table.status not in LIVE:
        raise Trouble(Code.GONE)
    elsewhere = request.channel != seen.table.place.channel
    return shown.mine(seen.table, seen.view, elsewhere, await request.hints(seen.table.place.guild))


async def _table(request: Request, seen: Seen) -> Ephemeral:
    shown = _presenter(seen)
    hints, last = await request.hints(seen.table.place.guild), await request.tables.looking.last_round(seen.table.id)
    return shown.remote(seen.table, seen.view, hints, last)


def _presenter(seen: Seen) -> Presenter:
    """Return who shows a game to somebody who sits in it. Raises `Trouble` for an onlooker, and before the start."""
    if seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None:
        raise Trouble(Code.NOT_STARTED)
    return shown


@app_commands.command()
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def dice(interaction: Interaction) -> None:
    """See your own dice; nobody else does."""
    await press_at_table(Request(interaction), ShowDice)
