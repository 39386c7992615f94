"""A poll (C4): its two buttons, and what is said to whoever decides before they are asked."""

from bot.presses.game import CastVote
from bot.screens.model import Button, Style, Whisper, whisper
from bot.tables.model import TableInfo
from bot.words.language import _


def votes(table: TableInfo, number: int) -> tuple[Button, Button]:
    """The two answers in the poll of round `number`, for whoever is asked now or later."""
    return (
        Button(_("I believe it"), CastVote(table.id, number, believes=True), "👍", Style.GOOD),
        Button(_("I doubt it"), CastVote(table.id, number, believes=False), "👎", Style.BAD),
    )


def kept(press: CastVote) -> Whisper:
    """What was decided ahead, for who decided it alone."""
    if press.believes:
        words = _("🤫 Kept: you believe it. You say so when you are asked; until then you may change your mind.")
    else:
        words = _("🤫 Kept: you doubt it. You say so when you are asked; until then you may change your mind.")
    return whisper(words)
