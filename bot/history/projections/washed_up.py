"""Games in which somebody washed up (E4), and beside them games played to their end."""

from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally


def washed_up(done: Finished) -> Iterator[Tally]:
    """Once for each who washed up."""
    for seat, user in done.game.people().items():
        yield Tally(user, "washed_up", int(seat in done.over.losers), 1)
