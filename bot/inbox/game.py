"""People's presses and commands in a running game of any family, and their private windows.

Only moves check the version of the panel they were pressed on. A window is a message for one person alone that stays up
to date.
"""

from datetime import timedelta
from functools import partial

from discord import app_commands

from bot.inbox.commands import press_at_table
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.outbox.windows import WindowContent
from bot.presses.base import ANY_VERSION, GameMove, Move
from bot.presses.game import (
    ANY_ROUND,
    BringDown,
    CallLie,
    CastVote,
    GiveGift,
    HoldOn,
    LookIn,
    NextRound,
    OpenGifts,
    ShowDice,
    ShowTable,
    WakeUp,
)
from bot.presses.poker_cup import BeginClaim, MarkDice, OpenBlind
from bot.screens.elements import controls
from bot.screens.elements.cards import Ephemeral
from bot.screens.families.presenters import Presenter, presenter
from bot.screens.table import seats
from bot.tables.model import LIVE, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_
from engine import games
from engine.core.actions import Vote
from engine.core.refusals import NoRound, Refused

ONCE_IN = timedelta(minutes=1)
"""How often a panel can be moved down."""


@on(CastVote)
async def vote(request: Request, press: CastVote) -> None:
    """Vote in a poll. Somebody who is not asked yet learns that their vote is stored."""
    said = Vote(press.believes)
    table, kept = await request.tables.moves.vote(press.table, request.user, press.round, said, request.key)
    await request.show(table.id, controls.vote_kept(press) if kept else None)


@on(NextRound)
async def next_round(request: Request, press: NextRound) -> None:
    """Go on to the next round after this showdown."""
    await request.tables.moves.next_round(press.table, request.user, request.key, press.version)
    await request.show(press.table)


@on(HoldOn)
async def hold_on(request: Request, press: HoldOn) -> None:
    """Keep this showdown for a while."""
    await request.tables.moves.hold_on(press.table, request.user, request.key, press.version)
    await request.show(press.table)


@on(WakeUp)
async def wake_up(request: Request, press: WakeUp) -> None:
    """Wake a dozing person (L2)."""
    await request.tables.moves.wake_up(press.table, request.user, request.key)
    await request.show(press.table)


@on(GiveGift)
async def give_gift(request: Request, press: GiveGift) -> None:
    """Give the winner's gift (P5): the seat they name takes a forfeit too.

    The message that asked shows that it is done.
    """
    await request.tables.moves.act(press.table, request.user, press.actions(), request.key, press.version or None)
    table = await request.tables.queries.table(press.table)
    await request.update_and_show(controls.gift_given(table, press.to), press.table)


@on(ShowTable)
async def show_table(request: Request, press: ShowTable) -> None:
    """Post the panel of a table again. Raises `Trouble` for a table that is over, whose result stays as it is."""
    if (await request.tables.queries.table(press.table)).status not in LIVE:
        raise Trouble(Code.GONE)
    await request.services.announcer.repost(press.table, request.interaction)


@on(BringDown)
async def bring_down(request: Request, press: BringDown) -> None:
    """Post the panel at the bottom of the channel. Raises `Trouble` within a minute of the last time."""
    table = await request.tables.queries.table(press.table)
    if table.status not in LIVE:
        raise Trouble(Code.GONE)
    if request.services.cooldowns.active(("down", table.id), ONCE_IN):
        panel = (await request.tables.showing.pending(table.id)).panel
        request.noted.way_on = seats.back_to_the_table(table, panel.message if panel is not None else None)
        raise Trouble(Code.JUST_BROUGHT)
    await request.services.announcer.repost(press.table, request.interaction)


@on(GameMove)
async def play(request: Request, press: GameMove) -> None:
    """Make a move: a bid, a call, a settlement. It counts only if its panel is still valid."""
    await reopen_window(request, press.table)
    try:
        await request.tables.moves.act(press.table, request.user, press.actions(), request.key, press.version or None)
    except (Refused, Trouble) as error:
        request.noted.instead = await _overtaken(request, press, error)
        if request.noted.instead is not None:
            await _note_late(request, press)
        raise
    await request.show(press.table)


async def _note_late(request: Request, press: GameMove) -> None:
    """Record a late caller in the showdown, if anybody may call."""
    seen = await request.see(press.table)
    if isinstance(press, CallLie) and seen.view is not None and games.called_late(seen.view):
        await request.tables.moves.called_late(press.table, request.user, f"{request.key}:late")
        await request.services.announcer.show_in_background(press.table)


async def _overtaken(request: Request, press: GameMove, error: Refused | Trouble) -> Ephemeral | None:
    """Return what to say if somebody else was faster: the present state.

    A press never becomes a move in that state by itself (C1).
    """
    late = error.code is Code.STALE_PANEL if isinstance(error, Trouble) else isinstance(error.reason, NoRound)
    if not late:
        return None
    if press.version == ANY_VERSION and not isinstance(press, CallLie):
        return None  # typed, and so meant for the present state; a typed bang may still have been second
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None or seen.status not in LIVE:
        return None
    return shown.overtaken(seen, seen.view, press)


@on(OpenGifts)
async def open_gifts(request: Request, press: OpenGifts) -> None:
    """Ask the winner for the gift (P5). The showdown stays while they choose."""
    seen = await request.see(press.table)
    if seen.view is None or (seen.seat is not None and not seen.view.legal.gift):
        raise Trouble(Code.NOT_YOURS)
    await request.tables.moves.look_at_gifts(press.table, request.user, request.key)
    await request.reply_ephemeral(controls.gift_menu(seen, seen.view, request.services.usernames.handle))
    await request.services.announcer.show_again(press.table)


@app_commands.command(description=N_("Call the standing bid a lie."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def liar(interaction: Interaction) -> None:
    """Call the standing bid a lie."""
    await press_at_table(Request(interaction), lambda table: CallLie(table, ANY_VERSION))


@app_commands.command(description=N_("Bang! Call the standing bid a lie, at the firehouse also out of turn."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def bang(interaction: Interaction) -> None:
    """Bang! Call the standing bid a lie, at the firehouse also out of turn."""
    await press_at_table(Request(interaction), lambda table: CallLie(table, ANY_VERSION))


@app_commands.command(description=N_("In a vote: you believe the bid. You may say so before you are asked."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def believe(interaction: Interaction) -> None:
    """In a vote: you believe the bid. You may say so before you are asked."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=True))


@app_commands.command(description=N_("In a vote: you doubt the bid. You may say so before you are asked."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def doubt(interaction: Interaction) -> None:
    """In a vote: you doubt the bid. You may say so before you are asked."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=False))


@on(ShowDice)
async def show_dice(request: Request, press: ShowDice) -> None:
    """Show somebody their own dice, in a window that stays up to date."""
    await request.open_window(press.table, partial(_dice, request))


@on(LookIn)
async def look_in(request: Request, press: LookIn) -> None:
    """Show the table to somebody who plays from a DM, in a window that stays up to date."""
    await request.open_window(press.table, partial(_table, request))


async def reopen_window(request: Request, table: int) -> None:
    """Open a window again in which something was pressed and which is not kept up to date, as after a restart."""
    if request.is_in_a_closed_window:
        await request.open_window(table, own_view(request))


def own_view(request: Request) -> WindowContent:
    """Return the contents of a person's window: in a DM the table with their dice, elsewhere only their part."""
    return partial(_table if request.guild is None else _dice, request)


@on(OpenBlind, MarkDice, BeginClaim)
async def redraw(request: Request, press: Move) -> None:
    """Redraw one person's view, without writing anything: dice are marked, a claim is begun."""
    await request.open_window(press.table, partial(_turned, request, press))


async def _turned(request: Request, press: Move, seen: TableView) -> Ephemeral:
    """Return the redrawn view, if the table still asks the same; otherwise the present one."""
    shown = _presenter(seen)
    if not seen.still_asks(press.version) or shown.turned is None:
        return await own_view(request)(seen)
    return shown.turned(seen, seen.view, press, request.channel != seen.place.channel)


async def _dice(request: Request, seen: TableView) -> Ephemeral:
    shown = _presenter(seen)
    if seen.status not in LIVE:
        raise Trouble(Code.GONE)
    elsewhere = request.channel != seen.place.channel
    return shown.mine(seen, seen.view, elsewhere, await request.hints(seen))


async def _table(request: Request, seen: TableView) -> Ephemeral:
    shown = _presenter(seen)
    hints, last = await request.hints(seen), await request.tables.queries.last_round(seen.id)
    return shown.remote(seen, seen.view, hints, last)


def _presenter(seen: TableView) -> Presenter:
    """Return the presenter of a game for somebody in it. Raises `Trouble` for an onlooker, and before the start."""
    if seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None:
        raise Trouble(Code.NOT_STARTED)
    return shown


@app_commands.command(description=N_("See your own dice; nobody else does."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def dice(interaction: Interaction) -> None:
    """See your own dice; nobody else does."""
    await press_at_table(Request(interaction), ShowDice)
