"""What somebody is told whose press came a moment too late for the cup."""

from bot.presses.base import Move
from bot.presses.game import CallLie
from bot.screens.model import Text, Whisper
from bot.tables.model import TableInfo
from bot.words.language import _
from engine.poker_cup.view import CupView


def overtaken(_table: TableInfo, view: CupView, press: Move) -> Whisper | None:
    """The answer to a challenge that was pressed twice; None where the general words say all there is.

    Nobody else may challenge (K2), so that nobody is ever a moment faster.
    """
    shown = view.state.showdown
    if isinstance(press, CallLie) and shown is not None and shown.challenger == view.seat:
        return Whisper((Text(_("✔️ You were first: that counted already.")),))
    return None
