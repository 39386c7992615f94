"""Estimate the dice that a seat does not see.

The estimate consists of probabilities for the dice of each other seat, given that seat's bids. A player who bids a
face usually holds it. In the model, each die that counts for a bid makes the bid more likely by the same factor. So
the dice of a seat stay independent of each other and of all other dice.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from engine.bids.counting import Counting, counting
from engine.bids.odds import known
from engine.bids.rules import Raising
from engine.bids.state import State
from engine.bids.view import View
from engine.core.state import POLL

QUANTITY, QUANTITY_AND_FACE = Raising.QUANTITY, Raising.QUANTITY_AND_FACE

CHOSEN = 0.55
"""The logarithm of the factor for the first face that a player bids in a round."""

LATER: Mapping[bool, float] = {True: -0.3, False: 0.5}
FOLLOWED: Mapping[bool, float] = {True: -0.4, False: 0.2}
"""The logarithms for a player's later faces (`LATER`) and for the face of the current bid (`FOLLOWED`).

The key says whether a raise may keep the quantity.
"""

STRETCH = 0.75
"""The amount added to the logarithm for each standard deviation by which a bid is above the pool's average."""

SIDE = 0.5
"""The amount added to the logarithm for a vote for a bid, and subtracted for a challenge or a vote against it."""

Shows = tuple[float, ...]
"""The probabilities that one die shows each number, by the number (index 0 is unused)."""

FAIR: Shows = (0.0,) + (1 / 6,) * 6

Numbers = tuple[int, ...]
"""The numbers that count for a bid, as in `Counting`."""

Chances = tuple[float, ...]
"""The probabilities that 0, 1, 2 ... dice count, by the number of dice."""


class Belief(msgspec.Struct, frozen=True, gc=False):
    """A belief about the `dice` hidden dice of one seat.

    The dice are independent, each with the probabilities in `shows`.
    """

    seat: int
    dice: int
    shows: Shows

    def matching(self, counts: Counting) -> float:
        """Return the probability that one of these dice counts for a bid (C2)."""
        shows, numbers = self.shows, counts.numbers
        return shows[numbers[0]] + (shows[numbers[1]] if len(numbers) > 1 else 0.0)


def beliefs(view: View, reading: float, memory: float) -> tuple[Belief, ...]:
    """Return the beliefs of `view.seat` about the dice of all other seats, in turn order, beginning with the next seat.

    `reading` is the weight of bids, which is usually 1. `memory` (0 to 1) is the weight of earlier showdowns in this
    game. The dice of players who left come last, as if they belonged to one seat that made no bid (L1).
    """
    state, own = view.state, view.seat
    leans = _leans(state, reading, memory)
    around = state.circle if own is None or own not in state.circle else state.circle_from(own)
    players, others = state.players, list[Belief]()
    for seat in around:
        if seat != own:
            hidden = players[seat].dice - len(state.open_of(seat))
            others.append(Belief(seat, hidden, leans.get(seat, FAIR)))
    rest = state.pool - len(known(view)) - sum(belief.dice for belief in others)
    return (*others, Belief(-1, rest, FAIR)) if rest > 0 else tuple(others)


def _leans(state: State, reading: float, memory: float) -> dict[int, Shows]:
    """Return the probabilities for the dice of each player who bid, or who voted in a poll.

    If a player made several bids on one face, only the strongest of them counts. After a player has shown dice and
    thrown the others again (B6), the bids until then say nothing of the hidden dice.
    """
    said: dict[int, dict[Numbers, float]] = {}
    wild, before, cheap = state.wild(), None, state.round_rules.raising not in (QUANTITY, QUANTITY_AND_FACE)
    for bid in state.bids:
        faces, counts = said.setdefault(bid.bidder, {}), counting(bid, wild)
        followed = before is not None and before.face == bid.face
        strength = FOLLOWED[cheap] if followed else LATER[cheap] if faces else CHOSEN
        strength += STRETCH * max(0.0, _above(state, counts))
        faces[counts.numbers] = max(faces.get(counts.numbers, -1.0), strength)
        before = counts
        if bid.show:
            del said[bid.bidder]
    if state.phase is POLL and before is not None:
        for seat, believes in ((state.challenger, False), *state.votes):
            faces = said.setdefault(seat, {})
            faces[before.numbers] = faces.get(before.numbers, 0.0) + (SIDE if believes else -SIDE)
    return {seat: _shows(tuple(faces.items()), reading * trusted(state, seat, memory)) for seat, faces in said.items()}


def _above(state: State, counts: Counting) -> float:
    """Return how far a bid is above the pool's average, in standard deviations."""
    part = 1 / counts.one_in()
    return float((counts.quantity - state.pool * part) / (state.pool * part * (1 - part)) ** 0.5)


def trusted(state: State, seat: int, memory: float) -> float:
    """Return the weight of bids by `seat`, given how its bids turned out in this game. The usual weight is 1."""
    player = state.players[seat]
    usual = USUAL if len(state.players) > 2 else USUAL_OF_TWO
    often = (player.held + PRIOR * usual) / (player.told + PRIOR)
    return 1 + memory * DIFFER * (often - usual)


USUAL, USUAL_OF_TWO, PRIOR, DIFFER = 0.72, 0.85, 4.0, 1.5
"""The share of bids whose player holds more than average of the face: `USUAL`, or `USUAL_OF_TWO` if only two play.

`PRIOR` is the number of rounds that this estimate counts for. `DIFFER` says how much a player's own rate changes the
weight of that player's bids.
"""


@lru_cache(maxsize=4096)
def _shows(said: tuple[tuple[Numbers, float], ...], reading: float) -> Shows:
    weights = [0.0] + [1.0] * 6
    for numbers, strength in said:
        factor = 2.718281828459045 ** (strength * reading)
        for number in numbers:
            weights[number] *= factor
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


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
