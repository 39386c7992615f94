"""The rules of a table with one cup, as one frozen value. RULES.md section 10 describes the game."""

from engine.core.ending import COSTS, Costs, Priced
from engine.core.policies import Absence, Direction, Opener, Policy, Price, Seating
from engine.poker_cup.ranking import Ranking, poker
from engine.poker_cup.two_dice import TWO_DICE


class CupWild(Policy):
    """The dice that count as any number at a showdown (K19)."""

    NONE = "none"
    ONES = "ones"


class Ranks(Policy):
    """The rankings of hands and claims (K16)."""

    POKER = "poker"
    TWO_DICE = "two-dice"


class Accepts(Policy):
    """The moves that accept a claim, in the words of RECORD.md: a peek (K4), or a new throw of all dice (K17)."""

    PEEK = "peek"
    SHAKE = "shake"


class TopCosts(Policy):
    """The showdowns after the highest claim that cost two instead of one (K18)."""

    REAL = "real"  # the claim was true
    DOUBLE = "double"  # all
    SINGLE = "single"  # none


class CupRules(Priced, frozen=True, omit_defaults=True):
    """The rules of one table. `slippery` is the probability (0-1) that a die rolls over in a pass (K14).

    `ranks`, `accepts`, `mia` and `give_up` distinguish one game from another. `mia` says which showdowns after the
    highest claim cost more, and `give_up` whether the receiver of that claim may give up (K18).
    """

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
    price: Price = Price.FORFEIT
    lives: int = 3  # P7
    equal: bool = False  # K20
    cup_wild: CupWild = CupWild.NONE
    ranks: Ranks = Ranks.POKER
    accepts: Accepts = Accepts.PEEK
    mia: TopCosts = TopCosts.SINGLE
    give_up: bool = False

    @property
    def ranking(self) -> Ranking:
        """The ranking of hands and claims by these rules (K10, K11, K16, K19)."""
        if self.ranks is Ranks.TWO_DICE:
            return TWO_DICE
        return poker(self.straights, self.cup_wild is CupWild.ONES)

    def opens_dice(self) -> bool:
        """Return whether dice may be pulled out to the table. Without a peek they never are (K17)."""
        return self.accepts is Accepts.PEEK

    def dice_for(self, players: int) -> int:  # noqa: ARG002 - one cup, for any number of players
        """Return the number of dice in the game. All players share them, so `players` makes no difference."""
        return self.ranking.dice

    @property
    def costs(self) -> Costs:
        """Return the properties of the price in these rules."""
        return COSTS[self.price]
