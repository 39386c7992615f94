"""Test computer players: their characters and levels, and how a host chooses them."""

import re

from msgspec.structs import replace

from bot.presses.game import CallLie, CallQuits, NextRound, OpenMore, ShowDice, ShowWhy
from bot.presses.lobby import AddCharacter, AddComputer, ChooseLevel, OpenComputers, ShowAdvice, Start
from bot.tables.pace import AT_ONCE
from engine.core.characters import CHARACTERS, Level
from tests.bot.answers import words
from tests.bot.plays import agreed, play_round
from tests.bot.stage import Stage


async def names(stage: Stage) -> list[str]:
    return [seat.name for seat in (await stage.table()).seats if seat.user is None]


async def test_one_tap_adds_the_next_computer_of_the_tables_level(stage: Stage) -> None:
    await stage.sit("Ann")
    await stage.press("Ann", AddComputer)
    assert await names(stage) == ["Marlowe"]
    page = (await stage.press("Ann", OpenComputers)).ephemerals[0]
    await stage.pick("Ann", page, ChooseLevel, level=Level.STRONG)
    for _ in range(4):
        await stage.press("Ann", AddComputer)
    assert await names(stage) == ["Marlowe", "Duchess", "Ghost", "Professor", "Trixie"]


async def test_a_computer_is_picked_by_name_from_a_menu_and_by_command(stage: Stage) -> None:
    await stage.sit("Ann")
    page = (await stage.press("Ann", OpenComputers)).ephemerals[0]
    assert "Computers" in words(page)
    await stage.pick("Ann", page, AddCharacter, who="old-salt")
    await stage.slash("Ann", "table computer", who="rosie")
    assert await names(stage) == ["Old Salt", "Rosie"]
    assert "🧂 Old" in stage.text()
    assert "🌷 Rosie" in stage.text()


async def test_only_the_host_chooses_the_level(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.slash("Ben", "table computer", level="easy")
    assert (await stage.table()).setup.level is None
    await stage.slash("Ann", "table computer", level="easy")
    assert (await stage.table()).setup.level is Level.EASY
    await stage.press("Ben", AddComputer)
    assert await names(stage) == ["Rosie"]


async def test_a_table_can_have_more_computers_than_there_are_characters(stage: Stage) -> None:
    await stage.sit("Ann")
    for _ in range(11):
        await stage.press("Ann", AddComputer)
    assert (await names(stage))[:9] == sorted(CHARACTERS, key=lambda name: CHARACTERS[name].level is not Level.GOOD)
    assert (await names(stage))[9:] == ["Marlowe 2", "Trixie 2"]
    await stage.press("Ann", Start)
    assert (await stage.table()).status == "playing"


async def test_after_a_showdown_people_can_ask_a_computer_why_it_called(english_stage: Stage) -> None:
    """The computer tells the odds that it gave the bid to the person who asks, but only after the dice are revealed."""
    stage = english_stage
    await agreed(stage, "Ann", game="bar", seating="joined", computers=1)
    await stage.press("Ann", Start)
    early = ShowWhy((await stage.table()).id)
    assert "didn’t involve a computer" in (await stage.forge("Ann", early)).words
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, pause=30)
    await stage.slash("Ann", "bid", what="9x6")
    told = "\n".join(stage.text(message) for message in stage.public())
    assert "%" not in told
    page = (await stage.press("Ann", OpenMore)).ephemerals[0]
    await stage.press("Ann", ShowWhy, page)
    reason = stage.text(page)
    assert re.fullmatch(r"💭 🕵️ Marlowe: “I gave it (?:under )?\d+%.”", reason)
    await stage.press("Ann", NextRound)
    assert "Round 2" in stage.text()
    answer = await stage.forge("Ann", ShowWhy((await stage.table()).id))
    assert answer.words == reason, "the answer is about the last showdown, although the next round has begun"


async def test_a_player_alone_with_computers_is_advised_on_the_best_move(stage: Stage) -> None:
    await agreed(stage, "Ann", game="dudo", seating="joined", computers=2)
    await stage.press("Ann", Start)
    assert "💡" in (await stage.press("Ann", ShowDice)).words


async def test_advice_before_the_first_bid_does_not_speak_of_bids(english_stage: Stage) -> None:
    stage = english_stage
    await agreed(stage, "Ann", game="dudo", seating="joined", computers=2)
    await stage.press("Ann", Start)
    while (await stage.to_move()) != "Ann" or (await stage.view()).state.standing is not None:
        await stage.press(await stage.to_move(), CallLie)
        await stage.time_passes(minutes=1)
    advice = (await stage.press("Ann", ShowDice)).words
    assert re.search(r"💡 Best: \*\*.+\*\*, \d+% likely\.", advice)
    assert "Going by the bids" not in advice


async def test_the_profile_keeps_a_private_score_against_computers(stage: Stage) -> None:
    await agreed(stage, "Ann", game="bar", seating="joined", dice="1", computers=1)
    await stage.press("Ann", Start)
    await stage.slash("Ann", "bid", what="2x6")
    assert (await stage.table()).status == "over"
    mine = (await stage.slash("Ann", "profile")).words
    assert re.search(r"You (0, Marlowe 1|1, Marlowe 0)", mine.replace("\u00a0", " ")), mine
    assert "Marlowe" not in (await stage.slash("Ben", "profile", who=stage.people["Ann"].user)).words


async def test_a_player_among_people_is_not_advised(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1)
    for name in ("Ann", "Ben"):
        assert "💡" not in (await stage.press(name, ShowDice)).words


async def test_advice_for_all_is_shown_in_the_lobby_and_makes_the_game_unrated(stage: Stage) -> None:
    await agreed(stage, "Ann", "Ben", game="bar", seating="joined")
    page = (await stage.press("Ann", OpenComputers)).ephemerals[0]
    await stage.press("Ann", ShowAdvice, page)
    assert "advice for everyone, not rated" in stage.text()
    await stage.press("Ann", Start)
    mover = await stage.to_move()
    assert "💡" in (await stage.press(mover, ShowDice)).words
    game = (await stage.table()).id
    for name in ("Ann", "Ben"):
        await stage.forge(name, CallQuits(game))
    assert "⭐" not in stage.text()


async def test_a_result_says_that_its_changes_are_ratings(english_stage: Stage) -> None:
    await agreed(english_stage, "Ann", "Ben", game="dudo", dice="1")
    await english_stage.press("Ann", Start)
    await play_round(english_stage)
    (page,) = (await english_stage.press("Ann", OpenMore)).ephemerals  # the result may have no room for ratings
    assert "-# ⭐ Rating: " in english_stage.text(page)
