"""The price of the game of the cup: the event of a showdown's price, and the players' positions by forfeits."""

from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.state import Player
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State


def price(_state: State, shown: CupLifted) -> tuple[Event, ...]:
    """Return the price of a showdown: the loser owes the winner a forfeit (P1)."""
    return (ForfeitOwed(shown.loser(), shown.winner(), Cause.CHALLENGE),)


def stands(player: Player) -> tuple[int, ...]:
    """Return a player's position; a greater tuple is better, and fewer forfeits give a greater one (E5)."""
    return (-player.forfeits,)
