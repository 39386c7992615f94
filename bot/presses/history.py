"""Define the presses for boards, open forfeits, profiles, rivals and replays."""

from typing import Annotated, Literal

import msgspec

from bot.history.boards import BoardName
from bot.people.preferences import Theme
from bot.presses.base import Answer, AtTable, Game, Number, Press
from bot.storage.ledger import Side
from bot.tables.model import ForfeitWord

Period = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{4}-(0[1-9]|1[0-2])|s[0-9]{1,18})?$")]
"""The name of a month or a season, or "" for all time."""


class OfBoard(Press, frozen=True):
    """The base class of presses about a page of a board. Pages are numbered from 1.

    The board counts games of `game` ("" for all games) in the channel `place` (0 for the whole server), during
    `period`.
    """

    board: BoardName
    page: Number = 1
    place: Number = 0
    game: Game = ""
    period: Period = ""


class ShowBoard(OfBoard, frozen=True, tag="board"):
    """Show a page of a board."""


class MoreBoards(OfBoard, frozen=True, tag="boards"):
    """Show a page of a board with menus for all boards, games, periods and places."""


class ShowOverview(Press, frozen=True, tag="overview"):
    """Show the first places of the boards of wins and of open forfeits."""


class ShareBoard(OfBoard, frozen=True, tag="share"):
    """Post a page of a board as a picture."""

    answer = Answer.PUBLIC


class ShowTab(Press, frozen=True, tag="tab"):
    """Show a page of the open forfeits of `user`, or of the server. Only managers see the side "left".

    The page begins after the forfeit with the number `after`.
    """

    side: Side
    user: Number = 0
    after: Number = 0


class LetGo(Press, frozen=True, tag="letgo"):
    """Waive all forfeits on a server whose people have left it. Only server managers may do this."""


class ShareTab(Press, frozen=True, tag="tabshare"):
    """Post the server's open forfeits so that everybody sees them."""

    answer = Answer.PUBLIC


class ShareMoment(AtTable, frozen=True, tag="moment"):
    """Post a picture of the best moment of a game."""

    answer = Answer.PUBLIC
    posts = True


class EndEvening(AtTable, frozen=True, tag="night"):
    """Ask privately whether to end the evening."""

    posts = True


class SurelyEndEvening(AtTable, frozen=True, tag="nightnow"):
    """End an evening and post its card, after the person has confirmed it."""

    posts = True
    deliberate = True


class GoOnWithEvening(AtTable, frozen=True, tag="nighton"):
    """Answer no to the question whether to end the evening."""

    posts = True


class ShowDebts(AtTable, frozen=True, tag="debts"):
    """Show the forfeits among the people of a finished game, in a private list."""

    only_shows = True


class SettleInList(AtTable, frozen=True, tag="indebts"):
    """Settle or reopen a forfeit in the private list of a finished game, which is then brought up to date.

    "ask" asks the creditor whether to waive the forfeit, and "keep" answers no.
    """

    only_shows = True

    forfeit: Number
    how: Literal["paid", "waived", "unpaid", "ask", "keep"]


class OpenForfeits(Press, frozen=True, tag="forfeits"):
    """Show the forfeits that the person owes, and those that others owe them."""


class SettleAll(Press, frozen=True, tag="settleall"):
    """Ask whether the person has paid all forfeits that they owe, or waives all forfeits that others owe them."""

    how: Literal["paid", "waived"]


class SurelySettleAll(Press, frozen=True, tag="settleallnow"):
    """Settle all open forfeits that the person owes, or that others owe them, after the person has confirmed it."""

    deliberate = True

    how: Literal["paid", "waived"]


class LetOff(Press, frozen=True, tag="letoff"):
    """Ask the creditor whether to waive a forfeit on the tab, in the message that has the button."""

    forfeit: Number


class KeepOwing(Press, frozen=True, tag="owing"):
    """Answer no to the question whether to waive a forfeit."""

    forfeit: Number


class CrossOff(Press, frozen=True, tag="crossoff"):
    """Settle an open forfeit, or answer that it is not paid yet."""

    deliberate = True

    forfeit: Number
    how: ForfeitWord


class ShowProfile(Press, frozen=True, tag="profile"):
    """Show the profile of the person `who`, or of the person who asks if `who` is 0."""

    who: Number = 0


class PaintProfile(Press, frozen=True, tag="paint"):
    """Show the profile with a dark or a light chart, and keep this theme."""

    who: Number
    charts: Theme


class PostProfile(Press, frozen=True, tag="profpost"):
    """Post the profile so that everybody sees it."""

    answer = Answer.PUBLIC

    who: Number


class ShowRivals(Press, frozen=True, tag="rivals"):
    """Show the person's results against `other`, or a list of rivals if `other` is 0."""

    other: Number = 0


class PostRivals(Press, frozen=True, tag="rivpost"):
    """Post the person's results against `other` so that everybody sees them."""

    answer = Answer.PUBLIC

    other: Number


TABLE, ALL = 0, 21
"""Points of view of a replay: `TABLE` covers the dice that the table could not see, and `ALL` shows all dice.

The numbers in between are the points of view of the players, by their seats from 1.
"""

Eye = Annotated[int, msgspec.Meta(ge=TABLE, le=ALL)]

Edge = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""The number of a game on its server. The column in the database has the same range."""


class ListGames(Press, frozen=True, tag="history"):
    """Show a page of finished games of the person `who` (0: all people) in `channel` (0: the whole server).

    `game` is the game to list, or "" for all games. If `edge` is not 0, only games with lower numbers are listed, or
    only games with higher numbers if `newer` is set. With `practice`, the list includes games that a person played
    alone against computer players.
    """

    who: Number = 0
    channel: Number = 0
    game: Game = ""
    edge: Edge = 0
    newer: bool = False
    practice: bool = False


class OpenReplay(Press, frozen=True, tag="replay"):
    """Open the replay of a game in a private message."""

    game: Number
    step: Number = 0


class TurnReplay(Press, frozen=True, tag="step"):
    """Show another step of a replay, or another point of view.

    `jump` is set for the menu of steps, and for the buttons to the first and the last step. So their ids differ from
    the ids of the buttons to the previous and the next step.
    """

    game: Number
    step: Number
    eye: Eye = TABLE
    jump: bool = False


class ShowStep(Press, frozen=True, tag="showstep"):
    """Post the step of a replay that the person is looking at, so that everybody sees it."""

    answer = Answer.PUBLIC

    game: Number
    step: Number
    eye: Eye = TABLE


class SaveRecord(Press, frozen=True, tag="record"):
    """Send the record of a game as a file."""

    game: Number


class ShowProof(Press, frozen=True, tag="proof"):
    """Show the proof of a game's dice."""

    game: Number
