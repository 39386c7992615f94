"""Estimate the worth of each move from beliefs about the dice, from the price, and from what other players will do.

The worth of a move is the probability, from 0 to 1, that the player does not pay for this round. Computer players'
explanations, hints and analyses all use these estimates.
"""

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from engine.bids import actions as a
from engine.bids.beliefs import Belief, Chances, beliefs, binomial, both, reached, together
from engine.bids.counting import Counting, at_least
from engine.bids.odds import half_of_average
from engine.bids.price import PRICES, brings_nothing
from engine.bids.raising import Least, dice_a_bid, palifico_raises, raises
from engine.bids.view import View
from engine.core.actions import Action
from engine.core.characters import EASY, Character, Choice, Reason
from engine.core.dice import CalledBid, is_pure

CALLS_BELOW, SHARPLY = 0.3, 0.07
"""The next player challenges half of the bids that seem true with the probability `CALLS_BELOW`.

`SHARPLY` says how sharply the share of challenges depends on that probability. A smaller number means more sharply.
"""

PREFERS = 0.15
"""The strength of other players' preference for raises that seem likely to be true.

A smaller number means a stronger preference.
"""

LATER = -0.1
"""The extra worth of a challenge to patient players if only two play.

With more players, `Pays.sooner` is used instead.
"""

PRUDENCE = 0.3
"""The weight of a bid's own probability in its worth, if two players are left.

The rest of the worth depends on the other player's answer. With more players the weight is smaller.
"""


class Raise(NamedTuple):
    """A bid that the next player may make, with its weight and several probabilities.

    `gladly` is the weight, which is greater if the player likes the bid more. `holds` is the probability that the bid
    is true if the next player makes it. `again` is the probability that the next raise after it is true. `looks` is
    the probability that the bid is true, as judged by somebody who holds no dice.
    """

    gladly: float
    holds: float
    again: float
    looks: float


class Usual(NamedTuple):
    """How the next player judges bids on a face.

    `glad` has the weight of a bid, and `called` the probability that the next player challenges it. Their entries are
    by the number of dice that must count besides that player's own dice. The first entry is for a negative number,
    which is minus the number of the player's dice. A bid is certainly true if its number is negative. The entries of
    `looks` are by the quantity of the bid.
    """

    glad: Chances
    called: Chances
    looks: Chances


@lru_cache(maxsize=4096)
def _usual(pool: int, dice: int, one_in: int) -> Usual:
    """Return the judgement of a player with `dice` of a `pool` about bids on a face.

    The other dice are assumed to be fair. An unseen die counts one time in `one_in`.
    """
    seems = [at_least(need, pool - dice, one_in) for need in range(-dice, pool + 1)]
    glad, called = tuple(exp(each / PREFERS) for each in seems), tuple(map(_called, seems))
    return Usual(glad, called, tuple(at_least(quantity, pool, one_in) for quantity in range(pool + 1)))


class Believed(NamedTuple):
    """The beliefs about one face and the bids on it.

    `of_next` has the probabilities that the next player holds 0, 1, ... dice that count. `holds` has the probabilities
    that bids are true, by quantity. `rest` has the same probabilities without the next player's dice. Its first entry
    is for a negative number, which is minus the number of these dice.
    """

    of_next: Chances
    holds: Chances
    rest: Chances
    usual: Usual


class Weighing:
    """A decision of one seat: its beliefs about the dice, and the worth of each bid and call."""

    def __init__(self, view: View, character: Character) -> None:
        """Prepare a decision of `view.seat`, which plays as `character`."""
        state = view.state
        self.view, self.state, self.character = view, state, character
        self.pool, self.stars = state.pool, state.wild()
        self.beliefs = beliefs(view, character.reading, character.memory)
        others = [b for b in self.beliefs if b.seat >= 0]
        self.next = others[0] if others else Belief(-1, 0, ())
        self._believed: dict[tuple[int, bool], Believed] = {}
        self._raised: dict[a.Bid, Raise] = {}
        self.players, self.pays = len(state.circle), PRICES[state.round_rules.price]

    def is_patient(self) -> bool:
        """Return whether this player bids so low that everybody gets a turn.

        It does not do so if two players are left.
        """
        return self.character.is_patient and self.players > 2

    def holds(self, bid: CalledBid) -> float:
        """Return the probability that a bid is true, given all beliefs."""
        return self.believed(bid).holds[bid.quantity]

    def is_exactly(self, bid: CalledBid) -> float:
        """Return the probability that a bid is exact."""
        holds = self.believed(bid).holds
        return holds[bid.quantity] - holds[bid.quantity + 1]

    def believed(self, bid: CalledBid) -> Believed:
        """Return the beliefs about a bid's face. They are computed when the first bid on the face is weighed."""
        key = bid.face, is_pure(bid)
        found = self._believed.get(key)
        if found is None:
            found = self._believed[key] = self._of_face(self.state.counting(bid))
        return found

    def _of_face(self, counts: Counting) -> Believed:
        groups = [(b.dice, round(b.matching(counts), 3)) for b in self.beliefs if b is not self.next]
        of_next = binomial(self.next.dice, round(self.next.matching(counts), 3)) if self.next.dice else (1.0,)
        rest, mine = together(groups), counts.stash(self.view.mine)
        holds = (1.0,) * (mine + 1) + reached(both(of_next, rest))[1:] + (0.0,) * (self.pool + 1)
        without = (1.0,) * (self.next.dice + mine + 1) + reached(rest)[1:] + (0.0,) * (self.pool + 1)
        return Believed(of_next, holds, without, _usual(self.pool, self.next.dice, counts.one_in()))

    def raised(self, bid: a.Bid) -> Raise:
        """Return the prospects of this bid as a raise by the next player."""
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
        """Return a slice of a sequence in `Usual` or `Believed.rest`.

        The first entry of these sequences is for a negative number. The slice has one entry for each number of dice,
        from 0 on, that the next player may hold towards the `quantity`.
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

        The estimate covers both answers of the next player: to challenge the bid, or to raise it.
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
        """Return the probability that this player pays in the end if the next player raises the bid.

        Return None if no higher bid is possible.
        """
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
        """Return the least raises of a bid (B4, C6)."""
        if self.state.palifico:
            return palifico_raises(bid, False, self.pool)
        return raises(self.state.round_rules.raising, bid, self.pool, self.stars)


def _called(seems: float) -> float:
    """Return the probability that a player challenges a bid. `seems` is the player's estimate that the bid is true."""
    return 1 / (1 + exp((seems - CALLS_BELOW) / SHARPLY))


def weigh(view: View, character: Character, made: Action | None = None) -> tuple[Choice, ...]:
    """Return every move of `view.seat` that is worth considering, with its worth.

    If `made` is a bid, it is weighed too, as the last one, even if it is not worth considering. The result is empty
    out of turn, in a poll and between rounds, because there is nothing to weigh.
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
"""The most dice by which the bids to weigh may exceed the least raise on a face."""


def _bids(weighing: Weighing) -> list[a.Bid]:
    """Return the bids to weigh. On each face, they are the least bid and the bids with up to `ABOVE` dice more.

    If more than three players are left, a patient player weighs only the least bids. Opening bids are chosen by
    `_openings`.
    """
    legal, bids, patient = weighing.view.legal, list[a.Bid](), weighing.is_patient()
    for bid in legal.bids:
        first, last = bid.quantity, bid.quantity + (0 if patient and weighing.players > 3 else ABOVE)
        if weighing.state.standing is None:
            first, last = _openings(weighing, bid)
        bids += [a.Bid(quantity, bid.face, bid.called) for quantity in range(first, min(last, legal.most_on(bid)) + 1)]
    return bids


def _openings(weighing: Weighing, bid: a.Bid) -> tuple[int, int]:
    """Return the least and the greatest quantity of the opening bids to weigh on a face.

    `bid` is the least bid on that face. An easy player opens with the quantity that the panel's buttons propose. The
    others open near the average of the pool, and patient ones so low that everybody can have a turn first.
    """
    counts = weighing.state.counting(bid)
    least, average = bid.quantity, weighing.pool / counts.one_in()
    if weighing.character.level is EASY:
        return (half := half_of_average(weighing.state, bid)), half
    if not weighing.is_patient():
        highest = int(average) + (0 if weighing.character.is_patient else 3)
        return max(least, int(average) - 2), max(least, highest)
    a_bid = 1.0 if weighing.state.palifico else dice_a_bid(weighing.state.round_rules.raising)
    highest = max(least, round(average - weighing.players * a_bid - 0.5))
    return max(least, highest - 2), highest


def reason(view: View, action: Action, character: Character) -> Reason | None:
    """Return the reason for a bid or call by `view.seat`, or None for other moves.

    The reason contains the estimated probability that the bid is true.
    """
    bid = view.state.standing
    if isinstance(action, a.Bid):
        return Reason(False, Weighing(view, character).holds(action))
    if isinstance(action, a.Challenge) and bid is not None:
        times = sum(each.bidder == bid.bidder and each.face == bid.face for each in view.state.bids)
        return Reason(True, Weighing(view, character).holds(bid), times)
    return None
