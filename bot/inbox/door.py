"""Handle requests about who sits at a table: latecomers, invitations, and people who are put out."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from bot.inbox.dispatcher import on
from bot.inbox.errors import UnknownPress
from bot.inbox.request import CHOSEN, Request
from bot.outbox import notices
from bot.presses.lobby import (
    AcceptInvite,
    AgreeToPutOut,
    AskForSeat,
    AskToPutOut,
    ChooseSeats,
    GiveUpSeat,
    Invite,
    InviteChosen,
    InvitedOnly,
    OpenDoor,
    PutOut,
    SurelyPutOut,
    TakeSeat,
    WaitForNext,
)
from bot.screens.table import door, fairness, seats
from bot.tables.model import LIVE, Setup, Status, TableView
from bot.tables.removals import has_voters
from bot.tables.trouble import Code, Trouble


@on(AskForSeat)
async def ask_for_seat(request: Request, press: AskForSeat) -> None:
    """Show a latecomer the seats that they can take or wait for."""
    seen = await request.see(press.table)
    offered = seats.offer(seen, request.user)
    if seen.is_in():
        raise Trouble(Code.ALREADY_SEATED, plays=seen.status is Status.PLAYING)
    if not offered:
        raise Trouble(Code.GONE, over=seen.status is Status.OVER)
    await request.reply_ephemeral(offered)


@on(TakeSeat)
async def take_seat(request: Request, press: TakeSeat) -> None:
    """Put the person down for a computer player's seat, which they take over in the next round."""
    table = await request.tables.latecomers.take(press.table, request.who, press.seat)
    with request.saved():
        await request.update(seats.wish(table, request.user))


@on(WaitForNext)
async def wait_for_next(request: Request, press: WaitForNext) -> None:
    """Put the person down for a seat in the next game."""
    table = await request.tables.latecomers.wait(press.table, request.who)
    with request.saved():
        await request.update(seats.wish(table, request.user))


@on(GiveUpSeat)
async def give_up_seat(request: Request, press: GiveUpSeat) -> None:
    """Take the person off the waiting list."""
    await request.tables.latecomers.give_up(press.table, request.who)
    with request.saved():
        await request.update(seats.given_up())


ONCE_IN = timedelta(minutes=5)
"""A person is invited to the same table at most once in this period."""


@on(Invite)
async def invite_person(request: Request, press: Invite) -> None:
    """Invite a person to the table.

    Only people who sit there may do this. Raises `Trouble` if it is not possible now.
    """
    seen = await request.see(press.table)
    if seen.status not in LIVE:
        raise Trouble(Code.GONE, over=seen.status is Status.OVER)
    if not seen.is_in():
        raise Trouble(Code.NOT_SEATED)
    if _is_there(seen, press.who):
        raise Trouble(Code.SITS_HERE)
    if request.services.cooldowns.active(("invite", press.table, press.who), ONCE_IN):
        raise Trouble(Code.JUST_INVITED)
    with request.publicly():
        line = door.invitation(seen, request.who, press.who)
    await request.tables.lobbies.invite(press.table, press.who, request.key)
    await request.notify(door.invited().parts)
    await notices.post(request.interaction, line, seen.place.channel, request.key)


@on(InviteChosen)
async def invite_chosen(request: Request, press: InviteChosen) -> None:
    """Invite the person who was chosen in Discord's menu, as `/table invite` does."""
    (chosen,) = request.fields.get(CHOSEN, ()) or ("",)
    data: Any = request.interaction.data or {}
    named = data.get("resolved") or {}  # members are not cached; Discord sends the chosen one
    who = (named.get("users") or {}).get(chosen)
    if who is None:
        raise UnknownPress  # forged
    name, is_member = who.get("global_name") or who["username"], chosen in (named.get("members") or {})
    must_be_a_member(name, is_member, is_bot=who.get("bot", False))
    await invite_person(request, Invite(press.table, int(chosen)))


def must_be_a_member(name: str, is_member: bool, is_bot: bool) -> None:
    """Raise `Trouble` if the person is a bot or is not on this server."""
    if is_bot:
        raise Trouble(Code.A_BOT)
    if not is_member:
        raise Trouble(Code.NOT_ON_SERVER, name=name)


@on(AcceptInvite)
async def accept_invite(request: Request, press: AcceptInvite) -> None:
    """Give the person who accepts an invitation a seat in the lobby.

    If the game has begun, show the seats that they can take or wait for.
    """
    table = await request.tables.queries.table(press.table)
    if table.status is not Status.LOBBY:
        await ask_for_seat(request, AskForSeat(press.table))
        return
    table = await request.tables.lobbies.join(press.table, request.who, request.key)
    with request.saved():
        if request.user == press.who and notices.is_on_notice(request.interaction):
            with request.publicly():
                line = door.accepted(table, request.who)
            await notices.change(request.interaction, line)
        await request.say_in_passing(fairness.brought(table, request.user).parts)
        await request.services.announcer.show(press.table)


@on(OpenDoor)
async def open_door(request: Request, press: OpenDoor) -> None:
    """Show the page on which the host chooses who can join."""
    table = await request.tables.lobbies.still_open(press.table)
    await request.update(door.page(table), table.id)


@on(InvitedOnly)
async def invited_only(request: Request, press: InvitedOnly) -> None:
    """Set whether people sit down only if invited. Only the host may do this."""
    before = await request.tables.lobbies.still_open(press.table)
    await _change(request, press.table, replace(before.setup, invited_only=press.only))


@on(ChooseSeats)
async def choose_seats(request: Request, press: ChooseSeats) -> None:
    """Set the number of seats. Only the host may do this."""
    before = await request.tables.lobbies.still_open(press.table)
    await _change(request, press.table, replace(before.setup, seats=press.seats))


async def _change(request: Request, table_id: int, setup: Setup) -> None:
    table = await request.tables.lobbies.change(table_id, request.who, setup, request.key)
    await request.update_and_show(door.page(table), table.id, is_lobby=True)


@on(PutOut)
async def put_out(request: Request, press: PutOut) -> None:
    """Ask the host to confirm that a person is put out of the lobby, or that the table is asked about them."""
    seen = await request.see(press.table)
    seat = seen.seat_of(press.who)
    if seen.status is Status.PLAYING:
        may_ask = (seen.host.id == request.user or request.may_manage) and request.user != press.who
        has_votes = has_voters(seen, request.user, press.who)
        if may_ask and seat is not None and (has_votes or seat in seen.annotations.dozing):
            asks = door.ask_to_ask if has_votes else door.ask_to_remove
            await request.update(asks(seen, seat, press.who))
        else:
            await ask_to_put_out(request, AskToPutOut(press.table, press.who))
    elif seen.status is Status.LOBBY and seen.host.id == request.user != press.who and seat is not None:
        await request.update(door.ask_to_put_out(seen, seat, press.who), seen.id)
    else:
        await surely_put_out(request, SurelyPutOut(press.table, press.who))


@on(SurelyPutOut)
async def surely_put_out(request: Request, press: SurelyPutOut) -> None:
    """Put a person out of the lobby after the confirmation. Only the host may do this."""
    before = await request.tables.queries.table(press.table)
    await request.tables.lobbies.put_out(press.table, request.who, press.who, request.key)
    name = next((seat.name for seat in before.seats if seat.user == press.who), "")
    await request.update_and_show(door.put_out(name), press.table)


@on(AskToPutOut)
async def ask_to_put_out(request: Request, press: AskToPutOut) -> None:
    """Ask the table whether to remove a person from the game. Only the host and server managers may do this."""
    before = await request.tables.queries.table(press.table)
    if (obstacle := await request.services.announcer.obstacles.places.closed(before.place)) is not None:
        raise Trouble(Code.CLOSED_TO_ME, obstacle=obstacle)
    manages = request.may_manage and request.guild == before.place.guild
    table = await request.tables.moves.ask_to_remove(press.table, request.who, manages, press.who, request.key)
    with request.saved():
        await request.update(door.asked(table, press.who))


@on(AgreeToPutOut)
async def agree_to_put_out(request: Request, press: AgreeToPutOut) -> None:
    """Count the person's vote, and show the number of votes to everybody."""
    table = await request.tables.moves.agree_to_remove(press.table, request.user, press.seat, request.key)
    asking = door.asking_about(table, press.seat)
    with request.saved():
        if asking is None or asking.is_agreed or not notices.is_on_notice(request.interaction):
            await request.notify(door.agreed(table, press.seat).parts)
            return
        with request.publicly():
            line = door.vote(table, asking)
        await notices.change(request.interaction, line)


def _is_there(seen: TableView, user: int) -> bool:
    """Return whether a person has a seat and has not left the game (L1)."""
    seat = seen.seat_of(user)
    return seat is not None and (seen.view is None or not seen.view.state.players[seat].left)
