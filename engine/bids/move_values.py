"""Estimate the worth of each move from beliefs about the dice, from the price, and from what other players will do.

The worth of a move is the probability, from 0 to 1, that the player does not pay for this round. Computer players'
explanations, hints and analyses all use these estimates.
"""

from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from engine.bids import actions as a
from engine.bids.beliefs import Belief, beliefs, unseen_of_own
from engine.bids.chances import FAIR, Chances, binomial, both, reached, together
from engine.bids.counting import Counting, at_least
from engine.bids.odds import known
from engine.bids.price import PRICES, brings_nothing
from engine.bids.raising import Least, palifico_raises, raises
from engine.bids.rules import AS_EVER
from engine.bids.view import View
from engine.core.characters import Character, Choice
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
    which is minus the most that the player's dice can count. A bid is certainly true if its number is negative. The
    entries of `looks` are by the quantity of the bid.
    """

    glad: Chances
    called: Chances
    looks: Chances


@lru_cache(maxsize=4096)
def _usual(pool: int, opened: int, dice: int, most: int, one_in: int) -> Usual:
    """Return the judgement of a player with `dice` of a `pool` about bids on a face.

    `opened` dice lie in the open (B6). The other dice are assumed to be fair. An unseen die counts one time in
    `one_in`. The player's own dice count as `most` at the most.
    """
    seems = [at_least(need, pool - opened - dice, one_in) for need in range(-most, pool + 1)]
    glad, called = tuple(exp(each / PREFERS) for each in seems), tuple(map(_called, seems))
    return Usual(glad, called, tuple(at_least(quantity, pool - opened, one_in) for quantity in range(pool + 1)))


class Believed(NamedTuple):
    """The beliefs about one face and the bids on it.

    `of_next` has the probabilities that the next player holds 0, 1, ... hidden dice that count. If dice count together
    (C7), it also has those that the player has in the open. `holds` has the probabilities that bids are true, by
    quantity. `rest` has the same probabilities without the next player's dice. Its first entry is for a negative
    number, which is minus the most that these dice can count. `opened` is the number of the other dice in the open that
    count (B6).
    """

    of_next: Chances
    holds: Chances
    rest: Chances
    usual: Usual
    opened: int

    def by_held(self, quantity: int) -> slice:
        """Return a slice of a sequence in `Usual`, or of `rest`.

        The first entry of these sequences is for a negative number. The slice has one entry for each number of dice,
        from 0 on, that the next player may hold towards the `quantity`.
        """
        return slice(quantity + len(self.of_next) - 1, quantity - 1 if quantity else None, -1)


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
        if counts.hands is not AS_EVER:
            return self._of_stashes(counts)
        groups = [(b.dice, round(b.matching(counts), 3)) for b in self.beliefs if b is not self.next]
        of_next = binomial(self.next.dice, round(self.next.matching(counts), 3)) if self.next.dice else (1.0,)
        mine = counts.stash(known(self.view))
        return self._believed_with(counts, of_next, together(groups), mine, counts.all(self.state.open))

    def _of_stashes(self, counts: Counting) -> Believed:
        """Return the beliefs about a face if the dice of a stash count together (C7)."""
        rest: Chances = (1.0,)
        for each in self.beliefs:
            if each is not self.next:
                rest = both(rest, counts.chances(each.opened, each.dice, each.shows))
        of_next = counts.chances(self.next.opened, self.next.dice, self.next.shows or FAIR)
        opened = sum(counts.each(dice) for seat, dice in enumerate(self.state.open) if seat != self.next.seat)
        mine = 0 if unseen_of_own(self.view) else counts.stash(self.view.mine)
        return self._believed_with(counts, of_next, rest, mine, opened)

    def _believed_with(self, counts: Counting, of_next: Chances, rest: Chances, mine: int, opened: int) -> Believed:
        """Return the beliefs about a face from the chances of the next player's dice and of the `rest`."""
        most = len(of_next) - 1
        holds = (1.0,) * (mine + 1) + reached(both(of_next, rest))[1:] + (0.0,) * (self.pool + 1)
        without = (1.0,) * (most + mine + 1) + reached(rest)[1:] + (0.0,) * (self.pool + 1)
        in_the_open = sum(map(len, self.state.open))
        usual = _usual(self.pool, in_the_open, self.next.dice, most, counts.one_in())
        return Believed(of_next, holds, without, usual, opened)

    def raised(self, bid: a.Bid) -> Raise:
        """Return the prospects of this bid as a raise by the next player."""
        found = self._raised.get(bid)
        if found is None:
            found = self._raised[bid] = self._raise_of_next(bid)
        return found

    def _raise_of_next(self, bid: a.Bid) -> Raise:
        believed = self.believed(bid)
        hidden = max(0, bid.quantity - believed.opened)
        usually, rests = believed.usual.glad[believed.by_held(hidden)], believed.rest[believed.by_held(bid.quantity)]
        gladly = true = 0.0
        for likely, glad, rest in zip(believed.of_next, usually, rests, strict=True):
            weight = likely * glad
            gladly += weight
            true += weight * rest
        again = max([self.believed(each).holds[each.quantity] for each in self._least(bid)], default=0.0)
        return Raise(gladly, true / gladly, again, believed.usual.looks[hidden])

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
        believed = self.believed(bid)
        by_held, hidden = believed.by_held(bid.quantity), believed.by_held(max(0, bid.quantity - believed.opened))
        after = self._after(bid)
        pays = called = 0.0
        for likely, usually, rest in zip(
            believed.of_next, believed.usual.called[hidden], believed.rest[by_held], strict=True
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
