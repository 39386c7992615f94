"""The rules of a table with one cup, as one frozen value. RULES.md section 10 describes the game."""

from engine.core.ending import Costs, Priced, Takes
from engine.core.policies import Absence, Direction, Opener, Seating
from engine.poker_cup.ranking import Ranking, poker

FORFEIT = Costs(Takes.FORFEITS)


class CupRules(Priced, frozen=True, omit_defaults=True):
    """The rules of one table. `slippery` is the probability (0-1) that a die rolls over in a pass (K14)."""

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
        """The ranking of hands and claims by these rules (K10, K11)."""
        return poker(self.straights)

    @property
    def accepts(self) -> str:
        """The word in records for the move that accepts a claim: a peek (K4)."""
        return "peek"

    def dice_for(self, players: int) -> int:  # noqa: ARG002 - one cup, for any number of players
        """Return the number of dice in the game. All players share them, so `players` makes no difference."""
        return self.ranking.dice

    @property
    def costs(self) -> Costs:
        """Return the price of being wrong: a forfeit (K12)."""
        return FORFEIT
