"""Test the question before a bid or a call that looks like a misclick. It depends on public facts alone."""

from itertools import combinations_with_replacement
from typing import Any

import pytest
from msgspec.structs import replace

from bot.people.preferences import Hints
from bot.presses.bids import PlaceBid, SurelyBid
from bot.presses.game import CallLie, CastVote, Stay, SurelyCallLie
from bot.presses.lobby import Start
from bot.presses.preferences import ChooseMisclicks
from bot.screens.families.bids.misclicks import misclick
from tests.bot.answers import Answer
from tests.bot.stage import Stage

BID = "Really bid"
CALL = "Really doubt"


async def newcomers(stage: Stage, *names: str, **options: Any) -> str:
    """Start a game of people who have the default choices. Return the name of the player who opens."""
    await stage.sit(*names, **options)
    for name in names:
        await stage.bot.services.preferences.forget(stage.people[name].id)
    await stage.press(names[0], Start)
    return await stage.to_move()


async def bid(stage: Stage, name: str, what: str) -> Answer:
    return await stage.slash(name, "bid", what=what)


@pytest.mark.parametrize("is_sure", [True, False])
async def test_a_bid_that_is_almost_surely_a_lie_asks_first(both: Stage, is_sure: bool) -> None:
    name = await newcomers(both, "Ann", "Ben")
    before, public = await both.table(), both.text()
    asked = await bid(both, name, "9 sixes")
    assert f"{BID} 9 sixes" in asked.words.replace("*", "")
    assert asked.private
    assert (await both.table(), both.text()) == (before, public)
    await both.press(name, SurelyBid if is_sure else Stay, asked.ephemerals[0])
    made = (await both.view()).state.standing
    assert (made is not None and (made.quantity, made.face) == (9, 6)) is is_sure


async def test_a_bid_that_is_repeated_is_meant(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben")
    assert BID in (await bid(stage, name, "9 sixes")).words
    assert BID in (await bid(stage, name, "8 sixes")).words, "this is another bid"
    assert BID not in (await bid(stage, name, "9 sixes")).words
    assert (await stage.view()).state.standing is not None


async def test_the_buttons_of_the_question_work_after_a_restart(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben")
    asked = await bid(stage, name, "9 sixes")
    await stage.restart()
    await stage.press(name, SurelyBid, asked.ephemerals[0])
    assert (await stage.view()).state.standing is not None


async def test_the_least_bid_on_a_face_is_never_a_misclick(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben", game="bar")
    await stage.press(name, SurelyBid, (await bid(stage, name, "9 twos")).ephemerals[0])
    assert BID not in (await bid(stage, await stage.to_move(), "10 sixes")).words
    made = (await stage.view()).state.standing
    assert made is not None
    assert made.quantity == 10


@pytest.mark.parametrize("by", ["button", "command"])
async def test_a_call_on_a_bid_that_is_almost_surely_true_asks_first(stage: Stage, by: str) -> None:
    name = await newcomers(stage, "Ann", "Ben", "Cleo", "Dan")
    await bid(stage, name, "1 two")
    other, before = await stage.to_move(), await stage.table()
    asked = await (stage.press(other, CallLie) if by == "button" else stage.slash(other, "liar"))
    assert f"{CALL} 1 two" in asked.words.replace("*", "")
    assert await stage.table() == before
    await stage.press(other, SurelyCallLie, asked.ephemerals[0])
    assert (await stage.view()).state.showdown is not None


async def test_the_question_goes_as_soon_as_the_person_makes_another_move(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben", "Cleo")
    await bid(stage, name, "1 two")
    other = await stage.to_move()
    (asked,) = (await stage.press(other, CallLie)).ephemerals
    await bid(stage, other, "2 threes")
    assert asked.id not in [each.id for each in stage.messages()]


async def test_nobody_is_asked_at_a_table_of_computers(stage: Stage) -> None:
    await newcomers(stage, "Ann", computers=1)
    assert await stage.to_move() == "Ann"
    assert BID not in (await bid(stage, "Ann", "9 sixes")).words


async def test_a_call_out_of_turn_has_its_own_question(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben", "Cleo", "Dan", game="firehouse", rounds="4")
    await bid(stage, name, "1 two")
    (early, *_) = await stage.others(name, await stage.to_move())
    asked = await stage.press(early, CallLie)
    assert "It’s not your turn" in asked.words
    assert CALL not in asked.words


async def test_nobody_is_asked_about_a_vote(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben", "Cleo", game="joker")
    await bid(stage, name, "1 two")
    caller = await stage.to_move()
    await stage.press(caller, SurelyCallLie, (await stage.press(caller, CallLie)).ephemerals[0])
    voter = await stage.to_move()
    assert CALL not in (await stage.press(voter, CastVote, believes=False)).words


async def test_people_choose_for_themselves_whether_they_are_asked(both: Stage) -> None:
    """The choice is on the third page of /me, and a restart keeps it."""
    name = await newcomers(both, "Ann", "Ben")
    (card,) = (await both.slash(name, "me")).ephemerals
    await both.pick(name, card, ChooseMisclicks, when=Hints.OFF)
    await both.restart()
    assert BID not in (await bid(both, name, "9 sixes")).words
    assert (await both.view()).state.standing is not None


async def test_the_question_is_the_same_whatever_dice_people_hold(stage: Stage) -> None:
    name = await newcomers(stage, "Ann", "Ben", "Cleo", game="dudo")
    await bid(stage, name, "2 threes")
    name = await stage.to_move()
    table, view = await stage.table(), await stage.view(name)
    hands = [*combinations_with_replacement((1, 3, 6), 5)]
    moves = [
        *(PlaceBid.of(table.id, table.version, each) for each in view.legal.every_bid()),
        CallLie(table.id, table.version),
    ]
    asked = [misclick(table, view, move) for move in moves]
    assert any(each is None for each in asked)
    assert any(each is not None for each in asked)
    for hand in hands:
        assert [misclick(table, replace(view, mine=hand), move) for move in moves] == asked
