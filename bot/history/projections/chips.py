"""Play chips won and lost (E6)."""

from collections import Counter
from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally
from engine.core.events import ChipsMoved


def chips(game: Game) -> Iterator[Tally]:
    """What each has more or less than before, and beside it games for chips."""
    if game.over():
        moved: Counter[int] = Counter()
        for event in game.events:
            if isinstance(event, ChipsMoved):
                moved[event.seat] += event.amount
        for seat, user in game.people().items():
            if seat in moved:
                yield Tally(user, "chips", moved[seat], 1)
