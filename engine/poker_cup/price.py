"""The prices of lost showdowns in the cup game, and the players' positions by them."""

from collections.abc import Callable, Mapping

import msgspec

from engine.core import lives
from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.policies import Price
from engine.core.state import Player
from engine.poker_cup.events import CupLifted, GaveUp
from engine.poker_cup.rules import TopCosts
from engine.poker_cup.state import State

Paid = tuple[Event, ...]


class Pays(msgspec.Struct, frozen=True):
    """A price of the cup game.

    `loses` returns the events by which a loser pays 1 or 2 to the winner. `stands` returns a player's position by this
    price. A greater tuple is better.
    """

    loses: Callable[[State, int, int, int, Cause], Paid]
    stands: Callable[[Player], tuple[int, ...]]


def price(state: State, shown: CupLifted) -> Paid:
    """Return the events with which a showdown is paid (P1, P7, K18)."""
    many = 2 if shown.claim == state.rules.ranking.top and TOP_COSTS_TWO[state.rules.mia](shown.holds) else 1
    return PRICES[state.rules.price].loses(state, shown.loser(), shown.winner(), many, Cause.CHALLENGE)


TOP_COSTS_TWO: Mapping[TopCosts, Callable[[bool], bool]] = {
    TopCosts.REAL: lambda holds: holds,
    TopCosts.DOUBLE: lambda _holds: True,
    TopCosts.SINGLE: lambda _holds: False,
}
"""Functions that return whether a showdown after the highest claim costs two, given whether the claim was true.

This depends only on the claim: the highest throw under the cup costs one if the claim was lower (K18).
"""


def price_of_giving_up(state: State, event: GaveUp) -> Paid:
    """Return the events with which a player pays for giving up, which costs one (K18)."""
    return PRICES[state.rules.price].loses(state, event.seat, event.to, 1, Cause.GAVE_UP)


def stands(state: State) -> Callable[[Player], tuple[int, ...]]:
    """Return the function that computes a player's position in this game. A greater tuple is better."""
    return PRICES[state.rules.price].stands


def _forfeits(_state: State, loser: int, winner: int, many: int, why: Cause) -> Paid:
    return (ForfeitOwed(loser, winner, why),) * many


def _lives(state: State, loser: int, _winner: int, many: int, why: Cause) -> Paid:
    return lives.lost(state, loser, many, why)


PRICES: Mapping[Price, Pays] = {
    Price.FORFEIT: Pays(_forfeits, lambda player: (-player.forfeits,)),  # E5
    Price.LIVES: Pays(_lives, lives.stands),
}
"""The prices of the cup game (P6)."""
