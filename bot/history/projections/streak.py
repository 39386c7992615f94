"""Games won in a row."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally


def streak(game: Game) -> Iterator[Tally]:
    """A win makes the run longer, any other end breaks it."""
    if over := game.over():
        for seat, user in game.people().items():
            yield Tally(user, "streak", int(seat in over.winners))
