"""Where the panel is, for who looks for it."""

from bot.screens.dice import link
from bot.screens.model import Button, Part, Row, Text
from bot.tables.model import TableInfo
from bot.words.language import _


def just_brought(table: TableInfo, message: int | None) -> tuple[Part, ...]:
    """The panel was brought down within the last minute: the way to it."""
    words = _("⬇️ Somebody has just brought it down: it is not far up. In a minute you can bring it down again.")
    return (Text(words), Row((Button(_("Show me"), emoji="🎲", url=link(table.place, message)),)))
