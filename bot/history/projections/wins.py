"""Games won, and beside them games played to their end."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally


def wins(game: Game) -> Iterator[Tally]:
    """One game for everybody who sat in it, leavers too, and a win for those who won."""
    if over := game.over():
        for seat, user in game.people().items():
            yield Tally(user, "wins", int(seat in over.winners), 1)
