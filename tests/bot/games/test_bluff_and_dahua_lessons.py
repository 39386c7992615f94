"""Play the lessons about dice that are shown (bluff) and about pure bids (dahua), in the engine and on Discord."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.presses.codec import LONGEST, decode, encode
from bot.presses.learning import Lesson, OpenTable
from bot.screens.families.bids.lesson_script import turned_by
from bot.screens.families.presenters import course
from bot.screens.families.teaching import LEARNER, SETS, after
from bot.screens.pages import learning
from engine.bids.events import BidMade
from engine.core.characters import CHARACTERS
from engine.core.dice import KEPT, PURE, is_pure
from engine.variants import VARIANTS
from tests.bot.games.test_learning import check, led_to, now, said, walk
from tests.bot.pseudo import heard
from tests.bot.stage import Stage
from tests.effort import examples

GAMES = ("bluff", "dahua")


def page(game: str, path: str) -> str:
    return said(learning.lesson(Lesson(game, path), in_server=True))


@pytest.mark.usefixtures("any_language")
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("game", GAMES)
def test_every_random_path_through_the_lesson_ends(game: str, data: st.DataObject) -> None:
    path, turns = data.draw(st.sampled_from(SETS)), 0
    while path.split("-")[-1] != "end":
        parts = learning.lesson(Lesson(game, path), in_server=True)
        check(parts)
        ways = led_to(parts)
        if turns > 4:
            ways = [way for way in ways if turned_by(way.split("-")[-1]) is None] or ways
        path = data.draw(st.sampled_from(ways))
        turns = turns + 1 if turned_by(path.split("-")[-1]) is not None else 0
    assert "You know how to play!" in heard(page(game, path), *CHARACTERS)


@pytest.mark.parametrize(
    ("game", "path"),
    [
        *(("bluff", path) for path in ("deal-9x1", "deal-2x1p", "deal-2x1s6", "deal-2x2s1", "deal-2x1s", "deal-m3x")),
        *(("dahua", path) for path in ("deal-3x2", "deal-4x2f", "deal-2x1p", "deal-4x2s2", "deal-mq0")),
    ],
)
def test_a_forged_path_begins_the_lesson_again(game: str, path: str) -> None:
    parts = learning.lesson(Lesson(game, path), in_server=True)
    assert "I lost track of this lesson" in said(parts)
    assert led_to(parts) == ["deal"]


def test_the_longest_path_fits_an_id() -> None:
    path = "4-deal-2x5s5566-10x5s5566-deal-2x5s5566-10x5s5566-end"
    assert len(encode(Lesson("bluff", path))) <= LONGEST
    assert decode(encode(Lesson("bluff", path))) == Lesson("bluff", path)


def test_the_first_computer_player_shows_dice_in_the_lesson_about_shows() -> None:
    told = page("bluff", "deal-2x1")
    assert "shows" in told
    assert "Shown dice stay open until the round ends." in told
    after_the_show = told[told.index("shows") :]
    assert "You see" in after_the_show  # the odds are those after the show (B6)
    assert "You see" not in told[told.index("raises") : told.index("shows")]


def test_a_computer_player_calls_a_bid_pure_in_the_lesson_about_pure_bids() -> None:
    happened = after(course(VARIANTS["dahua"].rules), ("deal", "4x2")).happened
    mine, first, second = (each for each in happened if isinstance(each, BidMade))
    assert not is_pure(mine)
    assert (first.called, second.called) == (PURE, KEPT)
    assert "Raises stay pure now." in page("dahua", "deal-4x2")


def test_the_lesson_about_pure_bids_says_what_its_buttons_make() -> None:
    assert "press **Pure** first" in page("dahua", "deal")
    opening = page("dahua", "deal-mp0")
    assert "**Pure** bids: nothing is wild for them." in opening
    assert "press **Pure** first" not in opening
    assert "pure too" in page("dahua", "deal-4x2")
    flying = page("dahua", "deal-4x2-mf0")
    assert "**Flying** bids: wild again, at least twice as many dice." in flying
    assert "pure too" not in flying


def test_the_lesson_explains_flying_also_after_the_learner_has_opened_pure() -> None:
    paths = [f"{dice}-deal-mp0" if dice else "deal-mp0" for dice in SETS]
    ways = [way for path in paths for way in led_to(learning.lesson(Lesson("dahua", path), in_server=True))]
    for path in [way for way in ways if turned_by(way.split("-")[-1]) is None]:
        happened = after(course(VARIANTS["dahua"].rules), tuple(path.split("-"))).happened
        if any(isinstance(each, BidMade) and each.seat != LEARNER and is_pure(each) for each in happened):
            assert page("dahua", path).count("Only **Flying** makes ones wild again, for twice the dice.") == 1


async def test_a_learner_shows_dice_with_a_bid_and_gets_new_ones(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn")).ephemerals
    await stage.press("Ann", Lesson, lesson, game="bluff")
    assert "may show dice that count" in stage.text(now(stage, lesson))
    told = await walk(stage, lesson, "", "deal", "2x1")
    assert "💡 Best: **4 ones, showing 1 1**" in told
    marked = await walk(stage, lesson, "deal-2x1", "m1")
    assert "Bid to show" in marked
    told = await walk(stage, lesson, "deal-2x1", "4x1s1")
    assert "You show" in told
    assert "calls you on **4 ones**" in told
    assert "pays for doubting." in told
    await walk(stage, lesson, "deal-2x1-4x1s1", "deal")
    assert stage.public() == []


async def test_a_learner_opens_with_a_pure_bid_and_ends_with_a_table_of_the_game(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn", game="dahua")).ephemerals
    assert "Ones are wild, except for pure bids." in stage.text(lesson)
    await walk(stage, lesson, "", "deal", "mp0")
    assert "3x3p" in {
        press.path.split("-")[-1] for press in stage.presses(now(stage, lesson)) if isinstance(press, Lesson)
    }
    told = await walk(stage, lesson, "deal", "3x3p")
    assert "You open: **3 threes pure**" in told
    told = await walk(stage, lesson, "deal-3x3p", "liar", "deal", "liar")
    assert "You win!" in told
    await walk(stage, lesson, "deal-3x3p-liar-deal-liar", "end")
    assert stage.public() == []
    await stage.press("Ann", OpenTable, now(stage, lesson))
    assert (await stage.table()).setup.variant == "dahua"


def test_the_learner_of_the_show_lesson_may_lose_several_dice() -> None:
    played = after(course(VARIANTS["bluff"].rules), ("deal", "2x1", "liar"))
    assert played.seen.state.players[LEARNER].dice < 5
    assert "You lose" in page("bluff", "deal-2x1-liar")
