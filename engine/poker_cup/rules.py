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
        """The number of dice, the possible claims, and their order (K10, K11)."""
        return poker(self.straights)

    @property
    def accepts(self) -> str:
        """The move by which the receiver accepts a claim, in the word that records use: a peek (K4)."""
        return "peek"

    def dice_for(self, players: int) -> int:  # noqa: ARG002 - one cup, for any number of players
        """Return the number of all dice. Nobody has dice of their own."""
        return self.ranking.dice

    @property
    def costs(self) -> Costs:
        """Return the price of being wrong: a forfeit (K12)."""
        return FORFEIT
