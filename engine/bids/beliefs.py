"""Estimate the dice that a seat does not see.

The estimate consists of probabilities for the dice of each other seat, given that seat's bids. A player who bids a
face usually holds it. In the model, each die that counts for a bid makes the bid more likely by the same factor. So
the dice of a seat stay independent of each other and of all other dice.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

import msgspec

from engine.bids.chances import FAIR, Shows
from engine.bids.counting import Counting, Numbers, counting
from engine.bids.rules import Raising
from engine.bids.state import State
from engine.bids.view import View
from engine.core.dice import Hand
from engine.core.state import POLL


class Curve(NamedTuple):
    """How much more likely a bid makes each die of its bidder to count for it, as a logarithm.

    It is `usual` for a bid at the average of the pool, and `more` for each standard deviation above it, but at least
    `least` and at most `most`.
    """

    usual: float
    more: float
    most: float = inf
    least: float = 0.0

    def at(self, above: float) -> float:
        """Return the logarithm for a bid that is so many standard deviations above the average."""
        return min(self.most, max(self.least, self.usual + self.more * above))


class Curves(NamedTuple):
    """The curves for the first face that a player bids in a round, for later faces, and for the current face."""

    chosen: Curve
    later: Curve
    followed: Curve


CURVES: Mapping[Raising, Curves] = {
    Raising.QUANTITY: Curves(Curve(0.55, 0.75, least=0.55), Curve(0.5, 0.75, least=0.5), Curve(0.2, 0.75, least=0.2)),
    Raising.QUANTITY_AND_FACE: Curves(Curve(0.5, 0.75, 2.2), Curve(0.5, 0.75, 2.0), Curve(0.2, 0.75, 1.2)),
}
OTHERWISE = Curves(Curve(0.5, 0.75, 2.2), Curve(-0.1, 0.7, 1.0), Curve(0.3, 0.5, 0.8))
"""The curves by the way of raising, and those of all other ways, in which a raise may keep the quantity.

They were fitted to games of computer players. Players often raise a face of which they hold none, so the highest of
these raises say no more than others do. Where the quantity alone decides, limits made players call true bids too often.
"""

SIDE = 0.5
"""The amount added to the logarithm for a vote for a bid, and subtracted for a challenge or a vote against it."""


class Belief(msgspec.Struct, frozen=True, gc=False):
    """A belief about the `dice` hidden dice of one seat. `opened` has the seat's dice in the open (B6).

    The dice are independent, each with the probabilities in `shows`.
    """

    seat: int
    dice: int
    shows: Shows
    opened: Hand = ()

    def matching(self, counts: Counting) -> float:
        """Return the probability that one of these dice counts for a bid (C2)."""
        shows, numbers = self.shows, counts.numbers
        return shows[numbers[0]] + (shows[numbers[1]] if len(numbers) > 1 else 0.0)


def beliefs(view: View, reading: float, memory: float) -> tuple[Belief, ...]:
    """Return the beliefs of `view.seat` about the dice of all other seats, in turn order, beginning with the next seat.

    `reading` is the weight of bids, which is usually 1. `memory` (0 to 1) is the weight of earlier showdowns in this
    game. The dice of players who left come last, as if they belonged to seats that made no bid (L1), and with them the
    seat's own dice that it has not seen yet (B6).
    """
    state, own = view.state, view.seat
    leans = _leans(state, reading, memory)
    around = state.circle if own is None or own not in state.circle else state.circle_from(own)
    found = list[Belief]()
    for seat in (*around, *(seat for seat in state.threw() if seat not in around)):
        hidden, opened = state.players[seat].dice - len(state.open_of(seat)), state.open_of(seat)
        if seat != own and seat in around:
            found.append(Belief(seat, hidden, leans.get(seat, FAIR), opened))
        elif seat != own:
            found.append(Belief(-1, hidden, FAIR, opened))
    unknown = unseen_of_own(view)
    return (*found, Belief(-1, unknown, FAIR, view.mine)) if unknown else tuple(found)


def unseen_of_own(view: View) -> int:
    """Return how many of its own dice the seat has not seen yet, because it is about to throw them again (B6)."""
    return view.state.players[view.seat].dice - len(view.mine) if view.seat is not None and view.mine else 0


def _leans(state: State, reading: float, memory: float) -> dict[int, Shows]:
    """Return the probabilities for the dice of each player who bid, or who voted in a poll.

    If a player made several bids on one face, only the strongest of them counts. After a player has shown dice and
    thrown the others again (B6), the bids until then say nothing of the hidden dice.
    """
    said: dict[int, dict[Numbers, float]] = {}
    wild, before, curves = state.wild(), None, CURVES.get(state.round_rules.raising, OTHERWISE)
    opened: Hand = ()
    for bid in state.bids:
        faces, counts = said.setdefault(bid.bidder, {}), counting(bid, wild)
        followed = before is not None and before.face == bid.face
        curve = curves.followed if followed else curves.later if faces else curves.chosen
        opened += bid.show
        strength = curve.at(_above(state.pool, counts, opened))
        faces[counts.numbers] = max(faces.get(counts.numbers, -1.0), strength)
        before = counts
        if bid.show:
            del said[bid.bidder]
    if state.phase is POLL and before is not None:
        for seat, believes in ((state.challenger, False), *state.votes):
            faces = said.setdefault(seat, {})
            faces[before.numbers] = faces.get(before.numbers, 0.0) + (SIDE if believes else -SIDE)
    return {seat: _shows(tuple(faces.items()), reading * trusted(state, seat, memory)) for seat, faces in said.items()}


def _above(pool: int, counts: Counting, opened: Hand) -> float:
    """Return how far a bid is above the average of a `pool`, in standard deviations.

    The `opened` dice of the pool lay in the open when the bid was made (B6).
    """
    part, hidden = 1 / counts.one_in(), pool - len(opened)
    return float((counts.quantity - counts.each(opened) - hidden * part) / (hidden * part * (1 - part)) ** 0.5)


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
