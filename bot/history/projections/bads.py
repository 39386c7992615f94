"""Bads, and goods beside them (P3)."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally
from engine.core.events import Scored


def bads(game: Game) -> Iterator[Tally]:
    """All bads and goods of a game that was played to its end; the net score would hide them."""
    if not game.over():
        return
    people, scores = game.people(), dict.fromkeys(game.people(), 0)
    for event in game.events:
        if isinstance(event, Scored) and event.seat in people:
            change, scores[event.seat] = event.score - scores[event.seat], event.score
            yield Tally(people[event.seat], "bads", max(0, -change), max(0, change))
