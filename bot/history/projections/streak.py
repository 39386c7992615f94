"""Games won in a row."""

from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally


def streak(done: Finished) -> Iterator[Tally]:
    """A win makes the run longer, any other end breaks it."""
    for seat, user in done.game.people().items():
        yield Tally(user, "streak", int(seat in done.over.winners))
