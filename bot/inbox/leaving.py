"""Leaving, calling it quits, ending a table: asked about privately, and then done."""

from bot.inbox.handlers import on
from bot.inbox.request import Request
from bot.presses.game import CallQuits, EndTable, LeaveTable, Stay, SurelyEnd, SurelyLeave, SurelyQuit
from bot.screens import sure
from bot.tables.model import Seen, Status
from bot.tables.trouble import Code, Trouble
from engine.core.actions import Quit
from engine.core.refusals import NotPlaying, Refused, SaidAlready


@on(LeaveTable)
async def leave_table(request: Request, press: LeaveTable) -> None:
    """Leave the lobby; of a game it is asked first."""
    seen = await request.see(press.table)
    if seen.table.status is Status.LOBBY:
        await request.tables.moves.leave(press.table, request.user, request.key)
        await request.show(press.table)
    else:
        _plays(seen)
        await request.whisper(sure.leave(seen))


@on(SurelyLeave)
async def surely_leave(request: Request, press: SurelyLeave) -> None:
    """Leave the game for good."""
    await request.tables.moves.leave(press.table, request.user, request.key)
    await request.turn_and_show(sure.left(), press.table)


@on(CallQuits)
async def call_quits(request: Request, press: CallQuits) -> None:
    """Ask whether somebody would call it quits."""
    seen = await request.see(press.table)
    _plays(seen)
    if seen.view is not None and seen.seat is not None:
        if not seen.view.state.is_in(seen.seat):
            raise Refused(NotPlaying())
        if seen.view.state.players[seen.seat].quits:
            raise Refused(SaidAlready())
    await request.whisper(sure.quits(seen))


@on(SurelyQuit)
async def surely_quit(request: Request, press: SurelyQuit) -> None:
    """A voice for calling it quits."""
    await request.tables.moves.act(press.table, request.user, Quit(), request.key)
    await request.turn_and_show(sure.said(), press.table)


@on(EndTable)
async def end_table(request: Request, press: EndTable) -> None:
    """End a lobby; of a game that others play it is asked first. For its host, or who manages the server."""
    seen = await request.see(press.table)
    if _others_play(seen) and (request.may_manage or seen.table.host.id == request.user):
        await request.whisper(sure.end(seen.table) if request.may_manage else sure.quits(seen))
    else:
        await request.tables.moves.end(press.table, request.who, request.key, request.may_manage)
        await request.show(press.table)


@on(SurelyEnd)
async def surely_end(request: Request, press: SurelyEnd) -> None:
    """End the table: for its host, or who manages the server."""
    await request.tables.moves.end(press.table, request.who, request.key, request.may_manage)
    await request.turn_and_show(sure.ended(), press.table)


@on(Stay)
async def stay(request: Request, _press: Stay) -> None:
    """Nothing of that."""
    await request.turn(sure.stays())


def _plays(seen: Seen) -> None:
    """Raise `Trouble` for who does not sit in the game that runs, or where none does."""
    if seen.table.status is Status.LOBBY:
        raise Trouble(Code.NOT_STARTED)
    if seen.table.status is not Status.PLAYING:
        raise Trouble(Code.GONE)
    if not seen.is_in():
        raise Trouble(Code.NOT_SEATED)


def _others_play(seen: Seen) -> bool:
    """Whether other people are in the game that runs here."""
    if seen.table.status is not Status.PLAYING or seen.view is None:
        return False
    return any(seen.table.seats[seat].user is not None and seat != seen.seat for seat in seen.view.state.seats_in())
