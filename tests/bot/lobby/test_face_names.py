"""Test the option to call faces by their names. With it, every sentence says "horses" instead of "fives"."""

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie, ShowDice
from bot.presses.lobby import OpenOptions, Rematch
from bot.words.dice import bid_with_its_die, die, faces_by_name, nickname
from bot.words.language import speaking
from engine.bids.actions import Bid
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


async def test_a_table_of_dudo_can_call_the_faces_by_name(both: Stage) -> None:
    await both.sit("Ann", "Ben", game="dudo")
    form = await both.press("Ann", OpenOptions)
    await both.fill("Ann", form, clock=["180"], switches=["face-names=on", "absence=sit-out"])
    await both.slash("Ann", "table start")
    name = await both.to_move()
    await both.press(name, PlaceBid, face=5)
    assert " ⚄**, or call" in both.text()
    assert "horse" in both.text()
    other = await both.to_move()
    assert "horse" in (await both.press(other, ShowDice)).words
    refused = (await both.slash(other, "bid", what="1x5")).words
    assert "horse" in refused
    await both.press(other, CallLie)
    everything = "\n".join(both.text(message) for message in both.public())
    assert not [word for word in NUMBERS if f" {word}" in everything], everything


async def test_other_games_can_call_faces_by_name_and_a_rematch_keeps_the_choice(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben", game="bar")
    form = await stage.press("Ann", OpenOptions)
    await stage.fill("Ann", form, clock=["180"], switches=["face-names=on", "absence=sit-out"])
    assert "Faces by name" in stage.text()
    await stage.slash("Ann", "table start")
    await stage.press(await stage.to_move(), PlaceBid, face=4)
    assert "cow" in stage.text()
    await play_on(stage, 3)
    await stage.press("Ann", Rematch)
    assert "Faces by name" in stage.text()


@pytest.mark.parametrize("game", ["common", "dudo"])
async def test_new_tables_name_faces_by_number(stage: Stage, game: str) -> None:
    """Old names such as "horses" puzzle people who do not know them."""
    await stage.start("Ann", "Ben", game=game)
    await stage.press(await stage.to_move(), PlaceBid, face=5)
    assert "horse" not in stage.text()


@pytest.mark.usefixtures("as_translated")
def test_a_bid_to_beat_shows_the_die_beside_the_name_of_its_face() -> None:
    said = {"": "2 cows", "de": "2 Vierer", "es": "2 cuadras", "fr": "2 vaches", "ja": "牛が2個", "zh-TW": "2個牛"}
    for language, bid in said.items():
        with speaking(language):
            with faces_by_name(True):
                assert bid_with_its_die(Bid(2, 4)) == f"{bid} {die(4)}"
            assert die(4) not in bid_with_its_die(Bid(2, 4)), "a bid in numbers needs no die"


@pytest.mark.usefixtures("as_translated")
def test_one_die_has_its_name_in_the_singular() -> None:
    for language, names in (("", ("cow", "cows")), ("es", ("cuadra", "cuadras")), ("fr", ("vache", "vaches"))):
        with speaking(language):
            assert (nickname(4, 1), nickname(4, 2)) == names
