"""Dice, and where they come from.

Chance is an argument. Every throw has an address, the game's own counter of throws, so the same action
tried twice (a retry, a restart) throws the same dice.
"""

from typing import Protocol

FACES = range(1, 7)
"""The faces of a die; 1 is the ace."""

Hand = tuple[int, ...]
"""Faces of some dice, in the order in which they fell."""

NOBODY = -1
"""Stands where a seat would, when there is none."""


class Chance(Protocol):
    """Whatever decides how dice fall: a seed, a record, a script in a test.

    `at` is the address of the throw. Two calls with equal arguments must answer alike.
    """

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """One public die for each of `seats`, in that order (S1)."""

    def red(self, at: int) -> int:
        """The firehouse's red die (T3)."""

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Whether the throw at this address lands with one die crooked (T2); `chance` from 0 to 1."""

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """`count` dice thrown by `seat`."""

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Which die of `under` (its index) rolls over in the pass and the face it then shows, or none (K14)."""
