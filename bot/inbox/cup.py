"""What people do with the cup: everybody sees that it was done, they alone what came of it."""

from bot.inbox import game
from bot.inbox.private import own
from bot.inbox.request import Request
from bot.presses.base import Move
from bot.screens import families
from bot.tables.model import Code, Trouble


async def play(request: Request, press: Move) -> None:
    """A move with the cup: the whisper in which it was pressed goes on, and from elsewhere one opens.

    A whisper that is behind the table redraws itself, and nothing is done.
    """
    looks = own(request, press.table)
    try:
        await game.act(request, press, families.actions(press))
    except Trouble as trouble:
        if trouble.code is not Code.STALE_PANEL or not request.is_in_window:
            raise
        await request.window(press.table, looks)
        return
    if request.is_in_window:
        request.adopt(press.table, looks)
        await request.show(press.table)
    elif request.is_command:
        with request.saved():
            await request.window(press.table, looks)
        await request.show(press.table)
    else:
        await request.show(press.table)
        with request.saved():
            await request.window(press.table, looks)
