"""What one person asks for themselves at a table."""

from bot.presses.base import AtTable, Press, Word


class ShowDice(AtTable, frozen=True, tag="dice"):
    """My dice."""


class ShowRules(AtTable, frozen=True, tag="help"):
    """How this table plays."""


class HowTo(Press, frozen=True, tag="howto"):
    """How a game is played, by the name of its variant."""

    variant: Word


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """Fair? Seal, seed and salts of a game that is over, and its record."""
