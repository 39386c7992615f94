"""Everything that can be pressed: one handler a verb, each a few lines."""

from bot.panels.asking import forgotten
from bot.panels.press import pressed

__all__ = ["forgotten", "pressed"]
