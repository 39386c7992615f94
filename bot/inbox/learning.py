"""A first game, for one person alone, and the way from it to a table."""

from bot.inbox.opening import open_table
from bot.inbox.request import Request
from bot.presses.learning import Lesson, OpenTable
from bot.screens import learning as screen


async def lesson(request: Request, press: Lesson) -> None:
    """The next step of it, in the same message."""
    await request.turn(screen.lesson(press, in_server=request.guild is not None))


async def open_one(request: Request, _press: OpenTable) -> None:
    """A table in this channel."""
    if request.guild is None:
        await request.turn(screen.no_server())
    else:
        await open_table(request, "")
