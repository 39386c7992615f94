"""Compute the chances of bids for a player who sees only their own dice."""

from math import comb


def at_least(need: int, dice: int, wild: bool) -> float:
    """Return the chance that at least `need` of `dice` unseen dice count for a bid.

    With `wild`, two of the six faces count. Otherwise one face counts.
    """
    return sum(exactly(many, dice, wild) for many in range(max(0, need), dice + 1))


def exactly(many: int, dice: int, wild: bool) -> float:
    """Return the chance that exactly `many` of `dice` unseen dice count for a bid."""
    p = 1 / 3 if wild else 1 / 6
    return comb(dice, many) * p**many * (1 - p) ** (dice - many) if 0 <= many <= dice else 0.0
