"""The prices of lost showdowns in the cup game, and the players' positions by them."""

from collections.abc import Callable, Mapping

import msgspec

from engine.core import lives
from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.policies import Price
from engine.core.state import Player
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State

Paid = tuple[Event, ...]


class Pays(msgspec.Struct, frozen=True):
    """A price of the cup game.

    `loses` returns the events by which a loser pays to the winner. `stands` returns a player's position by this price.
    A greater tuple is better.
    """

    loses: Callable[[State, int, int, Cause], Paid]
    stands: Callable[[Player], tuple[int, ...]]


def price(state: State, shown: CupLifted) -> Paid:
    """Return the events with which a showdown is paid (P1, P7)."""
    return PRICES[state.rules.price].loses(state, shown.loser(), shown.winner(), Cause.CHALLENGE)


def stands(state: State) -> Callable[[Player], tuple[int, ...]]:
    """Return the function that computes a player's position in this game. A greater tuple is better."""
    return PRICES[state.rules.price].stands


def _a_forfeit(_state: State, loser: int, winner: int, why: Cause) -> Paid:
    return (ForfeitOwed(loser, winner, why),)


def _a_life(state: State, loser: int, _winner: int, why: Cause) -> Paid:
    return lives.lost(state, loser, 1, why)


PRICES: Mapping[Price, Pays] = {
    Price.FORFEIT: Pays(_a_forfeit, lambda player: (-player.forfeits,)),  # E5
    Price.LIVES: Pays(_a_life, lives.stands),
}
"""The prices of the cup game (P6)."""
