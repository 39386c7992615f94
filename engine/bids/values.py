"""The worth of each move to a seat: from its beliefs about the dice, the price, and what others will do.

Worth is the chance, 0 to 1, of not paying for this round. Everything that explains a computer player's moves, hints and
analyses reads from here.
"""

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from engine.bids import actions as a
from engine.bids.beliefs import Belief, Chances, beliefs, binomial, both, reached, together
from engine.bids.counting import at_least
from engine.bids.price import PRICES, brings_nothing
from engine.bids.raising import Least, dice_a_bid, palifico_raises, raises
from engine.bids.view import View
from engine.core.actions import Action
from engine.core.characters import Character, Choice, Reason
from engine.core.dice import AnyBid

CALLS_BELOW, SHARPLY = 0.3, 0.07
"""The likelihood below which others challenge a bid half of the time at the first chance, and how sharply."""

PREFERS = 0.15
"""How strongly others prefer raises that are likelier to them; smaller is stronger."""

LATER = -0.1
"""The extra worth of a challenge to patient players if only two play (`Pays.sooner`: if more do)."""

PRUDENCE = 0.3
"""How much weight two players alone give to a bid's own chance, beside the other's answer; more players less."""


class Raise(NamedTuple):
    """A bid that the next player may make: its weight, its chance then, or after one more raise, and its look."""

    gladly: float
    holds: float
    again: float
    looks: float


class Usual(NamedTuple):
    """The next player's opinion of a bid on a face, by its quantity and how many dice count that they do not hold.

    `glad` and `called` begin at as many dice below 0 as the player has: there their own dice alone make the bid hold.
    """

    glad: Chances
    called: Chances
    looks: Chances


@lru_cache(maxsize=4096)
def _usual(pool: int, dice: int, one_in: int) -> Usual:
    """Return the opinion of bids that a player with `dice` of a `pool` has, from their own dice and fair ones."""
    seems = [at_least(need, pool - dice, one_in) for need in range(-dice, pool + 1)]
    glad, called = tuple(exp(each / PREFERS) for each in seems), tuple(map(_called, seems))
    return Usual(glad, called, tuple(at_least(quantity, pool, one_in) for quantity in range(pool + 1)))


class Believed(NamedTuple):
    """Beliefs about one face: by count, how likely the next player holds that many dice of it; and about bids on it.

    By quantity: how likely a bid holds, and how likely without the next player's dice; the latter begins at as many
    below 0 as they have dice.
    """

    of_next: Chances
    holds: Chances
    rest: Chances
    usual: Usual


class Weighing:
    """One decision: the beliefs about the dice, and the outcome of each bid."""

    def __init__(self, view: View, character: Character) -> None:
        """Decide for `view.seat`."""
        state = view.state
        self.view, self.state, self.character = view, state, character
        self.pool = state.pool
        self.beliefs = beliefs(view, character.reading, character.memory)
        others = [b for b in self.beliefs if b.seat >= 0]
        self.next = others[0] if others else Belief(-1, 0, ())
        self._believed: dict[int, Believed] = {}
        self._raised: dict[a.Bid, Raise] = {}
        self.players, self.pays = len(state.circle), PRICES[state.round_rules.price]

    def is_patient(self) -> bool:
        """Whether this player lets everybody have a turn; two players alone need not."""
        return self.character.is_patient and self.players > 2

    def holds(self, bid: AnyBid) -> float:
        """Return how likely a bid holds, given all beliefs."""
        return self.believed(bid).holds[bid.quantity]

    def is_exactly(self, bid: AnyBid) -> float:
        """Return how likely exactly this many dice count."""
        holds = self.believed(bid).holds
        return holds[bid.quantity] - holds[bid.quantity + 1]

    def believed(self, bid: AnyBid) -> Believed:
        """Return the beliefs about a bid's face, computed when a bid on it is weighed."""
        found = self._believed.get(bid.face)
        if found is None:
            found = self._believed[bid.face] = self._of_face(bid)
        return found

    def _of_face(self, bid: AnyBid) -> Believed:
        counts = self.state.counting(bid)
        groups = [(b.dice, round(b.matching(counts), 3)) for b in self.beliefs if b is not self.next]
        of_next = binomial(self.next.dice, round(self.next.matching(counts), 3)) if self.next.dice else (1.0,)
        rest, mine = together(groups), counts.stash(self.view.mine)
        holds = (1.0,) * (mine + 1) + reached(both(of_next, rest))[1:] + (0.0,) * (self.pool + 1)
        without = (1.0,) * (self.next.dice + mine + 1) + reached(rest)[1:] + (0.0,) * (self.pool + 1)
        return Believed(of_next, holds, without, _usual(self.pool, self.next.dice, counts.one_in()))

    def raised(self, bid: a.Bid) -> Raise:
        """Return the outcome if the next player raises to this bid."""
        found = self._raised.get(bid)
        if found is None:
            found = self._raised[bid] = self._raise_of_next(bid)
        return found

    def _raise_of_next(self, bid: a.Bid) -> Raise:
        believed, by_held = self.believed(bid), self._by_held(bid.quantity)
        gladly = true = 0.0
        for likely, glad, rest in zip(
            believed.of_next, believed.usual.glad[by_held], believed.rest[by_held], strict=True
        ):
            weight = likely * glad
            gladly += weight
            true += weight * rest
        again = max([self.believed(each).holds[each.quantity] for each in self._least(bid)], default=0.0)
        return Raise(gladly, true / gladly, again, believed.usual.looks[bid.quantity])

    def _by_held(self, quantity: int) -> slice:
        """Return the part, of a sequence that begins below 0, for a next player with 0, 1 ... dice of a quantity."""
        return slice(quantity + self.next.dice, quantity - 1 if quantity else None, -1)

    def call(self) -> Choice:
        """Return the challenge of the current bid."""
        bid = self.state.standing
        assert bid is not None
        true = min(1.0, self.holds(bid) + self.character.trust)
        sooner = self.pays.sooner if self.is_patient() else self.character.is_patient * LATER
        return Choice(a.Challenge(), 1 - true + sooner, 1 - true)

    def exact(self) -> Choice:
        """Return the exact call (C5): if right, it gains a die, or costs others one; less at the full number."""
        bid = self.state.standing
        assert bid is not None
        assert self.view.seat is not None
        right = self.is_exactly(bid)
        gain = (
            1 - 1 / self.players
            if brings_nothing(self.state, self.view.seat)
            else 1.0 + (self.players > 2) * (1 / self.players)
        )
        return Choice(a.CallExact(), right * gain, right)

    def bid(self, bid: a.Bid) -> Choice:
        """Return a bid: it may be called at once, or raised and then come back."""
        believed, by_held = self.believed(bid), self._by_held(bid.quantity)
        after = self._after(bid)
        pays = called = 0.0
        for likely, usually, rest in zip(
            believed.of_next, believed.usual.called[by_held], believed.rest[by_held], strict=True
        ):
            calls = usually if after is not None else 1.0
            called += likely * calls
            pays += likely * calls * (1 - rest)
        true = self.holds(bid)
        if after is not None:
            pays += (1 - called) * after
        plainly = PRUDENCE / (self.players - 1) ** 2
        return Choice(bid, 1 - (1 - plainly) * pays - plainly * (1 - true), true)

    def _after(self, bid: a.Bid) -> float | None:
        """Return the chance to pay in the end if the next player raises; None if nothing higher may be bid."""
        made = [self.raised(least) for least in self._least(bid)]
        if not made:
            return None
        whole = holds = again = looks = worth = 0.0
        for gladly, its_holds, its_again, its_looks in made:
            whole += gladly
            holds += gladly * its_holds
            again += gladly * its_again
            looks += gladly * its_looks
        many, holds, again, looks = log(self.players - 1), holds / whole, again / whole, looks / whole
        seen = (1.0, many, holds, again, looks, holds * many, again * many)
        for weight, each in zip(self.pays.after, seen, strict=True):
            worth += weight * each
        return 1 / (1 + exp(-worth))

    def _least(self, bid: a.Bid) -> Least:
        """Return the least raises over a bid (B4, C6)."""
        if self.state.palifico:
            return palifico_raises(bid, False, self.pool)
        return raises(self.state.round_rules.raising, bid, self.pool)


def _called(seems: float) -> float:
    """Return how likely a player challenges a bid that seems to hold with this likelihood."""
    return 1 / (1 + exp((seems - CALLS_BELOW) / SHARPLY))


def weigh(view: View, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return every move of `view.seat`, who is awaited, that is worth considering, with its worth; bids by quantity.

    The move that was `made` is weighed too, last, even if it is not worth considering. Out of turn, in a poll and
    between rounds there is nothing to weigh.
    """
    legal = view.legal
    if not legal.may_bid() and not (legal.challenge and legal.in_turn):
        return ()
    weighing = Weighing(view, character)
    choices = [weighing.bid(bid) for bid in _bids(weighing)]
    if legal.challenge:
        choices.append(weighing.call())
    if legal.exact:
        choices.append(weighing.exact())
    if isinstance(made, a.Bid) and all(made != choice.action for choice in choices):
        choices.append(weighing.bid(made))
    return tuple(choices)


ABOVE = 2
"""How far above the least raise of a face bids are considered."""


def _bids(weighing: Weighing) -> list[a.Bid]:
    """Return bids up to `ABOVE` over the least of every face; as openings those near the average, or low ones."""
    legal, bids, patient = weighing.view.legal, list[a.Bid](), weighing.is_patient()
    for bid in legal.bids:
        first, last = bid.quantity, bid.quantity + (0 if patient and weighing.players > 3 else ABOVE)
        if weighing.state.standing is None:
            first, last = _openings(weighing, bid)
        bids += [a.Bid(quantity, bid.face) for quantity in range(first, min(last, legal.most) + 1)]
    return bids


def _openings(weighing: Weighing, bid: a.Bid) -> tuple[int, int]:
    """Return the least and the most quantity to open a face, given its least bid.

    Patient players let everybody have a turn first.
    """
    least, average = bid.quantity, weighing.pool / weighing.state.counting(bid).one_in()
    if not weighing.is_patient():
        highest = int(average) + (0 if weighing.character.is_patient else 3)
        return max(least, int(average) - 2), max(least, highest)
    a_bid = 1.0 if weighing.state.palifico else dice_a_bid(weighing.state.round_rules.raising)
    highest = max(least, round(average - weighing.players * a_bid - 0.5))
    return max(least, highest - 2), highest


def reason(view: View, action: Action, character: Character) -> Reason | None:
    """Return why `view.seat` bids or calls, from the same chances that it weighs; None for other moves."""
    bid = view.state.standing
    if isinstance(action, a.Bid):
        return Reason(False, Weighing(view, character).holds(action))
    if isinstance(action, a.Challenge) and bid is not None:
        times = sum(each.bidder == bid.bidder and each.face == bid.face for each in view.state.bids)
        return Reason(True, Weighing(view, character).holds(bid), times)
    return None
