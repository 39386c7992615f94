"""How likely bids are to somebody who sees their own dice alone."""

from math import comb


def at_least(need: int, dice: int, wild: bool) -> float:
    """At least so many of these unseen dice count: one in six does, or one in three where others are wild."""
    return sum(exactly(many, dice, wild) for many in range(max(0, need), dice + 1))


def exactly(many: int, dice: int, wild: bool) -> float:
    """How likely it is just so many."""
    p = 1 / 3 if wild else 1 / 6
    return comb(dice, many) * p**many * (1 - p) ** (dice - many) if 0 <= many <= dice else 0.0
