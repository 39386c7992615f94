"""Test a cup game whose ranking has more claims than a menu has room for: three dice, each of whose throws is a claim.

K16: everything at the table follows from the ranking. Here the throws of three dice take the place of those of two.
"""

import re
from itertools import combinations_with_replacement

import pytest

from bot.presses.poker_cup import LookUnder, MakeClaim, ShakeCup
from bot.screens.families import presenters
from bot.screens.families.poker_cup.ranking import named_faces, words
from engine.core.dice import FACES
from engine.options import rules_for
from engine.poker_cup import rules
from engine.poker_cup.ranking import THROWS, Claim, Kind, Ranking, Worth, falling, poker
from engine.poker_cup.two_dice import TWO_DICE
from tests.bot.answers import SELECT, walk
from tests.bot.plays import by_buttons, play_to_the_end, told
from tests.bot.stage import Stage

TOP = (4, 2, 1)


def _worth(claim: Claim) -> Worth:
    is_triple = len(set(claim.faces)) == 1
    return (2 if claim.faces == TOP else 1 if is_triple else 0), claim.faces, ()


THREE_DICE = Ranking(
    dice=3,
    kinds=frozenset({Kind.TWO_DICE}),
    known=frozenset({Kind.TWO_DICE}),
    possible=lambda: (Claim(Kind.TWO_DICE, falling(dice)) for dice in combinations_with_replacement(FACES, 3)),
    hand=lambda dice: Claim(Kind.TWO_DICE, falling(dice)),
    worth=_worth,
    flaw=lambda _claim: None,
    shown=falling,
)
LADDER = ["".join(map(str, claim.faces)) for claim in THREE_DICE.claims]


@pytest.fixture
def three_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Mia be played with three dice."""
    monkeypatch.setattr(rules, "TWO_DICE", THREE_DICE)
    monkeypatch.setitem(THROWS, 3, Kind.TWO_DICE)


@pytest.mark.usefixtures("three_dice")
async def test_all_56_claims_of_three_dice_are_in_menus_from_low_to_high(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    (page,) = (await stage.press(await stage.to_move(), LookUnder)).ephemerals
    menus = [part for part in walk(page.components) if part["type"] == SELECT]
    assert [len(menu["options"]) for menu in menus] == [18, 19, 19]
    assert [each.said for each in stage.offered(page) if isinstance(each, MakeClaim)] == LADDER
    assert menus[1]["placeholder"] == f"{menus[1]['options'][0]['label']} – {menus[1]['options'][-1]['label']}"
    await stage.press(await stage.to_move(), MakeClaim, page, said=LADDER[30])
    (page,) = (await stage.press(await stage.to_move(), ShakeCup)).ephemerals
    menus = [part for part in walk(page.components) if part["type"] == SELECT]
    assert [len(menu["options"]) for menu in menus] == [25]
    assert menus[0]["placeholder"] == "Pick a claim"


@pytest.mark.usefixtures("three_dice")
async def test_the_panel_pictures_all_three_dice_of_a_claim(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    (page,) = (await stage.press(await stage.to_move(), LookUnder)).ephemerals
    await stage.press(await stage.to_move(), MakeClaim, page, said="532")
    assert "532" in stage.text(stage.panel())
    assert re.search("⚄ ?⚂ ?⚁", stage.text(stage.panel()))


@pytest.mark.usefixtures("three_dice")
async def test_a_game_of_three_dice_is_played_to_its_end(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    await play_to_the_end(stage, by_buttons)
    assert "is out of lives" in told(stage)


@pytest.mark.usefixtures("three_dice")
def test_a_claim_names_all_its_dice() -> None:
    assert {claim: named_faces(claim) for claim in THREE_DICE.claims} == {c: c.faces for c in THREE_DICE.claims}


@pytest.mark.parametrize("ranking", [poker(straights=False), poker(straights=True), TWO_DICE], ids=("4", "5", "2"))
def test_a_price_of_the_highest_claim_has_house_rules_only_with_its_own_ranking(ranking: Ranking) -> None:
    """K18: sentences about the highest claim come from the ranking that has them."""
    variant = "mia" if ranking is TWO_DICE else "cup"
    pages = presenters.house_rules(rules_for(variant, {}))
    own = [rule.option for page in pages for rule in page.rules if rule.option in ("mia", "give-up")]
    assert own == (["mia", "give-up"] if words(ranking).top_costs(rules.TopCosts.REAL) else [])
