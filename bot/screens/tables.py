"""Where somebody sits at several tables: the question which one is meant."""

from collections.abc import Callable, Sequence

from bot.presses.base import Press
from bot.screens import variants
from bot.screens.model import Choice, Ephemeral, Menu, Text
from bot.tables.model import TableInfo
from bot.words.cleaning import clean
from bot.words.language import _


def which(tables: Sequence[TableInfo], wanted: Callable[[int], Press]) -> Ephemeral:
    """The question; the answer is the press that is wanted at the table with that id."""
    choices = tuple(
        Choice(
            wanted(table.id),
            clean(f"#{table.place.channel_name}", 100),
            clean(table.place.guild_name, 100),
            variants.told(table.setup.variant).emoji,
        )
        for table in tables[:25]
    )
    menu = Menu("table", _("Pick a table"), choices)
    return Ephemeral((Text(_("You sit at several tables. Which one?")), menu))
