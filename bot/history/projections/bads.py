"""Bads, and goods beside them (P3)."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally
from engine.common_hand.events import Scored


def bads(game: Game) -> Iterator[Tally]:
    """All bads and goods of a game that was played to its end; the net score would hide them."""
    people = game.people()
    if game.over():
        for event in game.events:
            if isinstance(event, Scored) and event.seat in people:
                yield Tally(people[event.seat], "bads", max(0, -event.change), max(0, event.change))
