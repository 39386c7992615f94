"""What can be pressed of that which outlasts a game: the boards, and the tab of forfeits."""

from typing import Literal

from bot.history.boards import BoardName
from bot.presses.base import Number, Press


class ShowBoard(Press, frozen=True, tag="board"):
    """A page of a board, from 1."""

    board: BoardName
    page: Number = 1


class CrossOff(Press, frozen=True, tag="crossoff"):
    """A forfeit of the tab is paid, or waived."""

    forfeit: Number
    how: Literal["paid", "waived"]
