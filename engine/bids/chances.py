"""Compute with the probabilities that 0, 1, 2 ... dice count, and combine those of several groups of dice."""

from collections.abc import Iterable
from functools import lru_cache

Chances = tuple[float, ...]
"""The probabilities that 0, 1, 2 ... dice count, by the number of dice."""

Shows = tuple[float, ...]
"""The probabilities that one die shows each number, by the number (index 0 is unused)."""

FAIR: Shows = (0.0,) + (1 / 6,) * 6


@lru_cache(maxsize=8192)
def binomial(dice: int, likely: float) -> Chances:
    """Return the probabilities that 0, 1, ... of `dice` dice count, if each counts with probability `likely`."""
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[n] if n < len(chances) else 0.0) * (1 - likely) + (chances[n - 1] * likely if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return tuple(chances)


def both(one: Chances, other: Chances) -> Chances:
    """Return the probabilities that 0, 1, ... dice count in two groups together.

    `one` and `other` have these probabilities for each group.
    """
    few, many = (one, other) if len(one) < len(other) else (other, one)
    if len(few) <= AT_ONCE:
        return tuple(_of_some(few, many))
    chances = [0.0] * (len(one) + len(other) - 1)
    for first in range(0, len(few), AT_ONCE):
        for n, likely in enumerate(_of_some(few[first : first + AT_ONCE], many), first):
            chances[n] += likely
    return tuple(chances)


AT_ONCE = 6
"""The number of entries, those of five dice, that one expression multiplies. Two loops would take twice as long."""


def _of_some(few: Chances, many: Chances) -> list[float]:
    """Return the result of `both` if `few` has at most `AT_ONCE` entries.

    One expression makes this faster than two loops would be.
    """
    none = (0.0,) * (AT_ONCE - 1)
    a, b, c, d, e, f = few + none[len(few) - 1 :]
    around = none + many + none[: len(few) - 1]
    at_once = zip(around, around[1:], around[2:], around[3:], around[4:], around[5:], strict=False)
    return [u * f + v * e + w * d + x * c + y * b + z * a for u, v, w, x, y, z in at_once]


def together(groups: Iterable[tuple[int, float]]) -> Chances:
    """Return the probabilities that 0, 1, ... dice count in several groups.

    Each group is a number of dice, and the probability that one of them counts.
    """
    alike: dict[float, int] = {}
    for dice, likely in groups:
        alike[likely] = alike.get(likely, 0) + dice
    return _together(tuple(sorted(alike.items(), key=lambda group: (-group[1], group[0]))))


@lru_cache(maxsize=8192)
def _together(groups: tuple[tuple[float, int], ...]) -> Chances:
    chances = binomial(groups[0][1], groups[0][0]) if groups else (1.0,)
    for likely, dice in groups[1:]:
        chances = both(chances, binomial(dice, likely))
    return chances


def reached(chances: Chances) -> Chances:
    """Return the probabilities that at least 0, at least 1 and so on of some dice count.

    `chances` has the probabilities that exactly 0, exactly 1 and so on count. The result has one more entry at the
    end, which is always 0.
    """
    left, tails = 0.0, [0.0]
    for likely in reversed(chances):
        left += likely
        tails.append(left)
    return tuple(reversed(tails))
