"""The rules of a table with one cup as one frozen value; RULES.md section 10 has the game."""

import msgspec

from engine.core.policies import Absence, Direction, Opener, Seating
from engine.poker_cup.ranking import Ranking, poker


class CupRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table's rules. `slippery` is the chance per pass (0-1) that a die rolls over (K14)."""

    straights: bool = False  # K10
    slippery: float = 0.0  # K14
    opens: Opener = Opener.WINNER
    seating: Seating = Seating.FIRST
    direction: Direction = Direction.CLOCKWISE
    rounds: int | None = None
    minutes: int | None = None
    gift: bool = False
    absence: Absence = Absence.LEAVE
    ante: int = 0
    stake: str = ""

    @property
    def ranking(self) -> Ranking:
        """How many dice there are, what may be claimed of them, and what beats what (K10, K11)."""
        return poker(self.straights)

    @property
    def accepts(self) -> str:
        """How the receiver accepts a claim, in the word of records: by a peek (K4)."""
        return "peek"

    def dice_for(self, players: int) -> int:  # noqa: ARG002 - one cup, however many play
        """How many dice there are in all: nobody holds their own."""
        return self.ranking.dice

    def counts_dice(self) -> bool:
        """Whether dice decide the game: never, forfeits do."""
        return False

    def counts_forfeits(self) -> bool:
        """Whether forfeits decide the game, which then has no end of its own: always."""
        return True

    def owes_forfeits(self) -> bool:
        """Whether somebody comes to owe a forfeit where there is no stake in words (K12): always."""
        return True

    def counts_bads(self) -> bool:
        """Whether bads decide the game: never either."""
        return False
