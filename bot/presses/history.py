"""What can be pressed of what outlasts a game: boards, the tab of forfeits, profiles, rivals and replays."""

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
    """A page of a board, from 1: of the channel `place` or (0) of the server, of one game or all, of a time."""

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
    """Show everybody who owes whom on the server."""

    answer = Answer.PUBLIC


class ShareMoment(AtTable, frozen=True, tag="moment"):
    """Show everybody the best moment of a game, in a picture."""

    answer = Answer.PUBLIC
    posts = True


class EndEvening(AtTable, frozen=True, tag="night"):
    """End an evening, and have it told."""

    answer = Answer.PUBLIC
    posts = True


class OpenForfeits(Press, frozen=True, tag="forfeits"):
    """See what one owes and is owed."""


class SettleAll(Press, frozen=True, tag="settleall"):
    """Ask whether all that one owes is paid, or all that one is owed is waived."""

    how: Literal["paid", "waived"]


class SurelySettleAll(Press, frozen=True, tag="settleallnow"):
    """Settle all of it, after all."""

    how: Literal["paid", "waived"]


class CrossOff(Press, frozen=True, tag="crossoff"):
    """Settle a forfeit of the tab, or say that it is not paid yet."""

    forfeit: Number
    how: ForfeitWord


class ShowProfile(Press, frozen=True, tag="profile"):
    """See somebody's profile; 0 is one's own."""

    who: Number = 0


class PaintProfile(Press, frozen=True, tag="paint"):
    """See it with a dark or a light chart, from now on."""

    who: Number
    charts: Theme


class PostProfile(Press, frozen=True, tag="profpost"):
    """Show the profile to everybody."""

    answer = Answer.PUBLIC

    who: Number


class ShowRivals(Press, frozen=True, tag="rivals"):
    """See how one fared against somebody; 0 is everybody whom one played with."""

    other: Number = 0


class PostRivals(Press, frozen=True, tag="rivpost"):
    """Show everybody how one fared against somebody."""

    answer = Answer.PUBLIC

    other: Number


TABLE, ALL = 0, 21
"""With whose eyes a replay is seen: the table's, from which hidden dice are covered, or those that know everything.

What lies between are the players, by their seats from 1.
"""

Eye = Annotated[int, msgspec.Meta(ge=TABLE, le=ALL)]

Edge = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""The number of a game on its server, as wide as its column."""


class ListGames(Press, frozen=True, tag="history"):
    """Turn to a page of the games that a person (0: anybody) has finished in a channel (0: anywhere on the server).

    `game` is the only one wanted, "" for all. The page goes on below (`newer`: above) the game with the number `edge`.
    With `practice` it has the games of one person with computers, too.
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
    """See another step of it, or with other eyes, in that message.

    `jump` tells the button to an end from its neighbour.
    """

    game: Number
    step: Number
    eye: Eye = TABLE
    jump: bool = False


class ShowStep(Press, frozen=True, tag="showstep"):
    """Show everybody here the step that this person looks at."""

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
