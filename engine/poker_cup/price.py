"""The price of a showdown of the cup, as events."""

from engine.core.events import Cause, Event, ForfeitOwed
from engine.poker_cup.events import CupLifted
from engine.poker_cup.state import State


def price(_state: State, shown: CupLifted) -> tuple[Event, ...]:
    """What a showdown costs: the one who was wrong owes the other a forfeit (P1)."""
    return (ForfeitOwed(shown.loser(), shown.winner(), Cause.CHALLENGE),)
