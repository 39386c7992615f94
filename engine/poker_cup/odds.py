"""Probabilities of reaching a hand when some of the dice are known."""

from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import msgspec

from engine.core.dice import FACES, Hand
from engine.poker_cup.ranking import Claim, Ranking


class Falls(msgspec.Struct, frozen=True, gc=False):
    """The possible outcomes when some dice are known and the others are rolled.

    `heights` lists the possible heights (see `Ranking.height`) in rising order. `reach` lists, in the same order, the
    probabilities of reaching each of these heights.
    """

    heights: tuple[int, ...]
    reach: tuple[float, ...]


@lru_cache(maxsize=1024)
def falls(known: Hand, ranking: Ranking) -> Falls:
    """Return the possible outcomes when the dice `known` (sorted) stay and the others are rolled."""
    unknown = ranking.dice - len(known)
    ways: Counter[int] = Counter()
    for fallen in combinations_with_replacement(FACES, unknown):
        ways[ranking.height(tuple(sorted(known + fallen)))] += _ways(fallen)
    rising = sorted(ways)
    left, reach = 0, list[float]()
    for each in reversed(rising):
        left += ways[each]
        reach.append(left / len(FACES) ** unknown)
    return Falls(tuple(rising), tuple(reversed(reach)))


def reaches(known: Hand, least: int, ranking: Ranking) -> float:
    """Return the probability (0-1) of reaching the height `least`.

    The dice `known` (sorted) stay, and the others are fair dice.
    """
    fall = falls(known, ranking)
    at = bisect_left(fall.heights, least)
    return fall.reach[at] if at < len(fall.reach) else 0.0


def reaching(known: Hand, claim: Claim, ranking: Ranking) -> float:
    """Return the probability (0-1) of reaching `claim`.

    The dice `known` (sorted) stay, and the others are fair dice.
    """
    return reaches(known, ranking.place(claim), ranking)


def _ways(fallen: Hand) -> int:
    """Return the number of orders in which these dice may fall."""
    return factorial(len(fallen)) // prod(map(factorial, Counter(fallen).values()))


def fallen(known: Hand, dice: int) -> tuple[tuple[Hand, float], ...]:
    """Return every combination of `dice` dice that contains `known` (sorted), with its probability."""
    return _fallen(known, dice)


@lru_cache(maxsize=512)
def _fallen(known: Hand, dice: int) -> tuple[tuple[Hand, float], ...]:
    unknown = dice - len(known)
    return tuple(
        (tuple(sorted(known + some)), _ways(some) / len(FACES) ** unknown)
        for some in combinations_with_replacement(FACES, unknown)
    )


@lru_cache(maxsize=256)
def keeps(dice: Hand) -> tuple[Hand, ...]:
    """Return every combination of `dice` (sorted) that may be kept. At least one die must be rolled (K4)."""
    return tuple({keep for many in range(len(dice)) for keep in combinations(dice, many)})


@lru_cache(maxsize=8192)
def best_to_keep(dice: Hand, least: int, ranking: Ranking) -> tuple[Hand, float]:
    """Return the dice to keep for the best chance of reaching the height `least`, and that chance.

    `dice` are all dice, sorted. At least one of them is rolled. If several choices are equally good, the function
    returns the one that keeps the most dice.
    """
    best = max(keeps(dice), key=lambda keep: (reaches(keep, least, ranking), len(keep), keep))
    return best, reaches(best, least, ranking)
