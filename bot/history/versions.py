"""The version numbers of this bot's way of counting statistics and achievements.

All these numbers come from one sequence. Each server's countings are stored with the version numbers by which they
were counted.
"""

import msgspec

from bot.history.achievements import ACHIEVEMENTS


class Version(msgspec.Struct, frozen=True):
    """The version of the figures, and the newest version of an achievement (`Achievement.since`)."""

    figures: int
    achievements: int

    @property
    def counting(self) -> int:
        """The version of the counting, which the row of a process names."""
        return max(self.figures, self.achievements)


FIGURES = 7
"""The version of the figures. When you change a projection or a fold, set it to the next number of the counting.

All figures are then counted again in the background. A new achievement is looked for by itself.
"""

MINE = Version(FIGURES, max(each.since for each in ACHIEVEMENTS.values()))
"""The versions by which this version of the bot counts."""
