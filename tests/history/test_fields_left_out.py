"""Test that games are kept in which some events of a kind have a field, and others leave it out."""

from msgspec import convert, to_builtins

from bot.history.packing import packed_events, unpacked_events
from engine.bids.events import BidMade
from engine.core.dice import KEPT, PURE
from engine.core.events import Cause, Event, ForfeitOwed
from engine.games import AnyEvent


def test_bids_with_and_without_words_and_shown_dice_are_read_as_they_were() -> None:
    """Some bids of a game are called pure (B4), and with some of them dice are shown (B6)."""
    events: tuple[Event, ...] = (
        BidMade(0, 2, 5),
        BidMade(1, 3, 5, PURE),
        ForfeitOwed(1, None, Cause.CHALLENGE),
        BidMade(0, 4, 5, KEPT, (5, 5)),
        ForfeitOwed(0, 1, Cause.CHALLENGE, what="Sing"),
    )
    kept = packed_events([to_builtins(event) for event in events])
    assert convert(unpacked_events(kept), tuple[AnyEvent, ...]) == events
