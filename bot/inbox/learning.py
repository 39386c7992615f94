"""A first game, for one person alone, and the way from it to a table."""

from bot.inbox.handlers import on
from bot.inbox.opening import open_table
from bot.inbox.request import Request
from bot.presses.learning import ChooseLesson, Lesson, OpenTable
from bot.screens import learning as learning_screen
from bot.screens import variants


@on(ChooseLesson)
async def choose(request: Request, _press: ChooseLesson) -> None:
    """Which first game it shall be."""
    await request.turn(learning_screen.choice())


@on(Lesson)
async def lesson(request: Request, press: Lesson) -> None:
    """The next step of it, in the same message."""
    await request.turn(learning_screen.lesson(press, in_server=request.guild is not None))


@on(OpenTable)
async def open_one(request: Request, press: OpenTable) -> None:
    """A table in this channel."""
    if request.guild is None:
        await request.turn(learning_screen.no_server())
    else:
        await open_table(request, press.game if press.game in variants.offered() else "")
