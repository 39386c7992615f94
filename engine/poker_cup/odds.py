"""How likely five dice reach a claim, some of them known and the others as they fall."""

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from engine.core.dice import FACES, Hand
from engine.poker_cup.claims import reaches
from engine.poker_cup.hands import Claim, real_hand
from engine.poker_cup.rules import DICE


@lru_cache(maxsize=4096)
def reaching(known: Hand, claim: Claim, straights: bool) -> float:
    """The likelihood, 0-1, that `known` (sorted, at most five) and fair dice for the rest reach `claim`."""
    unknown = DICE - len(known)
    ways = sum(
        _ways(fallen)
        for fallen in combinations_with_replacement(FACES, unknown)
        if reaches(real_hand(known + fallen, straights), claim)
    )
    return float(ways / len(FACES) ** unknown)


def _ways(fallen: Hand) -> int:
    """In how many orders these dice may fall."""
    return factorial(len(fallen)) // prod(map(factorial, Counter(fallen).values()))


@lru_cache(maxsize=1024)
def best_to_keep(dice: Hand, claim: Claim, straights: bool) -> Hand:
    """Which of five known dice (sorted) to keep, one at least being rolled (K4), to reach `claim` likeliest.

    Of equally good ways the one that keeps most.
    """
    kept = {keep for many in range(DICE) for keep in combinations(dice, many)}
    return max(kept, key=lambda keep: (reaching(keep, claim, straights), len(keep), keep))
