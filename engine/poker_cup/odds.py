"""The probability that all dice reach a hand, if some of them are known."""

from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import msgspec

from engine.core.dice import FACES, Hand
from engine.poker_cup.ranking import Claim, Ranking


class Falls(msgspec.Struct, frozen=True, gc=False):
    """The possible outcomes of all dice, if some are known.

    `heights` are the outcomes' heights, rising. `reach` has, for each of them, the probability of this height or a
    greater one.
    """

    heights: tuple[int, ...]
    reach: tuple[float, ...]


@lru_cache(maxsize=1024)
def falls(known: Hand, ranking: Ranking) -> Falls:
    """Return the possible outcomes if the dice `known` (sorted) stay and the others are rolled."""
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
    """Return the probability (0-1) that `known` (sorted) and fair dice for the rest reach the height `least`."""
    fall = falls(known, ranking)
    at = bisect_left(fall.heights, least)
    return fall.reach[at] if at < len(fall.reach) else 0.0


def reaching(known: Hand, claim: Claim, ranking: Ranking) -> float:
    """Return the probability (0-1) that `known` (sorted) and fair dice for the rest reach `claim`."""
    return reaches(known, ranking.place(claim), ranking)


def _ways(fallen: Hand) -> int:
    """Return the number of orders in which these dice may fall."""
    return factorial(len(fallen)) // prod(map(factorial, Counter(fallen).values()))


def fallen(known: Hand, dice: int) -> tuple[tuple[Hand, float], ...]:
    """Return all sets of `dice` dice that contain `known` (sorted), each with its probability."""
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
    """Return all sets of dice that may be kept if at least one of `dice` (sorted) is rolled (K4)."""
    return tuple({keep for many in range(len(dice)) for keep in combinations(dice, many)})


@lru_cache(maxsize=8192)
def best_to_keep(dice: Hand, least: int, ranking: Ranking) -> tuple[Hand, float]:
    """Return the dice to keep for the best chance to reach the height `least`, and that probability.

    `dice` are all dice (sorted), of which at least one is rolled. Among equally good sets the largest is returned.
    """
    best = max(keeps(dice), key=lambda keep: (reaches(keep, least, ranking), len(keep), keep))
    return best, reaches(best, least, ranking)
