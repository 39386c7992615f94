"""Games in which somebody washed up (E4), and beside them games played to their end."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally


def washed_up(game: Game) -> Iterator[Tally]:
    """Once for each who washed up."""
    if over := game.over():
        for seat, user in game.people().items():
            yield Tally(user, "washed_up", int(seat in over.losers), 1)
