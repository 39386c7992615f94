"""What the cup is played for: the price of a showdown, as events, and how a player stands by it."""

from engine.core.events import Cause, Event, ForfeitOwed
from engine.core.state import Player
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State


def price(_state: State, shown: CupLifted) -> tuple[Event, ...]:
    """What a showdown costs: the one who was wrong owes the other a forfeit (P1)."""
    return (ForfeitOwed(shown.loser(), shown.winner(), Cause.CHALLENGE),)


def stands(player: Player) -> tuple[int, ...]:
    """How a player stands, more being better: the fewest forfeits (E5)."""
    return (-player.forfeits,)
