"""Count the dice for a bid, and compute the probability that the bid is true."""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from engine.bids import hands
from engine.bids.chances import FAIR, Chances, Shows, both, reached
from engine.bids.rules import AS_EVER, HandRules
from engine.core.dice import CalledBid, Hand, is_pure

Numbers = tuple[int, ...]
"""The numbers that count for a bid."""


class Stash(NamedTuple):
    """The dice of one player, as somebody else sees them: the known dice, and the number of unseen dice.

    Where each die counts by itself, it may also have the dice of several players.
    """

    known: Hand
    unseen: int = 0


class Counting(NamedTuple):
    """The dice that count for a bid of `quantity`. They are the dice that show one of the `numbers`.

    `hands` has the rules about all five dice of one stash (C7).
    """

    quantity: int
    numbers: Numbers
    hands: HandRules = AS_EVER

    @property
    def face(self) -> int:
        """The face of the bid."""
        return self.numbers[0]

    @property
    def wild(self) -> int:
        """The wild number that counts besides the face, or 0 if there is none."""
        return self.numbers[1] if len(self.numbers) > 1 else 0

    def stash(self, dice: Hand) -> int:
        """Return the number of dice that count in one player's whole stash."""
        many = self.each(dice)
        return many if self.hands is AS_EVER else many + hands.more(self.hands, self.numbers, dice)

    def shown(self, dice: Hand) -> Numbers:
        """Return the numbers whose dice count in one player's whole stash, or () if none of its dice counts."""
        return self.numbers if self.stash(dice) else ()

    def each(self, dice: Hand) -> int:
        """Return the number of dice that count by themselves."""
        return sum(map(dice.count, self.numbers))

    def all(self, stashes: Iterable[Hand]) -> int:
        """Return the number of dice of all players that count."""
        return sum(map(self.stash, stashes))

    def one_in(self) -> int:
        """Return the number n for which an unseen die counts with the probability 1/n."""
        return 6 // len(self.numbers)

    def likely(self, stashes: tuple[Stash, ...]) -> float:
        """Return the probability that the bid is true (C3). The pool consists of these `stashes`."""
        if self.hands is AS_EVER:
            return at_least(self._needed(stashes), _unseen(stashes), self.one_in())
        return self._by_hands(stashes, 0)

    def likely_exact(self, stashes: tuple[Stash, ...]) -> float:
        """Return the probability that the bid is exact (C5). The pool consists of these `stashes`."""
        if self.hands is AS_EVER:
            return exactly(self._needed(stashes), _unseen(stashes), self.one_in())
        return self._by_hands(stashes, 0) - self._by_hands(stashes, 1)

    def average(self, stashes: tuple[Stash, ...]) -> float:
        """Return the average number of dice that count."""
        if self.hands is AS_EVER:
            return self.quantity - self._needed(stashes) + _unseen(stashes) / self.one_in()
        return round(sum(_reached(self.numbers, self.hands, stashes)[1:]), 9)  # without the errors of many sums

    def chances(self, known: Hand, unseen: int, shows: Shows) -> Chances:
        """Return the probabilities that 0, 1, 2 ... dice of one player's whole stash count.

        `shows` has the probabilities of each number for each of the `unseen` dice.
        """
        return hands.chances(self.hands, self.numbers, known, unseen, shows)

    def _needed(self, stashes: tuple[Stash, ...]) -> int:
        return self.quantity - sum(self.each(known) for known, _ in stashes)

    def _by_hands(self, stashes: tuple[Stash, ...], more: int) -> float:
        """Return the probability that at least the quantity and so many `more` dice count."""
        reaches = _reached(self.numbers, self.hands, stashes)
        return reaches[min(self.quantity + more, len(reaches) - 1)]


def _unseen(stashes: tuple[Stash, ...]) -> int:
    return sum(unseen for _, unseen in stashes)


@lru_cache(maxsize=1024)
def _reached(numbers: Numbers, rules: HandRules, stashes: tuple[Stash, ...]) -> Chances:
    """Return the probabilities that at least 0, at least 1 and so on of the dice in fair `stashes` count (C7)."""
    pool: Chances = (1.0,)
    for known, unseen in stashes:
        pool = both(pool, hands.chances(rules, numbers, known, unseen, FAIR))
    return reached(pool)


def counting(bid: CalledBid, wild: int, rules: HandRules = AS_EVER) -> Counting:
    """Return the `Counting` for a bid. `rules` are those about the five dice of one stash (C7).

    C2: dice count if they show the face of the bid or the `wild` number (0: none). For a bid on the wild number
    itself, only that number counts, and each die counts once. For a pure bid nothing is wild.
    """
    is_wild = wild and wild != bid.face and not is_pure(bid)
    usual = AS_EVER if rules == AS_EVER else rules
    return Counting(bid.quantity, (bid.face, wild) if is_wild else (bid.face,), usual)


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
