"""What a loser owes at a table, in words."""

from bot.tables.model import Setup
from bot.words.cleaning import escaped
from bot.words.language import _


def forfeit_words(setup: Setup) -> str:
    """The forfeit as the host worded it, or the usual one."""
    return escaped(setup.forfeit) or _("one forfeit")
