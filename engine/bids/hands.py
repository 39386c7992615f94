"""Count the five dice of one stash together (C7), and compute the probabilities of each count."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import factorial, prod

from engine.bids.chances import Chances, Shows, binomial
from engine.bids.rules import Alike, Different, HandRules
from engine.core.dice import FACES, Hand

FIVE = 5
"""The number of dice in a stash for which these rules apply."""


def more(rules: HandRules, numbers: tuple[int, ...], dice: Hand) -> int:
    """Return the number of dice that a stash counts in addition to its dice that show one of `numbers`.

    It is below 0 if dice do not count.

    C7: five different numbers may count nothing. Five dice that all count may count as six, or as seven if they all
    show the same number.
    """
    count = sum(map(dice.count, numbers))
    if len(dice) != FIVE:
        return 0
    if rules.different is Different.ZERO and len({*dice}) == FIVE:
        return -count
    if count < FIVE or rules.alike is Alike.NONE:
        return 0
    return 2 if rules.alike is Alike.TWO and len({*dice}) == 1 else 1


@lru_cache(maxsize=8192)
def chances(rules: HandRules, numbers: tuple[int, ...], known: Hand, unseen: int, shows: Shows) -> Chances:
    """Return the probabilities that 0, 1, 2 ... dice of a stash count.

    The stash has the `known` dice, and `unseen` dice that show each number with the probabilities in `shows`.
    """
    count = sum(map(known.count, numbers))
    found = [0.0] * count + list(binomial(unseen, sum(shows[number] for number in numbers)))
    if len(known) + unseen != FIVE:
        return tuple(found)
    found += [0.0, 0.0]
    for unusual, likely in _unusual(rules, numbers, known, unseen, shows):
        found[sum(map((*known, *unusual).count, numbers))] -= likely
        found[sum(map((*known, *unusual).count, numbers)) + more(rules, numbers, (*known, *unusual))] += likely
    return tuple(max(0.0, likely) for likely in found)


def _unusual(
    rules: HandRules, numbers: tuple[int, ...], known: Hand, unseen: int, shows: Shows
) -> Iterator[tuple[Hand, float]]:
    """Yield unseen dice, in any order, with which a stash may not count die by die. Each comes with its probability."""
    if rules.different is Different.ZERO and len({*known}) == len(known):
        for rest in combinations([face for face in FACES if face not in known], unseen):
            yield rest, factorial(unseen) * prod(shows[face] for face in rest)
    if rules.alike is not Alike.NONE and all(die in numbers for die in known):
        for many in range(unseen + 1) if len(numbers) > 1 else (unseen,):
            rest = (numbers[0],) * many + (numbers[-1],) * (unseen - many)
            ways = factorial(unseen) // factorial(many) // factorial(unseen - many)
            yield rest, ways * prod(shows[face] for face in rest)
