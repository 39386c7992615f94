"""How somebody is called who is asked and has not moved."""

from bot.screens.cast import Cast
from bot.screens.dice import link, where
from bot.screens.model import Button, DirectMessage
from bot.tables.model import TableInfo
from bot.words.language import _


def waits(table: TableInfo, seats: tuple[int, ...]) -> str:
    """The line in the channel, which pings these seats."""
    return _("👉 {names}, the table waits for you.").format(names=Cast(table.seats).pings(seats))


def called(table: TableInfo, message: int | None) -> DirectMessage:
    """The same by DM, with the way back to `message`."""
    back = Button(_("Back to the table"), emoji="🎲", url=link(table.place, message))
    return DirectMessage(_("👉 The table waits for you: {where}").format(where=where(table.place)), (back,))
