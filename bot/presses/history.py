"""What can be pressed of that which outlasts a game: the boards, and the tab of forfeits."""

from bot.history.boards import BoardName
from bot.presses.base import Number, Press
from bot.tables.model import Word


class ShowBoard(Press, frozen=True, tag="board"):
    """A page of a board, from 1."""

    board: BoardName
    page: Number = 1


class CrossOff(Press, frozen=True, tag="crossoff"):
    """A word about a forfeit of the tab."""

    forfeit: Number
    how: Word
