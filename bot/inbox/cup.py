"""What people do with the cup: everybody sees that it was done, they alone what came of it."""

from bot.inbox import game
from bot.inbox.handlers import on, wake
from bot.inbox.private import own, reopen
from bot.inbox.request import Request
from bot.presses.poker_cup import CupMove
from bot.tables.trouble import Code, Trouble


@on(CupMove)
async def play(request: Request, press: CupMove) -> None:
    """A move with the cup: the whisper in which it was pressed goes on, and from elsewhere one opens.

    A whisper that is behind the table redraws itself, and nothing is done.
    """
    await reopen(request, press.table)
    try:
        await game.act(request, press)
    except Trouble as trouble:
        if trouble.code is not Code.STALE_PANEL or not request.is_in_window:
            raise
        await _open(request, press.table)  # nothing is saved: who does not sit there is told so, as anywhere
        await wake(request, press)
        return
    if request.is_command:
        await _open_what_is_saved(request, press.table)
    await request.show(press.table)
    if not request.is_command and not request.is_in_window:
        await _open_what_is_saved(request, press.table)


async def _open(request: Request, table: int) -> None:
    """A whisper with what the person sees of the table. Raises `Trouble` for an onlooker, and before the start."""
    await request.window(table, own(request))


async def _open_what_is_saved(request: Request, table: int) -> None:
    """The same after a move: it counts, whatever becomes of the whisper. Raises `Unshown`."""
    with request.saved():
        await _open(request, table)
