"""Which table a command is about: the channel's, or in a DM the person's own; asked for where there are several."""

from collections.abc import Callable

from bot.inbox.handlers import handle
from bot.inbox.request import Request
from bot.presses.base import Press
from bot.screens import tables as screen
from bot.tables.model import TableInfo
from bot.tables.trouble import Code, Trouble


async def press_at_table(request: Request, wanted: Callable[[int], Press]) -> None:
    """Press at the table that is meant; `wanted` gives the press for a table's id."""
    tables = await meant(request)
    if len(tables) > 1:
        await request.whisper(screen.which(tables, wanted))
    else:
        await handle(request, wanted(tables[0].id))


async def meant(request: Request) -> tuple[TableInfo, ...]:
    """The tables that a command may be about. Raises `Trouble` where there is none."""
    if request.guild is None:
        found = await request.tables.looking.of(request.user)
    else:
        here = await request.tables.looking.at(request.channel)
        found = (here,) if here is not None else ()
    if not found:
        raise Trouble(Code.NO_TABLE)
    return found
