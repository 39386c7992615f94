"""What can be chosen, and what holds where nothing was."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from bot.storage.tallies import HIDDEN
from bot.tables.model import USUAL_CLOCK, Setup
from bot.tables.pace import PaceName
from bot.words.dice import LOOKS, Look

MOST_CHANNELS = 25
"""How many channels a server names at most: Discord's menus take no more."""
MONTHS = (1, 3, 12)
"""For how many months a server may keep replays, where it does not keep them for good."""
NEWCOMER = 3
"""For how many games somebody is new here."""


ASKS: Mapping[Look, int] = dict(zip(LOOKS, (0, 3, 8, 16), strict=True))
"""How many achievements each look of the dice asks for; they cannot be had in any other way."""


class Theme(StrEnum):
    """Whether somebody's charts are drawn dark or light."""

    DARK = "dark"
    LIGHT = "light"


class DmStyle(StrEnum):
    """How somebody gets their dice by DM."""

    EACH_ROUND = "each-round"
    """A new one each round, which can notify; the one before is deleted."""
    ONE = "one"
    """One, which is edited from round to round."""
    NONE = "none"
    """None at all: My dice shows them."""


class Hints(StrEnum):
    """When somebody is told how likely a bid is."""

    FIRST_GAMES = "first-games"
    ON = "on"
    OFF = "off"


class OthersSee(StrEnum):
    """What others may see of what somebody has done."""

    EVERYTHING = "everything"
    """Their profile, and how they fared against whoever asks."""
    BOARDS = "boards"
    """Their name on boards, and no more."""
    NOTHING = HIDDEN
    """Not even that: boards leave their name out."""


class ServerSettings(msgspec.Struct, frozen=True):
    """What a server has chosen for its tables."""

    game: str = "common"
    """The variant that `/play` opens where none is named."""
    pace: PaceName = PaceName.EASY
    """The pace that a new table begins with; its host may change it."""
    clock: int | None = USUAL_CLOCK
    """Seconds for a turn that a new table begins with, None for no clock; its host may change it."""
    stakes: bool = True
    """Whether forfeits are asked and owed. Where not, they are counted for the game and no more."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened, threads of these channels included; everywhere where none is named."""
    threads: bool = False
    """Whether each game gets a thread of its own."""
    hints: bool = True
    """Whether the tables here help newcomers by telling how likely a bid is."""
    pings: bool = True
    """Whether whoever is to move, and has not, is mentioned."""
    replays: int | None = None
    """For how many months the replays of games are kept, None for good. What games count for stays."""

    def setup(self, game: str = "") -> Setup:
        """What a new table of `game` ("": of the usual one) begins with."""
        return Setup(game or self.game, clock=self.clock, pace=self.pace, stakes=self.stakes)


class Preferences(msgspec.Struct, frozen=True):
    """What a person has chosen for themselves, on every server."""

    dms: DmStyle = DmStyle.EACH_ROUND
    """How they get their dice by DM."""
    pings: bool = True
    """Whether they are mentioned when it is their move, where the server's settings allow."""
    hints: Hints = Hints.FIRST_GAMES
    """When they are told how likely a bid is, where the server's settings allow."""
    lucky: str = ""
    """Words that they bring to the dice whenever they sit down, cleaned; "" for none."""
    others_see: OthersSee = OthersSee.EVERYTHING
    """What others may see of what they have done."""
    charts: Theme = Theme.DARK
    """Whether charts are drawn dark or light for them."""
    dice: Look = LOOKS[0]
    """How the dice look that they bring to every table."""
    games: int = 0
    """Not chosen, counted: how many games they have sat in to the end; `NEWCOMER` for as many or more."""
    achievements: int = 0
    """Not chosen, counted: how many different ones they have, on all servers together."""

    def may_wear(self, look: Look) -> bool:
        """Whether they have earned dice of this look."""
        return self.achievements >= ASKS[look]

    def hinted(self) -> bool:
        """Whether they want hints now."""
        return self.hints is Hints.ON or (self.hints is Hints.FIRST_GAMES and self.games < NEWCOMER)
