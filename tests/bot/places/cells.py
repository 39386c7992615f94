"""The cells: what is closed, at which phase of a game. A landing plays the rows marked so; the long run plays all."""

from typing import NamedTuple

from tests.bot.places import closed, phases
from tests.effort import LONG


class Cell(NamedTuple):
    """One row: something that keeps the bot out, and the phase at which it does."""

    closed: str
    phase: str

    def __str__(self) -> str:
        return f"{self.phase}: {self.closed}"


ALL = [Cell(what, phase) for what in closed.ALL for phase in phases.ALL]


def _for_a_landing() -> list[Cell]:
    """Each value of each axis twice, and those that have failed."""
    turns = list(phases.ALL)
    return [Cell(what, turns[(at + 3 * turn) % len(turns)]) for at, what in enumerate(closed.ALL) for turn in range(2)]


CHOSEN = ALL if LONG else _for_a_landing()
