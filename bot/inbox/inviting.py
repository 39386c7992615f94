"""Bringing people to a table, and handing it on."""

from datetime import timedelta

from bot.inbox.handlers import on
from bot.inbox.latecomers import ask_for_seat
from bot.inbox.request import Request
from bot.outbox import notices
from bot.presses.lobby import AcceptInvite, AskForSeat, Invite, PassOnHost
from bot.screens import fairness
from bot.screens import inviting as inviting_screen
from bot.tables.model import LIVE, Status
from bot.tables.trouble import Code, Trouble

ONCE_IN = timedelta(minutes=5)
"""How often one person is invited to one table."""


@on(Invite)
async def invite(request: Request, press: Invite) -> None:
    """Ask somebody to the table: for who sits there, once in some minutes."""
    seen = await request.see(press.table)
    if seen.table.status not in LIVE:
        raise Trouble(Code.GONE)
    if not seen.is_in():
        raise Trouble(Code.NOT_SEATED)
    if seen.table.seat_of(press.who) is not None:
        await request.whisper(inviting_screen.sits_already())
    elif request.services.lately.done(("invite", press.table, press.who), ONCE_IN):
        await request.whisper(inviting_screen.invited_already())
    else:
        with request.publicly():
            line = inviting_screen.invitation(seen.table, request.who, press.who)
        await request.whisper(inviting_screen.invited())
        await notices.post(request.interaction, line, seen.table.place.channel, request.key)


@on(AcceptInvite)
async def accept(request: Request, press: AcceptInvite) -> None:
    """Sit down in the lobby; of a game that is on, the seat that there is."""
    table = await request.tables.looking.table(press.table)
    if table.status is not Status.LOBBY:
        await ask_for_seat(request, AskForSeat(press.table))
        return
    table = await request.tables.lobbies.join(press.table, request.who, request.key)
    with request.saved():
        if request.user == press.who and notices.is_on_notice(request.interaction):
            with request.publicly():
                line = inviting_screen.accepted(request.who)
            await notices.change(request.interaction, line)
        await request.whisper(fairness.brought(table, request.user))
        await request.services.announcer.show(press.table)


@on(PassOnHost)
async def pass_on(request: Request, press: PassOnHost) -> None:
    """Another host, whom the table shows."""
    table = await request.tables.lobbies.pass_on(press.table, request.who, press.to, request.key)
    with request.saved():
        await request.turn(inviting_screen.handed_on(table).parts)
    await request.show(press.table)
