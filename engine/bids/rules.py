"""The rules of a table, as one frozen value made of policies. RULES.md section 2 has the presets."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.core.ending import COSTS, Costs, Priced
from engine.core.policies import Absence, Direction, Opener, Policy, Price, Seating


class Wild(Policy):
    """The dice that count for every face (C2)."""

    NONE = "none"
    ONES = "ones"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    RED = "red"
    ONES_UNTIL_BID = "ones-until-bid"


WILD_NUMBER: Mapping[Wild, int | None] = {
    Wild.NONE: 0,
    Wild.ONES: 1,
    Wild.TWOS: 2,
    Wild.THREES: 3,
    Wild.FOURS: 4,
    Wild.FIVES: 5,
    Wild.SIXES: 6,
    Wild.RED: None,
    Wild.ONES_UNTIL_BID: 1,
}
"""The wild number by its policy: 0 if nothing is wild, and None if the red die decides it (T3)."""


class Raising(Policy):
    """The rules that decide whether a bid beats another bid (B4)."""

    QUANTITY_AND_FACE = "quantity-and-face"
    QUANTITY = "quantity"
    QUANTITY_OR_FACE = "quantity-or-face"
    RISING_FACE = "rising-face"
    FACE_FIRST = "face-first"
    JOKERS_DOUBLE = "jokers-double"
    ACES_HALVE = "aces-halve"
    ONE_COMPONENT = "one-component"
    TRACK = "track"
    PURE = "pure"


class Challengers(Policy):
    """The players who may challenge (C1)."""

    NEXT = "next"
    ANYONE = "anyone"


class Verdict(Policy):
    """The players whom a showdown judges: the bidder and the challenger, or all players after a poll (C4)."""

    DUEL = "duel"
    POLL = "poll"


class Loss(Policy):
    """The number of dice that a wrong bid or challenge costs, if dice are the price (P2)."""

    ONE = "one"
    DIFFERENCE = "difference"


class ExactPays(Policy):
    """The reward of a right exact call (C5)."""

    BACK = "back"
    OTHERS = "others"
    BIDDER = "bidder"


class ExactBy(Policy):
    """The players who may call a bid exact (C5)."""

    TURN = "turn"
    ANYONE = "anyone"


class Palifico(Policy):
    """The occasions on which a player who comes down to one die opens a palifico round (C6)."""

    ONCE = "on"
    ALWAYS = "always"
    OFF = "off"


class PalificoFace(Policy):
    """The players who may change the face in a palifico round (C6)."""

    SINGLE = "single"
    NOBODY = "nobody"
    OPENER = "opener"


class Met(Policy):
    """The players who pay if a challenged bid holds with exactly its quantity (P8)."""

    CHALLENGER = "challenger"
    OTHERS = "others"


class Different(Policy):
    """The number of dice that count in a stash of five different numbers (C7): as many as match, or none."""

    COUNT = "count"
    ZERO = "zero"


class Alike(Policy):
    """The number of dice that a stash counts in addition if all its five dice count for the bid (C7).

    With `TWO` there are two more dice if all five show the same number, and otherwise one.
    """

    NONE = "none"
    ONE = "one"
    TWO = "two"


class HandRules(NamedTuple):
    """The rules about the five dice of one stash (C7)."""

    different: Different = Different.COUNT
    alike: Alike = Alike.NONE


AS_EVER = HandRules()
"""The rules with which each die counts by itself."""


class Rules(Priced, frozen=True, omit_defaults=True):
    """The rules of one table.

    With `dice` 0 (`auto`), players have 5 dice if fewer than 5 play, otherwise 3. With `least_opening` 0 (`players`),
    the least opening bid depends on the number of players (B5).
    """

    dice: int = 5
    wild: Wild = Wild.NONE
    raising: Raising = Raising.QUANTITY
    challenge: Challengers = Challengers.NEXT
    verdict: Verdict = Verdict.DUEL
    price: Price = Price.FORFEIT
    opens: Opener = Opener.LOSER
    loss: Loss = Loss.ONE
    seating: Seating = Seating.FIRST
    direction: Direction = Direction.CLOCKWISE
    exact: bool = False
    exact_pays: ExactPays = ExactPays.BACK
    exact_by: ExactBy = ExactBy.TURN
    palifico: Palifico = Palifico.OFF
    palifico_face: PalificoFace = PalificoFace.SINGLE
    crooked: float = 0.0
    rounds: int | None = None
    minutes: int | None = None
    bads: int = 5
    pair_bads: int = 3
    playoff: bool = False
    gift: bool = False
    absence: Absence = Absence.LEAVE
    ante: int = 0
    stake: str = ""
    lives: int = 3  # P7
    least_opening: int = 1  # B5
    show: bool = False  # B6
    met: Met = Met.CHALLENGER  # P8
    different: Different = Different.COUNT  # C7
    alike: Alike = Alike.NONE  # C7
    palifico_two: bool = False  # C6

    def dice_for(self, players: int) -> int:
        """Return the number of dice that each of `players` holds at the start (RULES.md section 2)."""
        return self.dice or (5 if players < 5 else 3)

    def may_have_palifico(self, players: int) -> bool:
        """Return whether there may still be a palifico round when `players` are left (C6).

        There is none in a game in which players cannot lose dice.
        """
        may_come_down = self.price is Price.DIE and self.dice != 1
        return self.palifico is not Palifico.OFF and may_come_down and self.enough_for_palifico(players)

    def enough_for_palifico(self, players: int) -> bool:
        """Return whether a palifico round may begin while `players` are left (C6)."""
        return players > 2 or self.palifico_two

    def hands(self) -> HandRules:
        """Return the rules about the five dice of one stash (C7)."""
        return HandRules(self.different, self.alike)

    @property
    def costs(self) -> Costs:
        """Return the properties of the price in these rules."""
        return COSTS[self.price]


def nothing_wild(rules: Rules) -> Rules:
    """Return the rules without a wild number.

    They apply in a palifico round (C6), and after a bid on ones with the option `ones-until-bid` (C2).
    """
    return msgspec.structs.replace(rules, wild=Wild.NONE)


def as_playoff(rules: Rules) -> Rules:
    """Return the rules of a playoff, which is played as `bar` with five dice each (E4)."""
    return Rules(
        dice=5,
        raising=Raising.QUANTITY,
        price=Price.DIE,
        opens=Opener.LOSER,
        direction=rules.direction,
        crooked=rules.crooked,
        rounds=rules.rounds,
        minutes=rules.minutes,
    )
