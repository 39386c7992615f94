"""How likely five dice reach a hand, some of them known and the others as they fall."""

from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import msgspec

from engine.core.dice import FACES, Hand
from engine.poker_cup.claims import all_claims
from engine.poker_cup.hands import Claim, real_hand, worth
from engine.poker_cup.rules import DICE


class Falls(msgspec.Struct, frozen=True, gc=False):
    """How five dice may come out, some being known: their heights, rising, and how likely each or a higher one is."""

    heights: tuple[int, ...]
    reach: tuple[float, ...]


@cache
def _heights(straights: bool) -> dict[Hand, int]:
    """How high every five dice (sorted) are: the place of the highest claim that they reach, from 0."""
    worths = [worth(claim) for claim in all_claims(straights)]
    return {
        dice: bisect_left(worths, worth(real_hand(dice, straights)))
        for dice in combinations_with_replacement(FACES, DICE)
    }


@cache
def _places(straights: bool) -> dict[Claim, int]:
    return {claim: place for place, claim in enumerate(all_claims(straights))}


def height(dice: Hand, straights: bool) -> int:
    """How high five dice (sorted) are, on the ladder of all claims, the lowest being 0."""
    return _heights(straights)[dice]


def place(claim: Claim, straights: bool) -> int:
    """The place of a claim on that ladder, whichever words name it."""
    found = _places(straights).get(claim)
    if found is None:
        worths = [worth(each) for each in all_claims(straights)]
        found = bisect_left(worths, worth(claim))
    return found


@lru_cache(maxsize=1024)
def falls(known: Hand, straights: bool) -> Falls:
    """What may come of `known` dice (sorted, at most five) where the others fall as they like."""
    unknown, heights = DICE - len(known), _heights(straights)
    ways: Counter[int] = Counter()
    for fallen in combinations_with_replacement(FACES, unknown):
        ways[heights[tuple(sorted(known + fallen))]] += _ways(fallen)
    rising = sorted(ways)
    left, reach = 0, list[float]()
    for each in reversed(rising):
        left += ways[each]
        reach.append(left / len(FACES) ** unknown)
    return Falls(tuple(rising), tuple(reversed(reach)))


def reaches(known: Hand, least: int, straights: bool) -> float:
    """The likelihood, 0-1, that `known` (sorted) and fair dice for the rest come to the height `least` or above."""
    fall = falls(known, straights)
    at = bisect_left(fall.heights, least)
    return fall.reach[at] if at < len(fall.reach) else 0.0


def reaching(known: Hand, claim: Claim, straights: bool) -> float:
    """The likelihood, 0-1, that `known` (sorted, at most five) and fair dice for the rest reach `claim`."""
    return reaches(known, place(claim, straights), straights)


def _ways(fallen: Hand) -> int:
    """In how many orders these dice may fall."""
    return factorial(len(fallen)) // prod(map(factorial, Counter(fallen).values()))


def fallen(known: Hand) -> tuple[tuple[Hand, float], ...]:
    """All five dice that `known` (sorted) may be part of, each with its likelihood."""
    return _fallen(known)


@lru_cache(maxsize=512)
def _fallen(known: Hand) -> tuple[tuple[Hand, float], ...]:
    unknown = DICE - len(known)
    return tuple(
        (tuple(sorted(known + some)), _ways(some) / len(FACES) ** unknown)
        for some in combinations_with_replacement(FACES, unknown)
    )


@lru_cache(maxsize=256)
def keeps(dice: Hand) -> tuple[Hand, ...]:
    """What may be kept of five dice (sorted) where one at least is rolled (K4)."""
    return tuple({keep for many in range(DICE) for keep in combinations(dice, many)})


@lru_cache(maxsize=8192)
def best_to_keep(dice: Hand, least: int, straights: bool) -> tuple[Hand, float]:
    """Which of five dice (sorted) to keep to come to the height `least` likeliest, and how likely that is.

    Of equally good ways the one that keeps most.
    """
    best = max(keeps(dice), key=lambda keep: (reaches(keep, least, straights), len(keep), keep))
    return best, reaches(best, least, straights)
