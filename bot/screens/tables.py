"""Where somebody sits at several tables: the question which one is meant."""

from collections.abc import Sequence

from bot.screens import variants
from bot.screens.ids import press
from bot.screens.model import Choice, Menu, Text, Whisper
from bot.tables.model import TableInfo
from bot.words.cleaning import clean
from bot.words.language import _


def which(tables: Sequence[TableInfo], verb: str, rest: str) -> Whisper:
    """The question; the answer does there what `verb` and `rest` say."""
    choices = tuple(
        Choice(
            str(table.id), clean(f"#{table.place.channel_name}", 100), clean(table.place.guild_name, 100),
            variants.told(table.setup.variant).emoji,
        )
        for table in tables[:25]
    )  # fmt: skip
    menu = Menu(press("which", 0, 0, f"{verb}-{rest}"), _("Pick a table"), choices)
    return Whisper((Text(_("You sit at several tables. Which one?")), menu))
