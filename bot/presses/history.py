"""What can be pressed of that which outlasts a game: the boards, and the tab of forfeits."""

from typing import Annotated, Literal

import msgspec

from bot.history.boards import BoardName
from bot.presses.base import Game, Number, Press
from bot.storage.ledger import Side
from bot.tables.forfeit import Word

Period = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2])|s[0-9]{1,18})?$")]
"""A month or a season; "" for all time."""


class OfBoard(Press, frozen=True):
    """A page of a board, from 1; of the channel `place` or (0) of the server, of one game or all, of a time."""

    board: BoardName
    page: Number = 1
    place: Number = 0
    game: Game = ""
    period: Period = ""


class ShowBoard(OfBoard, frozen=True, tag="board"):
    """Turn to a page of a board."""


class ShareBoard(OfBoard, frozen=True, tag="share"):
    """Post a page of a board as a picture."""


class ShowTab(Press, frozen=True, tag="tab"):
    """A page of a tab: of `user`, or of the server; from forfeit `after` on."""

    side: Side
    user: Number = 0
    after: Number = 0


class SettleAll(Press, frozen=True, tag="settleall"):
    """Ask whether all that one owes is paid, or all that one is owed is let off."""

    how: Literal["paid", "waived"]


class SurelySettleAll(Press, frozen=True, tag="settleallnow"):
    """Settle all, after all."""

    how: Literal["paid", "waived"]


class CrossOff(Press, frozen=True, tag="crossoff"):
    """A word about a forfeit of the tab."""

    forfeit: Number
    how: Word
