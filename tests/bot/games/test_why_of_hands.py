"""Test *Why?* where the dice of a hand count together (C7)."""

from itertools import product
from math import prod

import pytest
from msgspec.structs import replace

from bot.presses.game import CallLie, OpenMore, ShowWhy
from bot.presses.lobby import Start
from bot.tables.pace import Pace
from bot.words.language import percent
from engine.bids.beliefs import beliefs
from engine.core.characters import MARLOWE
from engine.core.dice import FACES, Hand
from tests.bot.plays import agreed
from tests.bot.stage import Stage


def counted(hand: Hand, face: int, options: dict[str, str]) -> int:
    """Return how many dice of a hand of five count for a bid if nothing is wild (C2, C7)."""
    if options.get("different") == "zero" and len(set(hand)) == 5:
        return 0
    more = {"one": 1, "two": 2}.get(options.get("alike", ""), 0)
    return hand.count(face) + more * (set(hand) == {face})


@pytest.mark.parametrize("options", [{"different": "zero"}, {"alike": "two"}, {"different": "zero", "alike": "one"}])
@pytest.mark.parametrize("bid", ["2x6", "4x6"])
async def test_why_has_the_exact_chance_where_the_dice_of_a_hand_count_together(
    english_stage: Stage, options: dict[str, str], bid: str
) -> None:
    """C7: five different dice count as none, five equal ones as six or seven. The expected number tries all hands."""
    stage = english_stage
    await agreed(stage, "Ann", game="bar", seating="joined", computers=1, **options)
    stage.bot.services.tables.changes.pace = Pace(quickest=60, slowest=60, run=600, dice=0)
    await stage.press("Ann", Start)
    await stage.slash("Ann", "bid", what=bid)
    before = await stage.view()
    await stage.time_passes(seconds=61)
    if (await stage.view()).state.showdown is None:  # the computer player has raised
        await stage.press("Ann", CallLie)
    shown = (await stage.view()).state.showdown
    assert shown is not None
    seen = replace(before, seat=1, mine=shown.hands[1])
    (of_ann,) = beliefs(seen, MARLOWE.reading, MARLOWE.memory)
    need, chance = shown.quantity - counted(shown.hands[1], shown.face, options), 0.0
    for hand in product(FACES, repeat=5):
        chance += (counted(hand, shown.face, options) >= need) * prod(of_ann.shows[die] for die in hand)
    page = (await stage.press("Ann", OpenMore)).ephemerals[0]
    await stage.press("Ann", ShowWhy, page)
    assert f" {percent(round(chance, 9))}.”" in stage.text(page)
