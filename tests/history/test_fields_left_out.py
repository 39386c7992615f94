"""Test that games are kept in which some events of a kind have a field, and others leave it out."""

import pytest
from msgspec import convert, to_builtins

from bot.history.packing import packed_events, unpacked_events
from engine import games
from engine.__main__ import header_of
from engine.bids.events import BidMade
from engine.core.dice import KEPT, PURE, Called
from engine.core.events import Cause, Event, ForfeitOwed
from engine.fairness import Seed
from engine.games import AnyEvent
from engine.options import rules_for
from engine.record import write
from engine.simulated_game import simulate


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


@pytest.mark.parametrize("variant", ["bluff", "dahua"])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_and_without_words_and_shown_dice_is_kept(variant: str, seed: int) -> None:
    """Its events, its highlights and its record are the same after it is read."""
    played = simulate(variant, 3, {}, Seed(bytes([seed])))
    bids = [event for event in played.events if isinstance(event, BidMade)]
    some = [bid for bid in bids if bid.show or bid.called is not Called.NOTHING]
    assert 0 < len(some) < len(bids)
    read = convert(
        unpacked_events(packed_events([to_builtins(event) for event in played.events])), tuple[AnyEvent, ...]
    )
    assert read == played.events
    rules = rules_for(variant, played.options)
    assert games.highlights(rules, read) == games.highlights(rules, played.events)
    assert games.talk(rules, read) == games.talk(rules, played.events)
    header = header_of(played)
    assert write(header, read) == write(header, played.events)
