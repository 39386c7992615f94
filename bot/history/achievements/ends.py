"""For how a whole game went."""

from collections.abc import Iterator

from bot.history.finished import Finished
from engine.core.events import Cause, ChipsMoved, ForfeitOwed, RoundBegan
from engine.games import bid_events

LONG, WATCH = 6, 4
"""Rounds from which on a game without a single forfeit, or without a bad, is something to tell."""


def nothing_owed(done: Finished) -> Iterator[int]:
    """Owed no forfeit at all in six rounds or more, of which others paid some (P1)."""
    owed = list(done.each(ForfeitOwed))
    if any(event.why is Cause.CHALLENGE for event in owed) and sum(1 for _ in done.each(RoundBegan)) >= LONG:
        yield from done.stayed() - {event.seat for event in owed}


def clean_apron(done: Finished) -> Iterator[int]:
    """Got no bad in four rounds or more, and somebody else washed up (P3, E4)."""
    bad = {event.seat for event in done.each(bid_events.Scored) if event.change < 0}
    if done.over.losers and sum(1 for _ in done.each(bid_events.Revealed)) >= WATCH:
        yield from done.stayed() - bad - set(done.over.losers)


def one_plate_short(done: Finished) -> Iterator[int]:
    """Stood one bad from the sink, at four or more, and somebody else washed up (E4)."""
    bads = getattr(done.game.rules, "bads", 0)
    if done.over.losers:
        deep = {event.seat for event in done.each(bid_events.Scored) if -event.score >= max(4, bads - 1)}
        yield from deep - set(done.over.losers)


def pieces_of_eight(done: Finished) -> Iterator[int]:
    """Took a whole pot that eight or more had paid into (E6)."""
    paid = {event.seat for event in done.each(ChipsMoved) if event.amount < 0}
    took = {event.seat for event in done.each(ChipsMoved) if event.amount > 0}
    if len(paid) >= 8 and len(took) == 1:
        yield from took
