"""The price of a lost showdown in the cup game, and the players' positions by their forfeits."""

from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.state import Player
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State


def price(_state: State, shown: CupLifted) -> tuple[Event, ...]:
    """Return the event with which a showdown is paid: the loser owes the winner a forfeit (P1)."""
    return (ForfeitOwed(shown.loser(), shown.winner(), Cause.CHALLENGE),)


def stands(player: Player) -> tuple[int, ...]:
    """Return a player's position. A greater tuple is better, because it means fewer forfeits (E5)."""
    return (-player.forfeits,)
