"""What a game counts for: each projection a pure function in a file of its own, from a finished game to tallies.

To count something more, write such a file and name it in `PROJECTIONS`; `python -m bot rebuild` counts it for all
games that are kept. A tally is a board as soon as `bot/history/boards.py` names it.
"""

from collections.abc import Callable, Iterator

from bot.history.finished import Finished
from bot.history.projections.bads import bads
from bot.history.projections.chips import chips
from bot.history.projections.streak import streak
from bot.history.projections.talk import talk
from bot.history.projections.thrown import thrown
from bot.history.projections.washed_up import washed_up
from bot.history.projections.wins import wins
from bot.storage.tallies import Tally

Projection = Callable[[Finished], Iterator[Tally]]

PROJECTIONS: tuple[Projection, ...] = (wins, streak, washed_up, bads, chips, talk, thrown)


def projected(done: Finished) -> Iterator[Tally]:
    """All that a game counts for."""
    for projection in PROJECTIONS:
        yield from projection(done)
