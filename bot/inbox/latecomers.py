"""What somebody does who has no seat in the game that is played."""

from bot.inbox.handlers import on
from bot.inbox.request import Request
from bot.presses.lobby import AskForSeat, GiveUpSeat, TakeSeat, WaitForNext
from bot.screens import latecomers as latecomers_screen
from bot.tables.trouble import Code, Trouble


@on(AskForSeat)
async def ask_for_seat(request: Request, press: AskForSeat) -> None:
    """Which seat there is."""
    seen = await request.see(press.table)
    offered = latecomers_screen.offer(seen, request.user)
    if seen.is_in():
        raise Trouble(Code.ALREADY_SEATED)
    if not offered:
        raise Trouble(Code.GONE)
    await request.whisper(offered)


@on(TakeSeat)
async def take_seat(request: Request, press: TakeSeat) -> None:
    """A computer player's seat, before the next round."""
    table = await request.tables.latecomers.take(press.table, request.who, press.seat)
    with request.saved():
        await request.turn(latecomers_screen.wish(table, request.user))


@on(WaitForNext)
async def wait_for_next(request: Request, press: WaitForNext) -> None:
    """A seat in the next game."""
    table = await request.tables.latecomers.wait(press.table, request.who)
    with request.saved():
        await request.turn(latecomers_screen.wish(table, request.user))


@on(GiveUpSeat)
async def give_up_seat(request: Request, press: GiveUpSeat) -> None:
    """No seat after all."""
    await request.tables.latecomers.give_up(press.table, request.who)
    with request.saved():
        await request.turn(latecomers_screen.given_up())
