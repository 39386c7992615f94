"""How lucky somebody's dice were: what they threw against what fair dice give, and how sure that is."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt

import msgspec

FEWEST_DICE = 100
"""Dice that luck takes: of fewer nothing is said."""
USUAL, VARIANCE = 3.5, 35 / 12
"""What one fair die shows on average, and how far it strays from that, squared."""
SIDES = 6


class Luck(msgspec.Struct, frozen=True):
    """So many `dice` showed `mean` pips on average, and face `most` (1-6) most often, in `share` of all.

    With fair dice `as_lucky` of all people are at least as far from the usual average, to the same side, and
    `as_uneven` of them have dice that show the six faces at least as unevenly.
    """

    dice: int
    mean: float
    most: int
    share: float
    as_lucky: float
    as_uneven: float


def luck(fell: Sequence[int]) -> Luck | None:
    """The luck of whoever threw each face, from 1 to 6, so often; None where that is too seldom to say."""
    dice = sum(fell)
    if dice < FEWEST_DICE:
        return None
    pips = sum(face * many for face, many in enumerate(fell, 1))
    z = abs(pips - USUAL * dice) / sqrt(VARIANCE * dice)
    even = dice / SIDES
    uneven = chi_square(sum((many - even) ** 2 / even for many in fell))
    most = max(range(SIDES), key=lambda at: fell[at])
    return Luck(dice, pips / dice, most + 1, fell[most] / dice, erfc(z / sqrt(2)) / 2, uneven)


def chi_square(statistic: float) -> float:
    """How likely chi-square with five degrees of freedom (six faces) is this or more.

    For odd degrees the upper tail has a closed form (Abramowitz and Stegun, 26.4.4).
    """
    return erfc(sqrt(statistic / 2)) + sqrt(2 * statistic / pi) * exp(-statistic / 2) * (1 + statistic / 3)
