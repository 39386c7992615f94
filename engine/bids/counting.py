"""Counting the dice for a bid, and the likelihood that it holds: from the bid and the round's wild number."""

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import NamedTuple

from engine.core.dice import AnyBid, Hand


class Counting(NamedTuple):
    """The dice that count for a bid: those that show one of the `numbers`."""

    quantity: int
    numbers: tuple[int, ...]

    @property
    def face(self) -> int:
        """The face of the bid."""
        return self.numbers[0]

    @property
    def wild(self) -> int:
        """The wild number that counts beside it, 0 for none."""
        return self.numbers[1] if len(self.numbers) > 1 else 0

    def stash(self, dice: Hand) -> int:
        """Return how many dice of one stash count."""
        return sum(map(dice.count, self.numbers))

    def all(self, stashes: Iterable[Hand]) -> int:
        """Return how many dice of all stashes count."""
        return sum(map(self.stash, stashes))

    def one_in(self) -> int:
        """Return n if one unseen die in n counts."""
        return 6 // len(self.numbers)

    def likely(self, mine: Hand, unseen: int) -> float:
        """Return how likely the bid holds (C3) for a player who sees the stash `mine`, and not `unseen` dice."""
        return at_least(self.quantity - self.stash(mine), unseen, self.one_in())

    def likely_exact(self, mine: Hand, unseen: int) -> float:
        """Return how likely it is exact (C5), for the same player."""
        return exactly(self.quantity - self.stash(mine), unseen, self.one_in())


def counting(bid: AnyBid, wild: int) -> Counting:
    """C2: return which dice count: those with the bid's face, and wild ones; `wild` is 0 if nothing is wild.

    A bid on the wild number itself counts only that number, once each.
    """
    return Counting(bid.quantity, (bid.face, wild) if wild and wild != bid.face else (bid.face,))


@cache
def at_least(need: int, dice: int, one_in: int) -> float:
    """Return how likely at least `need` of `dice` unseen dice count, if one die in `one_in` does."""
    if need <= 0:
        return 1.0
    return sum(exactly(hits, dice, one_in) for hits in range(need, dice + 1))


@cache
def exactly(hits: int, dice: int, one_in: int) -> float:
    """Return how likely exactly `hits` of `dice` unseen dice count, if one die in `one_in` does."""
    if not 0 <= hits <= dice:
        return 0.0
    return comb(dice, hits) * float((one_in - 1) ** (dice - hits)) / float(one_in**dice)
