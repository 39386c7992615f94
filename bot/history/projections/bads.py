"""Bads, and goods beside them (P3)."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally
from engine.games import bid_events


def bads(game: Game) -> Iterator[Tally]:
    """All bads and goods of a game that was played to its end; the net score would hide them."""
    people = game.people()
    if game.over():
        for event in game.events:
            if isinstance(event, bid_events.Scored) and event.seat in people:
                yield Tally(people[event.seat], "bads", max(0, -event.change), max(0, event.change))
