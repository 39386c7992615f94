"""List the cells that the tests play. A cell is a pair of a restriction and a phase of a game.

`make test` plays some of the cells, and `make test-long` plays all.
"""

from typing import NamedTuple

from tests.bot.places import closed, phases
from tests.effort import LONG


class Cell(NamedTuple):
    """Pair a restriction that keeps the bot out of a channel with the phase of a game at which it begins."""

    closed: str
    phase: str

    def __str__(self) -> str:
        return f"{self.phase}: {self.closed}"


ALL = [Cell(what, phase) for what in closed.ALL for phase in phases.ALL]

HAVE_FAILED = [
    Cell("no Send Messages", "showdown"),
    Cell("no Attach Files", "evening"),
    Cell("no Read Message History", "forfeit"),
    Cell("out of a private thread", "forfeit"),
    Cell("put out", "evening"),
    Cell("put out", "play"),
    Cell("thread archived", "result"),
    Cell("thread archived and locked", "result"),
    Cell("thread locked", "turn"),
    Cell("timed out", "round"),
]
"""Cells that failed once because of a bug, or that fail if a certain bug is put in, one for each bug."""


def _for_a_landing() -> list[Cell]:
    """Return the cells for `make test`.

    Each permission, kind of place, error code and phase occurs in at least two of them. Every cell that has ever
    failed is also included.
    """
    turns, kinds = list(phases.ALL), dict[str, list[str]]()
    for name in closed.ALL:
        kinds.setdefault(name.split(" to ")[0].split(", in ")[0], []).append(name)
    twice = [
        Cell(names[turn % len(names)], turns[(at + 3 * turn) % len(turns)])
        for at, names in enumerate(kinds.values())
        for turn in range(2)
    ]
    return list(dict.fromkeys([*twice, *HAVE_FAILED]))


CHOSEN = ALL if LONG else _for_a_landing()
