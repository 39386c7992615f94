"""The tension of a showdown: what it decides, and how close it was."""

from enum import IntEnum

from engine.core.ending import Priced
from engine.core.state import State


class Tension(IntEnum):
    """The tension of a showdown that has been paid. It decides how long a table shows the showdown."""

    FAR = 1  # it decides little, and the bid or claim was far off
    CLOSE = 2  # it decides little
    GREAT = 3  # it may decide the game: it was about a last die, a last life or a last bad, or the game is over


def was_last_life(state: State, rules: Priced, winner: int, loser: int) -> bool:
    """Return whether the last life of the winner or the loser of a showdown was at stake (P7)."""
    return rules.counts_lives() and (state.players[winner].lives == 1 or not state.players[loser].lives)
