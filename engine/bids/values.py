"""The worth of each move to a seat: from its beliefs about the dice, from the price, and from what others will do.

Worth is the probability, 0 to 1, of not paying for this round. The explanations of computer players' moves, the hints
and the analyses all use this module.
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
"""A bid with the first probability is challenged half of the time by the next player.

The second number says how sharply that depends on the probability.
"""

PREFERS = 0.15
"""How strongly others prefer raises that seem likelier to be true to them; a smaller number means more strongly."""

LATER = -0.1
"""The extra worth of a challenge to patient players if only two play. `Pays.sooner` is that for more players."""

PRUDENCE = 0.3
"""The weight of a bid's own probability if two players are left, besides the other player's answer.

With more players it is less.
"""


class Raise(NamedTuple):
    """A bid that the next player may make: its weight, and the probabilities that it is true.

    `gladly` is the weight. `holds` is the probability if the next player makes the bid, and `again` that of the next
    raise. `looks` is the probability to a player without dice.
    """

    gladly: float
    holds: float
    again: float
    looks: float


class Usual(NamedTuple):
    """The next player's opinion of bids on a face, by the number of dice that must count besides their own.

    `glad` is the weight of such a bid, and `called` the probability that they challenge it. Both begin below 0, at
    minus the number of the player's dice, where the player's own dice make the bid true. `looks` is by quantity.
    """

    glad: Chances
    called: Chances
    looks: Chances


@lru_cache(maxsize=4096)
def _usual(pool: int, dice: int, one_in: int) -> Usual:
    """Return the opinion of bids that a player with `dice` of a `pool` has, from their own dice and fair other dice."""
    seems = [at_least(need, pool - dice, one_in) for need in range(-dice, pool + 1)]
    glad, called = tuple(exp(each / PREFERS) for each in seems), tuple(map(_called, seems))
    return Usual(glad, called, tuple(at_least(quantity, pool, one_in) for quantity in range(pool + 1)))


class Believed(NamedTuple):
    """The beliefs about one face and the bids on it.

    `of_next` are the probabilities that the next player holds 0, 1, ... dice that count. `holds` are the
    probabilities, by quantity, that a bid is true. `rest` are the same without the next player's dice, and begin below
    0, at minus the number of these dice.
    """

    of_next: Chances
    holds: Chances
    rest: Chances
    usual: Usual


class Weighing:
    """One decision of a seat: its beliefs about the dice, and the outcome of each bid."""

    def __init__(self, view: View, character: Character) -> None:
        """Prepare a decision of `view.seat`, which plays as `character`."""
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
        """Return whether this player lets everybody have a turn. With two players left it does not."""
        return self.character.is_patient and self.players > 2

    def holds(self, bid: AnyBid) -> float:
        """Return the probability that a bid is true, given all beliefs."""
        return self.believed(bid).holds[bid.quantity]

    def is_exactly(self, bid: AnyBid) -> float:
        """Return the probability that exactly as many dice count as a bid names."""
        holds = self.believed(bid).holds
        return holds[bid.quantity] - holds[bid.quantity + 1]

    def believed(self, bid: AnyBid) -> Believed:
        """Return the beliefs about a bid's face. They are computed when the first bid on the face is weighed."""
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
        """Return the outcome of the next player's raising to this bid."""
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
        """Return a slice of a sequence in `Usual` or `Believed.rest`, which begin below 0.

        The slice has one entry for each number of dice, from 0 on, that the next player may hold towards the
        `quantity`.
        """
        return slice(quantity + self.next.dice, quantity - 1 if quantity else None, -1)

    def call(self) -> Choice:
        """Return the challenge of the current bid, with its worth."""
        bid = self.state.standing
        assert bid is not None
        true = min(1.0, self.holds(bid) + self.character.trust)
        sooner = self.pays.sooner if self.is_patient() else self.character.is_patient * LATER
        return Choice(a.Challenge(), 1 - true + sooner, 1 - true)

    def exact(self) -> Choice:
        """Return the exact call of the current bid (C5), with its worth.

        A right call wins a die back or costs other players one. It is worth less if the player has the full number of
        dice.
        """
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
        """Return a bid with its worth.

        The bid may be called immediately, or it may be raised and come back to the player.
        """
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
        """Return the probability of paying in the end if the next player raises; None if no higher bid is possible."""
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
    """Return the probability that a player challenges a bid which seems to be true with probability `seems`."""
    return 1 / (1 + exp((seems - CALLS_BELOW) / SHARPLY))


def weigh(view: View, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return every move of `view.seat` that is worth considering, with its worth. The seat must be awaited.

    The bid that was `made` is weighed too, as the last one, even if it is not worth considering. Out of turn, in a
    poll and between rounds there is nothing to weigh.
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
"""By how many dice the considered bids may exceed the least raise on a face."""


def _bids(weighing: Weighing) -> list[a.Bid]:
    """Return the bids to weigh: up to `ABOVE` dice more than the least bid on each face.

    Opening bids are near the average of the pool, or low.
    """
    legal, bids, patient = weighing.view.legal, list[a.Bid](), weighing.is_patient()
    for bid in legal.bids:
        first, last = bid.quantity, bid.quantity + (0 if patient and weighing.players > 3 else ABOVE)
        if weighing.state.standing is None:
            first, last = _openings(weighing, bid)
        bids += [a.Bid(quantity, bid.face) for quantity in range(first, min(last, legal.most) + 1)]
    return bids


def _openings(weighing: Weighing, bid: a.Bid) -> tuple[int, int]:
    """Return the least and the greatest quantity of the opening bids to weigh on a face.

    `bid` is the least bid on that face. A patient player opens so low that everybody can have a turn first.
    """
    least, average = bid.quantity, weighing.pool / weighing.state.counting(bid).one_in()
    if not weighing.is_patient():
        highest = int(average) + (0 if weighing.character.is_patient else 3)
        return max(least, int(average) - 2), max(least, highest)
    a_bid = 1.0 if weighing.state.palifico else dice_a_bid(weighing.state.round_rules.raising)
    highest = max(least, round(average - weighing.players * a_bid - 0.5))
    return max(least, highest - 2), highest


def reason(view: View, action: Action, character: Character) -> Reason | None:
    """Return the reason for a bid or call by `view.seat`, from the probabilities that it weighs.

    Return None for other moves.
    """
    bid = view.state.standing
    if isinstance(action, a.Bid):
        return Reason(False, Weighing(view, character).holds(action))
    if isinstance(action, a.Challenge) and bid is not None:
        times = sum(each.bidder == bid.bidder and each.face == bid.face for each in view.state.bids)
        return Reason(True, Weighing(view, character).holds(bid), times)
    return None
