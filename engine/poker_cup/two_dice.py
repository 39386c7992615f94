"""The ranking of two dice, in which each throw is a claim and Mia is the highest one (K16)."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.core.dice import FACES, Hand
from engine.poker_cup.ranking import Claim, Flaw, Kind, Ranking, Worth, falling

MIA = (2, 1)
"""The highest throw of two dice, which is called Mia (K16)."""


def hand(dice: Hand) -> Claim:
    """Return the throw that two dice make, the higher number first (K16)."""
    return Claim(Kind.TWO_DICE, falling(dice))


def worth(claim: Claim) -> Worth:
    """Return the sort key of a throw of two dice.

    K16: Mia is the highest. Two equal dice come next, and all other throws rank by their numbers.
    """
    first, second = claim.faces
    return (2 if claim.faces == MIA else 1 if first == second else 0), claim.faces, ()


def flaw(claim: Claim) -> Flaw | None:
    """Return what is wrong with the form of a claim of two dice, or None if it is well formed (K16)."""
    if len(claim.faces) != 2 or claim.others:
        return Flaw.HOW_MANY_FACES
    return Flaw.OTHERS_MUST_FALL if claim.faces[0] < claim.faces[1] else None


def _possible() -> Iterator[Claim]:
    return map(hand, combinations_with_replacement(FACES, 2))


TWO_DICE = Ranking(
    dice=2,
    kinds=frozenset({Kind.TWO_DICE}),
    known=frozenset({Kind.TWO_DICE}),
    possible=_possible,
    hand=hand,
    worth=worth,
    flaw=flaw,
    shown=falling,
)
"""The ranking of two dice, in which each of the 21 throws is a claim (K16)."""
