"""Dice, and the interface for a source of dice.

Every move receives its source of dice as an argument. Each throw has an address, which is the number of the throw in
the game. An action that is repeated after a retry or a restart therefore throws the same dice.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

FACES = range(1, 7)
"""The faces of a die; 1 is the ace."""

Hand = tuple[int, ...]
"""The faces of several dice, usually in the order in which the dice fell."""

NOBODY = -1
"""The number that means "no seat" in place of a seat."""


class Called(StrEnum):
    """What a bid is called, where bids are wild or pure (B4)."""

    NOTHING = ""
    PURE = "pure"
    KEPT = "kept"  # pure without the word: a bid of ones, or after a pure bid
    FLYING = "fly"


NOTHING, PURE, KEPT, FLYING = Called
"""The members as plain names, because Python 3.11 is slow at reading an enum's attributes."""


class AnyBid(Protocol):
    """A bid in any form, such as an action, an event, a showdown or a press."""

    @property
    def quantity(self) -> int:
        """The least number of dice that must show the face."""

    @property
    def face(self) -> int:
        """The face that the dice must show."""


class CalledBid(AnyBid, Protocol):
    """A bid in a form that says whether dice are wild for it."""

    @property
    def called(self) -> Called:
        """The word that says whether dice are wild for the bid (B4)."""


def is_pure(bid: CalledBid) -> bool:
    """Return whether no die is wild for this bid (B4)."""
    return bid.called is PURE or bid.called is KEPT


class Chance(Protocol):
    """A source of dice, such as a seed, a record, or a script in a test.

    `at` is the address of the throw. Calls with equal arguments must return the same dice.
    """

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return one public die for each of `seats`, in that order (S1)."""

    def red(self, at: int) -> int:
        """Return the red die (T3)."""

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether a die lands crooked in the throw at this address (T2).

        `chance` is the probability, 0 to 1.
        """

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return `count` dice thrown by `seat`."""

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the die that rolls over while the cup is passed, or None if no die does (K14).

        The die is given by its index in `under` and its new face. `chance` is the probability, 0 to 1.
        """


def without(dice: Hand, some: Hand) -> Hand:
    """Return `dice` without `some`, all of which must be among `dice`."""
    left = list(dice)
    for face in some:
        left.remove(face)
    return tuple(left)


def picked(weights: Sequence[float], draw: float, otherwise: int = -1) -> int:
    """Return the index of one of the `weights`.

    The random number `draw`, in [0, 1), selects it in proportion to the weights.

    If rounding errors select none, return `otherwise`.
    """
    left = draw * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return otherwise
