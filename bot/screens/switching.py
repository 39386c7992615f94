"""A button that turns something on or off, and shows how it is."""

from bot.presses.base import Press
from bot.screens.model import Button, Style
from bot.words.language import _


def switch(name: str, on: bool, press: Press) -> Button:
    """The button of a switch that is `on` or off now; pressing it is the other."""
    words = _("{switch}: on") if on else _("{switch}: off")
    return Button(words.format(switch=name), press, style=Style.GOOD if on else Style.PLAIN)
