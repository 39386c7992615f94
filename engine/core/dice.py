"""Dice, and their source.

Chance is an argument. Every throw has an address, the game's own counter of throws, so that repeating an action (a
retry, a restart) throws the same dice.
"""

from collections.abc import Sequence
from typing import Protocol

FACES = range(1, 7)
"""The faces of a die; 1 is the ace."""

Hand = tuple[int, ...]
"""The faces of some dice, in the order in which they fell."""

NOBODY = -1
"""Takes the place of a seat if there is none."""


class AnyBid(Protocol):
    """A bid of any kind: an action, a bid of the state, an event, a showdown, a press."""

    @property
    def quantity(self) -> int:
        """The least number of dice."""

    @property
    def face(self) -> int:
        """The face that they show."""


class Chance(Protocol):
    """A source of dice: a seed, a record, or a script in a test.

    `at` is the address of the throw. Two calls with equal arguments must return the same dice.
    """

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return one public die for each of `seats`, in that order (S1)."""

    def red(self, at: int) -> int:
        """Return the firehouse's red die (T3)."""

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether the throw at this address lands with one die crooked (T2); `chance` is 0 to 1."""

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return `count` dice thrown by `seat`."""

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the index of the die of `under` that rolls over in the pass, and its new face, or None (K14)."""


def picked(weights: Sequence[float], draw: float, otherwise: int = -1) -> int:
    """Return the index of the weight at the share `draw`, in [0, 1), of their sum.

    `otherwise` is returned where rounding leaves none.
    """
    left = draw * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return otherwise
