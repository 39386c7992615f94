"""What one person asks for themselves."""

from typing import Literal

from bot.history.boards import BoardName
from bot.presses.base import AtTable, Number, Press


class ShowDice(AtTable, frozen=True, tag="dice"):
    """My dice."""


class ShowRules(AtTable, frozen=True, tag="help"):
    """How to play."""


class ShowFairness(AtTable, frozen=True, tag="fair"):
    """Fair? Seal, seed and salts of a game that is over, and its record."""


class ShowBoard(Press, frozen=True, tag="board"):
    """A page of a board, from 1."""

    board: BoardName
    page: Number = 1


class CrossOff(Press, frozen=True, tag="crossoff"):
    """A forfeit of the tab is paid, or waived."""

    forfeit: Number
    how: Literal["paid", "waived"]
