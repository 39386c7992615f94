"""What can be pressed by who came late to a game: right at any time."""

from bot.presses.base import AtTable, Number


class AskForSeat(AtTable, frozen=True, tag="seat"):
    """Ask which seat there is: in the lobby, in this game, or in the next one."""


class TakeSeat(AtTable, frozen=True, tag="takeover"):
    """Take over a computer player's seat before the next round."""

    seat: Number


class WaitForNext(AtTable, frozen=True, tag="nextgame"):
    """Sit down in the next game."""


class GiveUpSeat(AtTable, frozen=True, tag="nowait"):
    """Wait for a seat no more."""
