"""Play chips won and lost (E6)."""

from collections import Counter
from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally
from engine.core.events import ChipsMoved


def chips(done: Finished) -> Iterator[Tally]:
    """What each has more or less than before, and beside it games for chips."""
    moved: Counter[int] = Counter()
    for event in done.each(ChipsMoved):
        moved[event.seat] += event.amount
    for seat, user in done.game.people().items():
        if seat in moved:
            yield Tally(user, "chips", moved[seat], 1)
