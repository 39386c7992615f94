"""Games won, and beside them games played to their end."""

from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally


def wins(done: Finished) -> Iterator[Tally]:
    """One game for everybody who sat in it, leavers too, and a win for those who won."""
    for seat, user in done.game.people().items():
        yield Tally(user, "wins", int(seat in done.over.winners), 1)
