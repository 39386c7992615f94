"""Handle presses and commands in a running game of any family, and the windows of its players.

A window is a private message that the bot keeps up to date. Only moves check the version of the panel on which they
were pressed.
"""

import asyncio
from datetime import timedelta
from functools import partial

from discord import app_commands

from bot.inbox.commands import press_at_table
from bot.inbox.confirming import act_or_ask
from bot.inbox.dispatcher import on
from bot.inbox.request import Request
from bot.inbox.services import Interaction
from bot.outbox.windows import WindowContent
from bot.people.preferences import Hints
from bot.presses.base import ANY_VERSION, GameMove, Move
from bot.presses.bids import TurnBids
from bot.presses.game import (
    ANY_ROUND,
    AskToLetOff,
    BringDown,
    Call,
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
from bot.screens.families.narration import Hinted
from bot.screens.families.presenters import Presenter, presenter
from bot.screens.table import seats
from bot.tables.model import LIVE, Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_
from engine import games
from engine.core.actions import Vote
from engine.core.debts import gifts
from engine.core.refusals import NoGift, NoRound, Refused

ONCE_IN = timedelta(minutes=1)
"""A panel can be moved down at most once in this period."""


@on(CastVote)
async def vote(request: Request, press: CastVote) -> None:
    """Vote in a poll. If it is not the person's turn to vote yet, store the vote and tell them so."""
    said = Vote(press.believes)
    table, kept = await request.tables.moves.vote(press.table, request.user, press.round, said, request.key)
    await request.show(table.id, controls.vote_kept(press) if kept else None)


@on(NextRound)
async def next_round(request: Request, press: NextRound) -> None:
    """Record that the person wants the next round."""
    await request.tables.moves.next_round(press.table, request.user, request.key, press.version)
    await request.show(press.table)


@on(HoldOn)
async def hold_on(request: Request, press: HoldOn) -> None:
    """Keep the present showdown on the screen for some more seconds."""
    await request.tables.moves.hold_on(press.table, request.user, request.key, press.version)
    await request.show(press.table)


@on(WakeUp)
async def wake_up(request: Request, press: WakeUp) -> None:
    """Let the person who pressed the button play again, after the table played for them (L2)."""
    if not await request.tables.moves.wake_up(press.table, request.user, request.key):
        raise Trouble(Code.NOT_DOZING)
    await request.show(press.table)


@on(GiveGift)
async def give_gift(request: Request, press: GiveGift) -> None:
    """Give the winner's gift (P5): the named player takes a forfeit too.

    The message with the menu then shows that the gift was given.
    """
    await request.tables.moves.act(press.table, request.user, press.actions(), request.key, press.version or None)
    table = await request.tables.queries.table(press.table)
    await request.update_and_show(controls.gift_given(table, press.to), press.table)


@on(ShowTable)
async def show_table(request: Request, press: ShowTable) -> None:
    """Post the panel of a table again. Raises `Trouble` if the table is over, because its result stays where it is."""
    if (status := (await request.tables.queries.table(press.table)).status) not in LIVE:
        raise Trouble(Code.GONE, over=status is Status.OVER)
    await request.services.announcer.repost(press.table, request.interaction)


@on(BringDown)
async def bring_down(request: Request, press: BringDown) -> None:
    """Post the panel again at the bottom of the channel. Raises `Trouble` if that was done in the last minute."""
    table = await request.tables.queries.table(press.table)
    if table.status not in LIVE:
        raise Trouble(Code.GONE, over=table.status is Status.OVER)
    if request.services.cooldowns.active(("down", table.id), ONCE_IN):
        panel = (await request.tables.showing.pending(table.id)).panel
        request.noted.way_on = seats.back_to_the_table(table, panel.message if panel is not None else None)
        raise Trouble(Code.JUST_BROUGHT)
    await request.services.announcer.repost(press.table, request.interaction)


@on(GameMove)
async def play(request: Request, press: GameMove) -> None:
    """Make a move, such as a bid, a call or a settlement. The move is refused if its panel is outdated."""
    await reopen_window(request, press.table)
    try:
        if not await act_or_ask(request, press):
            return
    except (Refused, Trouble) as error:
        request.noted.instead = await _overtaken(request, press, error)
        if request.noted.instead is not None:
            await _note_late(request, press)
        raise
    await request.show(press.table)


async def _note_late(request: Request, press: GameMove) -> None:
    """Record a late call in the showdown, if the rules let everybody call."""
    seen = await request.see(press.table)
    if isinstance(press, Call) and seen.view is not None and games.called_late(seen.view):
        await request.tables.moves.called_late(press.table, request.user, f"{request.key}:late")
        await request.services.announcer.show_in_background(press.table)


async def _overtaken(request: Request, press: GameMove, error: Refused | Trouble) -> Ephemeral | None:
    """Return an answer that shows the present state if another player was faster, otherwise None.

    A press is never turned into a move in the new state (C1).
    """
    late = error.code is Code.STALE_PANEL if isinstance(error, Trouble) else isinstance(error.reason, NoRound)
    if not late:
        return None
    if press.version == ANY_VERSION and not isinstance(press, Call):
        return None  # a typed move is meant for the present state, except for a call, which may come second
    seen = await request.see(press.table)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None or seen.seat is None or seen.status not in LIVE:
        return None
    return shown.overtaken(seen, seen.view, press)


@on(AskToLetOff)
async def ask_to_let_off(request: Request, press: AskToLetOff) -> None:
    """Ask the winner whether to waive a forfeit.

    Other people, or a winner who is too late, are refused as for the move.
    """
    seen = await request.see(press.table)
    state = seen.view.state if seen.view is not None and seen.still_asks(press.version) else None
    if state is not None and seen.seat == state.creditor and press.debtor in state.debtors:
        await request.say_in_passing(controls.ask_to_let_off(seen, press).parts)
        return
    await play(request, press.surely())


@on(OpenGifts)
async def open_gifts(request: Request, press: OpenGifts) -> None:
    """Show the winner the menu for their gift (P5). The showdown stays on the panel while they choose."""
    seen = await request.see(press.table)
    if seen.view is None or (seen.seat is not None and not seen.view.legal.gift):
        state = seen.view.state if seen.view is not None else None
        if state is None or not gifts(state, state.creditor):
            raise Refused(NoGift())
        raise Trouble(Code.NOT_YOURS, winner=seen.seats[state.creditor].name)
    await request.tables.moves.look_at_gifts(press.table, request.user, request.key)
    await request.say_in_passing(controls.gift_menu(seen, seen.view, request.services.usernames.handle))
    await request.services.announcer.show_again(press.table)


@app_commands.command(description=N_("In a vote: you believe the bid. You can vote before it’s your turn."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def believe(interaction: Interaction) -> None:
    """Handle `/believe`: vote in a poll that the bid is true. Players can vote before it is their turn."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=True))


@app_commands.command(description=N_("In a vote: you doubt the bid. You can vote before it’s your turn."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def doubt(interaction: Interaction) -> None:
    """Handle `/doubt`: vote in a poll that the bid is a lie. Players can vote before it is their turn."""
    await press_at_table(Request(interaction), lambda table: CastVote(table, ANY_ROUND, believes=False))


@on(ShowDice)
async def show_dice(request: Request, press: ShowDice) -> None:
    """Show a person their own dice in a window."""
    await request.open_window(press.table, partial(_dice, request))


@on(LookIn)
async def look_in(request: Request, press: LookIn) -> None:
    """Show the table in a window to a person who plays from a DM."""
    await request.open_window(press.table, partial(_table, request))


async def reopen_window(request: Request, table: int) -> None:
    """Open the pressed window again if it is no longer kept up to date, for example after a restart."""
    if request.is_in_a_closed_window:
        await request.open_window(table, own_view(request))


def own_view(request: Request) -> WindowContent:
    """Return the content of a person's window: in a DM the table with their dice, elsewhere only their dice."""
    return partial(_table if request.guild is None else _dice, request)


@on(OpenBlind, MarkDice, BeginClaim, TurnBids)
async def redraw(request: Request, press: Move) -> None:
    """Redraw one person's window after a press that saves nothing, such as marking dice."""
    await request.open_window(press.table, turned_view(request, press, press.version))


def turned_view(request: Request, press: Move, version: int) -> WindowContent:
    """Return the content of a person's window after `press`, as long as the table asks what it asked at `version`."""
    return partial(_turned, request, press, version)


async def _turned(request: Request, press: Move, version: int, seen: TableView) -> Ephemeral:
    """Return the redrawn content of the window, or its usual content if the table now asks another question."""
    shown = _presenter(seen)
    if not seen.still_asks(version) or shown.turned is None:
        return await own_view(request)(seen)
    return shown.turned(seen, seen.view, press, request.channel != seen.place.channel, await _hints(request, seen))


async def _dice(request: Request, seen: TableView) -> Ephemeral:
    shown = _presenter(seen)
    if seen.status not in LIVE:
        raise Trouble(Code.GONE, over=seen.status is Status.OVER)
    elsewhere = request.channel != seen.place.channel
    return shown.mine(seen, seen.view, elsewhere, await _hints(request, seen))


async def _table(request: Request, seen: TableView) -> Ephemeral:
    shown = _presenter(seen)
    hints, last = await _hints(request, seen), await request.tables.queries.last_round(seen.id)
    page = shown.remote(seen, seen.view, hints, last)
    return page if seen.status in LIVE else seats.of_a_game_that_is_over(seen, page)


def _presenter(seen: TableView) -> Presenter:
    """Return the presenter of the game for a person who sits in it.

    Raises `Trouble` if the person has no seat, or if the game has not begun.
    """
    if seen.seat is None:
        raise Trouble(Code.NOT_SEATED)
    shown = presenter(seen.view) if seen.view is not None else None
    if shown is None:
        raise Trouble(Code.NOT_STARTED)
    return shown


@app_commands.command(description=N_("See your own dice; nobody else can."))
@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True)
async def dice(interaction: Interaction) -> None:
    """Handle `/dice`: show a person their own dice."""
    await press_at_table(Request(interaction), ShowDice)


async def _hints(request: Request, seen: TableView) -> Hinted:
    """Return the hints for the person of a request: the odds of bids, and the best move.

    They get the odds if both they and the server allow hints. They get the best move if they play alone with computer
    players and have not turned hints off, or if the host shows it to everybody. The best move is computed in a thread.
    """
    mine, table = await request.services.preferences.of_one(request.user), seen
    odds = mine.hinted() and (await request.services.settings.of(table.place.guild)).hints
    if seen.view is None or not (table.setup.advice or (table.is_practice() and mine.hints is not Hints.OFF)):
        return Hinted(odds)
    return Hinted(odds, await asyncio.to_thread(games.advice, seen.view))
