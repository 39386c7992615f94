"""Handle `/table` and its buttons: joining late or by invitation, changing the host, leaving and ending a table."""

import discord
from discord import app_commands

from bot.inbox.commands import press_at_table, tables_meant
from bot.inbox.computers import computer
from bot.inbox.dispatcher import handle, on
from bot.inbox.door import must_be_a_member
from bot.inbox.lobby import cancel, stand_up
from bot.inbox.request import Request
from bot.inbox.roles import role_name
from bot.inbox.services import Interaction
from bot.presses.base import Press
from bot.presses.game import (
    CallQuits,
    EndTable,
    LeaveTable,
    OpenMore,
    ShowTable,
    ShowWhy,
    Stay,
    SurelyEnd,
    SurelyLeave,
    SurelyQuit,
)
from bot.presses.lobby import (
    AskForSeat,
    Cancel,
    Invite,
    Join,
    PassOnHost,
    StandUp,
    Start,
    SurelyPassOn,
)
from bot.presses.preferences import KeepMe, KeepSeason
from bot.screens.table import more as more_screen
from bot.screens.table import result, seats
from bot.tables.model import LIVE, Status, TableView
from bot.tables.trouble import Code, Trouble
from bot.words.language import N_
from engine.core.actions import Quit
from engine.core.refusals import NotPlaying, Refused, SaidAlready


@on(OpenMore)
async def open_more(request: Request, press: OpenMore) -> None:
    """Show the person further actions at a table, or what the card of a result had no room for."""
    pending = await request.tables.showing.ending(press.table)
    if pending is not None:
        await request.wait_for_curtain(press.table)
        may_end = request.may_manage or pending.table.host.id == request.user
        await request.update(result.more(pending, may_end).parts)
        return
    seen, handle = await request.see(press.table), request.services.usernames.handle
    page = more_screen.more(seen, request.user, request.may_manage, handle, await role_name(request))
    await (request.update if request.is_in_window else request.say_in_passing)(page.parts)


@on(ShowWhy)
async def show_why(request: Request, press: ShowWhy) -> None:
    """Show the person a computer player's reason for its part in the last showdown, with its odds."""
    await request.update(more_screen.why(await request.see(press.table)).parts)


@on(PassOnHost)
async def pass_on_host(request: Request, press: PassOnHost) -> None:
    """Ask the host to confirm that somebody else becomes the host. Only the new host could undo this."""
    seen = await request.see(press.table)
    if seen.status in LIVE and seen.host.id == request.user and (heir := seen.seat_of(press.to)) is not None:
        await request.update(seats.ask_to_pass_on(seen, heir, press.to))
    else:
        await surely_pass_on(request, SurelyPassOn(press.table, press.to))


@on(SurelyPassOn)
async def surely_pass_on(request: Request, press: SurelyPassOn) -> None:
    """Make somebody else the host, and show the table with the new host."""
    table = await request.tables.lobbies.pass_on(press.table, request.who, press.to, request.key)
    with request.saved():
        await request.update(seats.handed_on(table).parts)
    await request.show(press.table)


@on(LeaveTable)
async def leave_table(request: Request, press: LeaveTable) -> None:
    """Remove the person from the lobby. If the game has begun, first ask whether they want to leave it."""
    seen = await request.see(press.table)
    if seen.status is Status.LOBBY:
        await stand_up(request, StandUp(press.table))
    else:
        _plays(seen)
        await request.say_in_passing(seats.ask_to_leave(seen))


@on(SurelyLeave)
async def surely_leave(request: Request, press: SurelyLeave) -> None:
    """Remove the person permanently from the game."""
    await request.tables.lobbies.leave(press.table, request.user, request.key)
    await request.update_and_show(seats.has_left(), press.table)


@on(CallQuits)
async def call_quits(request: Request, press: CallQuits) -> None:
    """Ask the person to confirm their vote to end the game early (E2)."""
    seen = await request.see(press.table)
    _plays(seen)
    if seen.view is not None and seen.seat is not None:
        if not seen.view.state.is_in(seen.seat):
            raise Refused(NotPlaying())
        if seen.view.state.players[seen.seat].quits:
            raise Refused(SaidAlready())
    await request.say_in_passing(seats.ask_to_quit(seen))


@on(SurelyQuit)
async def surely_quit(request: Request, press: SurelyQuit) -> None:
    """Count the person's vote to end the game early (E2)."""
    await request.tables.moves.act(press.table, request.user, Quit(), request.key)
    await request.update_and_show(seats.quit_voiced(), press.table)


@on(EndTable)
async def end_table(request: Request, press: EndTable) -> None:
    """End a lobby or a game. Only the host and server managers may do this. If a game is running, ask first."""
    seen = await request.see(press.table)
    if seen.status is Status.LOBBY:
        await cancel(request, Cancel(press.table))
    elif seen.status is Status.PLAYING and (request.may_manage or seen.host.id == request.user):
        is_vote = _others_play(seen) and not request.may_manage
        await request.say_in_passing(seats.ask_to_quit(seen) if is_vote else seats.ask_to_end(seen))
    else:
        await request.tables.lobbies.end(press.table, request.who, request.key, request.may_manage)
        await request.show(press.table)


@on(SurelyEnd)
async def surely_end(request: Request, press: SurelyEnd) -> None:
    """End the table after the confirmation. Only the host and server managers may do this."""
    await request.tables.lobbies.end(press.table, request.who, request.key, request.may_manage)
    await request.update_and_show(seats.table_ended(), press.table)


@on(Stay, KeepMe, KeepSeason)
async def stay(request: Request, _press: Press) -> None:
    """Tell a person who answered no to a private question that nothing was changed."""
    await request.update(seats.nothing_changed(), passes=True)


def _plays(seen: TableView) -> None:
    """Raise `Trouble` if no game is running, or if this person is not playing in the game."""
    if seen.status is Status.LOBBY:
        raise Trouble(Code.NOT_STARTED)
    if seen.status is not Status.PLAYING:
        raise Trouble(Code.GONE, over=seen.status is Status.OVER)
    if not seen.is_in():
        raise Trouble(Code.NOT_SEATED)


def _others_play(seen: TableView) -> bool:
    """Return whether other people are still in the running game."""
    if seen.status is not Status.PLAYING or seen.view is None:
        return False
    return any(seen.seats[seat].user is not None and seat != seen.seat for seat in seen.view.state.seats_in())


table = app_commands.Group(
    name="table",
    description=N_("The table in this channel"),
    guild_only=True,
    allowed_installs=app_commands.AppInstallationType(guild=True),
)


@table.command(description=N_("Repost the table if it got lost or scrolled away."))
async def show(interaction: Interaction) -> None:
    """Handle `/table show`: post the table again, for example after chat has pushed it up."""
    await press_at_table(Request(interaction), ShowTable)


@table.command(description=N_("Take a seat: in the lobby, from a computer player, or in the next game."))
async def join(interaction: Interaction) -> None:
    """Handle `/table join`: join the lobby. If a game is running, offer a seat in it or in the next game."""
    request = Request(interaction)
    (here,) = await tables_meant(request)
    await handle(request, Join(here.id) if here.status is Status.LOBBY else AskForSeat(here.id))


table.add_command(computer)


@table.command(description=N_("Start the game (host only)."))
async def start(interaction: Interaction) -> None:
    """Handle `/table start`: begin the game."""
    await press_at_table(Request(interaction), Start)


@table.command(description=N_("Invite somebody to the table (anyone seated can)."))
@app_commands.describe(who=N_("who to invite"))
async def invite(interaction: Interaction, who: discord.User | discord.Member) -> None:
    """Handle `/table invite`: invite a member of the server to the table."""
    must_be_a_member(who.display_name, isinstance(who, discord.Member), who.bot)
    await press_at_table(Request(interaction), lambda table: Invite(table, who.id))


@table.command(description=N_("Make another player the host (host only)."))
@app_commands.describe(who=N_("the new host"))
async def host(interaction: Interaction, who: discord.User | discord.Member) -> None:
    """Handle `/table host`: make another person the host."""
    await press_at_table(Request(interaction), lambda table: PassOnHost(table, who.id))


@table.command(description=N_("Leave the table (for good, if the game is on)."))
async def leave(interaction: Interaction) -> None:
    """Handle `/table leave`: leave the lobby, or the game after a confirmation."""
    await press_at_table(Request(interaction), LeaveTable)


@table.command(description=N_("Close the table without a result (host or server manager only)."))
async def end(interaction: Interaction) -> None:
    """Handle `/table end`: end the table without a result."""
    await press_at_table(Request(interaction), EndTable)
