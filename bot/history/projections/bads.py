"""Bads, and goods beside them (P3)."""

from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally
from engine.games import bid_events


def bads(done: Finished) -> Iterator[Tally]:
    """All bads and goods of a game; the net score would hide them."""
    people = done.game.people()
    for event in done.each(bid_events.Scored):
        if event.seat in people:
            yield Tally(people[event.seat], "bads", max(0, -event.change), max(0, event.change))
