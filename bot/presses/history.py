"""Presses about things that outlast a game: boards, the tab of forfeits, profiles, rivals and replays."""

from typing import Annotated, Literal

import msgspec

from bot.history.boards import BoardName
from bot.people.preferences import Theme
from bot.presses.base import Answer, AtTable, Game, Number, Press
from bot.storage.ledger import Side
from bot.tables.model import ForfeitWord

Period = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2])|s[0-9]{1,18})?$")]
"""A month or a season; "" for all time."""


class OfBoard(Press, frozen=True):
    """A page of a board, from 1: of the channel `place` or (0) of the server, of one game or all, and of a period."""

    board: BoardName
    page: Number = 1
    place: Number = 0
    game: Game = ""
    period: Period = ""


class ShowBoard(OfBoard, frozen=True, tag="board"):
    """Turn to a page of a board."""


class MoreBoards(OfBoard, frozen=True, tag="boards"):
    """See the same page with all other boards, games, times and places."""


class ShareBoard(OfBoard, frozen=True, tag="share"):
    """Post a page of a board as a picture."""

    answer = Answer.PUBLIC


class ShowTab(Press, frozen=True, tag="tab"):
    """Turn to a page of a tab: of `user`, or of the server; from the forfeit `after` on."""

    side: Side
    user: Number = 0
    after: Number = 0


class ShareTab(Press, frozen=True, tag="tabshare"):
    """Show everybody the server's tab."""

    answer = Answer.PUBLIC


class ShareMoment(AtTable, frozen=True, tag="moment"):
    """Show everybody the best moment of a game, in a picture."""

    answer = Answer.PUBLIC
    posts = True


class EndEvening(AtTable, frozen=True, tag="night"):
    """End an evening, and post its card."""

    answer = Answer.PUBLIC
    posts = True


class OpenForfeits(Press, frozen=True, tag="forfeits"):
    """See one's own tab."""


class SettleAll(Press, frozen=True, tag="settleall"):
    """Ask whether everything that one owes is paid, or everything that one is owed is waived."""

    how: Literal["paid", "waived"]


class SurelySettleAll(Press, frozen=True, tag="settleallnow"):
    """Settle all of it, confirmed."""

    how: Literal["paid", "waived"]


class CrossOff(Press, frozen=True, tag="crossoff"):
    """Settle a forfeit of the tab, or answer that it is not paid yet."""

    forfeit: Number
    how: ForfeitWord


class ShowProfile(Press, frozen=True, tag="profile"):
    """See somebody's profile; 0 is one's own."""

    who: Number = 0


class PaintProfile(Press, frozen=True, tag="paint"):
    """See it with a dark or a light chart, also in future."""

    who: Number
    charts: Theme


class PostProfile(Press, frozen=True, tag="profpost"):
    """Show the profile to everybody."""

    answer = Answer.PUBLIC

    who: Number


class ShowRivals(Press, frozen=True, tag="rivals"):
    """See one's results against somebody; 0 is everybody."""

    other: Number = 0


class PostRivals(Press, frozen=True, tag="rivpost"):
    """Show everybody one's results against somebody."""

    answer = Answer.PUBLIC

    other: Number


TABLE, ALL = 0, 21
"""The points of view of a replay: the table's, with hidden dice covered, and one that sees everything.

The numbers between are the players, by their seats from 1.
"""

Eye = Annotated[int, msgspec.Meta(ge=TABLE, le=ALL)]

Edge = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""The number of a game on its server; its column has the same width."""


class ListGames(Press, frozen=True, tag="history"):
    """Turn to a page of the games that a person (0: anybody) finished in a channel (0: anywhere on the server).

    `game` filters by one game, "" for all. The page goes on below (`newer`: above) the game with the number `edge`.
    With `practice` it includes one person's games with computers.
    """

    who: Number = 0
    channel: Number = 0
    game: Game = ""
    edge: Edge = 0
    newer: bool = False
    practice: bool = False


class OpenReplay(Press, frozen=True, tag="replay"):
    """Look at a game again, in a message of one's own."""

    game: Number
    step: Number = 0


class TurnReplay(Press, frozen=True, tag="step"):
    """See another step of it, or another point of view, in that message.

    `jump` is set for the buttons to both ends and for the menu of steps, so that their ids differ from those of the
    buttons for one step.
    """

    game: Number
    step: Number
    eye: Eye = TABLE
    jump: bool = False


class ShowStep(Press, frozen=True, tag="showstep"):
    """Show everybody here the step that this person sees."""

    answer = Answer.PUBLIC

    game: Number
    step: Number
    eye: Eye = TABLE


class SaveRecord(Press, frozen=True, tag="record"):
    """Get the record of a game as a file."""

    game: Number


class ShowProof(Press, frozen=True, tag="proof"):
    """Prove the dice of a game."""

    game: Number
