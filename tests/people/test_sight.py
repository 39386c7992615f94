"""Test which people may see a channel or thread, and so the forfeits that are owed there.

This depends on who can open the place on Discord, and on whether the place was deleted.
"""

import pytest
from msgspec.structs import replace

from bot.storage.sight import Sight, Venue

DICE, DEN, GONE, THREAD = 1, 2, 3, 4
EVE = Sight(10, frozenset({DICE}), there=frozenset({DICE, DEN}))
WAYS = {
    "Eve": EVE,
    "in the thread": replace(EVE, inside=frozenset({THREAD})),
    "manages threads": replace(EVE, threads=frozenset({DICE})),
    "manages the server": replace(EVE, manages=True),
    "it arose here": replace(EVE, here=THREAD),
}


@pytest.mark.parametrize(
    ("venue", "who_sees_it"),
    [
        (Venue(DICE, None, private=False), set(WAYS)),
        (Venue(DEN, None, private=False), set()),
        (Venue(THREAD, DICE, private=False), set(WAYS)),
        (Venue(THREAD, DEN, private=False), {"it arose here"}),
        (Venue(THREAD, DICE, private=True), {"in the thread", "manages threads", "it arose here"}),
        (Venue(THREAD, DEN, private=True), {"it arose here"}),
        (Venue(THREAD, GONE, private=True), {"manages the server", "it arose here"}),
        (Venue(GONE, None, private=False), {"manages the server"}),
        (Venue(DICE, None, private=None), set()),
        (Venue(GONE, None, private=None), {"manages the server"}),
    ],
)
def test_a_place_is_seen_only_by_people_with_access_to_it(venue: Venue, who_sees_it: set[str]) -> None:
    """If it is unknown whether a place is private, it counts as private."""
    assert {way for way, sight in WAYS.items() if sight.sees(venue)} == who_sees_it
    assert EVE.is_unsure(venue) is (venue == Venue(THREAD, DICE, private=True))
