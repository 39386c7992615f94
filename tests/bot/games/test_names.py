"""Test people who have the same name or an invisible one: public messages give each of them a different name."""

import re

import pytest
from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.codec import decode
from bot.presses.game import CallLie, OpenMore, ShowDice
from bot.presses.history import EndEvening, ShowDebts, ShowRivals
from bot.presses.lobby import Join, PassOnHost, Rematch, StandUp, Start, TakeSeat
from tests.bot import unkind
from tests.bot.answers import SELECT, descriptions, walk, words
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


@pytest.fixture(autouse=True)
def whole() -> None:
    """Make Discord send all names. In other tests it may leave out a display name, and the bot uses the username."""
    unkind.begin(None)


ALEXES = ("Alex", "Alex 2", "Alex 3")


def come(stage: Stage, *called: str, name: str) -> None:
    """Add people who all have the display name `name`. `called` are their different names at the table."""
    for each in called:
        username = f"player{len(stage.people)}"
        stage.people[each] = stage.guild.add_member(stage.env.create_user(username, global_name=name))
        stage.private[each] = []


async def seats(stage: Stage) -> list[str]:
    return [seat.name for seat in (await stage.table()).seats]


async def test_three_people_called_alex_keep_different_names_throughout_an_evening(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, *ALEXES, name="Alex")
    await stage.start(*ALEXES, rounds="1")
    assert "Alex 👑, Alex 2, Alex 3" in words(stage.public()[0])
    bidder = await stage.raise_once()
    assert f"{bidder} " in stage.text().replace("**", "")
    caller = await stage.to_move()
    await stage.press(caller, CallLie)
    result = stage.text().replace("*", "")
    winners, loser = re.search(r"🏆 (.+) share the win", result), re.search(r"(Alex(?: \d)?): 1 forfeit", result)
    assert winners is not None
    assert loser is not None
    assert sorted([*winners[1].split(" and "), loser[1]]) == sorted(ALEXES)
    other = {bidder: caller, caller: bidder}[loser[1]]
    (third,) = {*ALEXES} - {bidder, caller}
    owed = (await stage.press(third, ShowDebts)).words.replace("*", "")
    assert re.search(rf"📝 {loser[1]} must: .+, for {other}$", owed, re.MULTILINE)
    await stage.press(caller, Rematch)
    assert sorted(await seats(stage)) == sorted(ALEXES), "everybody keeps their number in later games"
    assert (await stage.table()).host.name == caller
    await stage.press(caller, Start)
    await play_on(stage, 1)
    before = len(stage.public())
    await stage.surely(caller, await stage.press(caller, EndEvening))
    (night,) = (descriptions(each) for each in stage.public()[before:] if "Good night!" in words(each))
    (on_top,) = re.findall("^🏆 (.+)$", night, re.MULTILINE)
    names = re.split(" won the night| tied", on_top)[0]
    assert {*re.split(", | and ", names)} <= set(ALEXES)


async def test_a_number_that_is_part_of_somebodys_name_is_skipped(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 3", name="Alex")
    come(stage, "Alex 2", name="Alex 2")
    await stage.sit("Alex", "Alex 2", "Alex 3")
    assert await seats(stage) == ["Alex", "Alex 2", "Alex 3"]


async def test_names_that_only_look_alike_get_numbers_too(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", name="Alex")
    come(stage, "A\u200dle\ufe0fx 2", name="A\u200dle\ufe0fx")
    await stage.sit("Alex", "A\u200dle\ufe0fx 2")
    assert await seats(stage) == ["Alex", "A\u200dle\ufe0fx 2"]


async def test_two_people_with_invisible_names_get_numbers(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "one", name="\u3164")
    come(stage, "two", name="\u2800\ufe0f")
    await stage.sit("one", "two")
    assert "Somebody 👑, Somebody 2" in stage.text()
    await stage.press("one", Start)
    assert "****" not in stage.text()
    assert "**Somebody" in stage.text()


async def test_long_names_keep_their_number_when_they_are_cut_short(english_stage: Stage) -> None:
    stage = english_stage
    long = "Maximilian the Magnificent"
    come(stage, long, f"{long} 2", name=long)
    come(stage, *(f"guest {n}" for n in range(7)), name="guest")
    await stage.sit(long, f"{long} 2", *(f"guest {n}" for n in range(7)))
    assert "Maximilian the…" in stage.text()
    assert "Maximilian th… 2" in stage.text()


async def test_a_latecomer_with_the_same_name_gets_a_number(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await stage.start("Alex", computers=1, rounds="5")
    answer = await stage.slash("Alex 2", "table join")
    await stage.press("Alex 2", TakeSeat, answer.ephemerals[0])
    await play_on(stage, 1)
    assert await seats(stage) == ["Alex", "Alex 2"]


async def test_a_seated_player_keeps_their_number_and_a_newcomer_gets_the_free_one(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, *ALEXES, name="Alex")
    await stage.sit("Alex", "Alex 2")
    await stage.press("Alex", StandUp)
    assert (await stage.table()).host.name == "Alex 2", "a seated player keeps their number"
    await stage.press("Alex 3", Join)
    assert await seats(stage) == ["Alex 2", "Alex"]


async def test_a_person_with_a_computers_name_gets_a_number(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann", computers=1)
    (computer,) = [seat.name for seat in (await stage.table()).seats if seat.user is None]
    come(stage, f"{computer} 2", name=computer)
    await stage.press(f"{computer} 2", Join)
    assert await seats(stage) == ["Ann", computer, f"{computer} 2"]


def described(message: ResponseMessage, kind: type[Press]) -> dict[str, str]:
    """Return the choices of this kind in a message's menus, as a dictionary from each label to its description."""
    menus = [part for part in walk(message.components) if part["type"] == SELECT]
    return {
        option["label"]: option.get("description") or ""
        for menu in menus
        for option in menu.get("options", ())
        if isinstance(decode(option["value"]), kind)
    }


async def test_private_menus_of_people_show_their_usernames(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, *ALEXES, name="Alex")
    await stage.start(*ALEXES, rounds="1")
    more = await stage.press("Alex", OpenMore)
    (answer,) = more.ephemerals
    assert described(answer, PassOnHost) == {"Alex 2": "@player5", "Alex 3": "@player6"}
    assert "@player" not in stage.text(), "usernames are not shown in public"
    await play_on(stage, 1)
    rivals = (await stage.slash("Alex", "profile", show="rivals")).ephemerals[0]
    assert all(below.startswith("@player") for below in described(rivals, ShowRivals).values())
    assert described(rivals, ShowRivals)


async def test_usernames_are_stored_nowhere(stage: Stage) -> None:
    """After a restart the bot knows a person's username only once the person has pressed something."""
    await stage.start("Ann", "Ben", "Cleo")
    more = await stage.press("Ann", OpenMore)
    assert described(more.ephemerals[0], PassOnHost) == {"Ben": "@Ben", "Cleo": "@Cleo"}
    await stage.restart()
    await stage.press("Ben", ShowDice)
    more = await stage.press("Ann", OpenMore)
    assert described(more.ephemerals[0], PassOnHost) == {"Ben": "@Ben", "Cleo": ""}


async def test_people_with_the_same_name_are_numbered_in_the_order_of_a_board(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 3", name="Alex")
    come(stage, "Alex 2", name="Alex 2")
    await stage.start("Alex", "Alex 2", "Alex 3", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    (page,) = (await stage.slash("Alex 2", "leaderboard", board="wins")).ephemerals
    said = words(page).replace("*", "")
    assert sorted(re.findall(r"(Alex(?: \d)?) ·", said)) == sorted(ALEXES), said
    assert said.index("Alex ·") < said.index("Alex 3 ·"), "in the order of the page"


async def test_rivals_with_the_same_name_are_numbered(english_stage: Stage) -> None:
    stage = english_stage
    come(stage, "Alex", "Alex 2", name="Alex")
    await stage.start("Alex", "Alex 2", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    rivals = (await stage.slash("Alex", "profile", show="rivals")).ephemerals[0]
    answer = await stage.pick("Alex", rivals, ShowRivals)
    assert "Alex 2" in answer.words
