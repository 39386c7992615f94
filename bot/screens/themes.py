"""Dark and light: a button that has charts drawn the other way."""

from bot.charts.paper import Theme
from bot.presses.history import PaintProfile
from bot.presses.preferences import PaintCharts
from bot.screens.model import Button
from bot.words.language import _


def other(theme: Theme) -> Theme:
    """Light for dark, and dark for light."""
    return Theme.LIGHT if theme is Theme.DARK else Theme.DARK


def painted(press: PaintCharts | PaintProfile) -> Button:
    """The button of a press that has charts drawn dark or light."""
    if press.charts is Theme.LIGHT:
        return Button(_("Light charts"), press, "☀️")
    return Button(_("Dark charts"), press, "🌙")
