"""The stakes of the cup: the price of a showdown, as events, and the players' positions by it."""

from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.state import Player
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State


def price(_state: State, shown: CupLifted) -> tuple[Event, ...]:
    """Return the price of a showdown: the loser owes the winner a forfeit (P1)."""
    return (ForfeitOwed(shown.loser(), shown.winner(), Cause.CHALLENGE),)


def stands(player: Player) -> tuple[int, ...]:
    """Return a player's position, more being better: the fewest forfeits (E5)."""
    return (-player.forfeits,)
