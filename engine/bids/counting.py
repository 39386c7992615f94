"""Count the dice for a bid, and compute the probability that the bid is true."""

from collections.abc import Iterable
from functools import cache
from math import comb
from typing import NamedTuple

from engine.core.dice import CalledBid, Hand, is_pure


class Counting(NamedTuple):
    """The dice that count for a bid of `quantity`. They are the dice that show one of the `numbers`."""

    quantity: int
    numbers: tuple[int, ...]

    @property
    def face(self) -> int:
        """The face of the bid."""
        return self.numbers[0]

    @property
    def wild(self) -> int:
        """The wild number that counts besides the face, or 0 if there is none."""
        return self.numbers[1] if len(self.numbers) > 1 else 0

    def stash(self, dice: Hand) -> int:
        """Return the number of dice of one player that count."""
        return sum(map(dice.count, self.numbers))

    def all(self, stashes: Iterable[Hand]) -> int:
        """Return the number of dice of all players that count."""
        return sum(map(self.stash, stashes))

    def one_in(self) -> int:
        """Return the number n for which an unseen die counts with the probability 1/n."""
        return 6 // len(self.numbers)

    def likely(self, mine: Hand, unseen: int) -> float:
        """Return the probability that the bid is true (C3).

        The player holds the dice `mine`. The others have `unseen` dice.
        """
        return at_least(self.quantity - self.stash(mine), unseen, self.one_in())

    def likely_exact(self, mine: Hand, unseen: int) -> float:
        """Return the probability that the bid is exact (C5).

        The player holds the dice `mine`. The others have `unseen` dice.
        """
        return exactly(self.quantity - self.stash(mine), unseen, self.one_in())


def counting(bid: CalledBid, wild: int) -> Counting:
    """Return the `Counting` for a bid.

    C2: dice count if they show the face of the bid or the `wild` number (0: none). For a bid on the wild number
    itself, only that number counts, and each die counts once. For a pure bid nothing is wild.
    """
    is_wild = wild and wild != bid.face and not is_pure(bid)
    return Counting(bid.quantity, (bid.face, wild) if is_wild else (bid.face,))


@cache
def at_least(need: int, dice: int, one_in: int) -> float:
    """Return the probability that at least `need` of `dice` unseen dice count. Each counts one time in `one_in`."""
    if need <= 0:
        return 1.0
    return sum(exactly(hits, dice, one_in) for hits in range(need, dice + 1))


@cache
def exactly(hits: int, dice: int, one_in: int) -> float:
    """Return the probability that exactly `hits` of `dice` unseen dice count. Each counts one time in `one_in`."""
    if not 0 <= hits <= dice:
        return 0.0
    return comb(dice, hits) * float((one_in - 1) ** (dice - hits)) / float(one_in**dice)
