"""What is pressed when somebody was asked "Sure?": right at any time."""

from bot.presses.base import AtTable


class SurelyLeave(AtTable, frozen=True, tag="leavenow"):
    """Leave the game for good."""


class SurelyQuit(AtTable, frozen=True, tag="quitnow"):
    """A voice for calling it quits, after all."""


class SurelyEnd(AtTable, frozen=True, tag="endnow"):
    """End the table, after all."""


class Stay(AtTable, frozen=True, tag="stay"):
    """Nothing of that."""
