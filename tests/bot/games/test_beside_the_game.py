"""Test actions that are not moves: taking a seat late, moving the panel, silencing computers, and ending a game."""

from bot.presses.game import BringDown, EndTable, OpenMore
from bot.presses.history import ListGames, OpenReplay, ShowProof
from bot.presses.lobby import AskForSeat, HushComputers, OpenComputers, PassOnHost, TakeSeat
from bot.tables.model import Status
from tests.bot.plays import by_commands, play_to_the_end
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage


async def test_a_latecomer_takes_a_computers_seat_behind_more(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1)
    (offered,) = (await stage.press("Cleo", AskForSeat)).ephemerals
    await stage.press("Cleo", TakeSeat, offered)
    assert [each.who.id for each in (await stage.table()).waiting] == [stage.people["Cleo"].id]


async def test_a_button_behind_more_moves_the_panel_below_the_chat_once_a_minute(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.chat("Dan")
    first = stage.panel().id
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    await stage.press("Ben", BringDown, more)
    second = stage.panel().id
    assert second > first
    assert "It was just moved to the bottom." in (await stage.press("Ben", BringDown)).words
    assert stage.panel().id == second


async def test_the_host_can_silence_the_computers(stage: Stage) -> None:
    await stage.sit("Ann", computers=1)
    (page,) = (await stage.press("Ann", OpenComputers)).ephemerals
    await stage.press("Ann", HushComputers, page, quiet=True)
    assert (await stage.table()).setup.quiet


async def test_the_host_can_choose_another_host_from_the_menu_behind_more(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.surely("Ann", await stage.press("Ann", PassOnHost, to=stage.people["Ben"].id))
    assert (await stage.table()).host.name == "Ben"


async def test_a_manager_of_the_server_ends_a_game_with_a_button_behind_more(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    asked = await stage.press(keeper(stage), EndTable)
    await stage.surely("Dan", asked)
    assert (await stage.table()).status is Status.CLOSED


async def test_practice_games_are_listed_on_request_and_their_dice_verified(stage: Stage) -> None:
    await stage.start("Ann", computers=1)
    await play_to_the_end(stage, by_commands)
    (page,) = (await stage.slash("Ann", "history")).ephemerals
    assert "`1.`" not in stage.text(page)
    await stage.press("Ann", ListGames, page, practice=True)
    (_listed, replay) = (await stage.pick("Ann", page, OpenReplay)).ephemerals
    assert "came from the seed" in (await stage.press("Ann", ShowProof, replay)).words


async def test_an_exact_call_can_be_typed(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="perudo")
    await stage.raise_once()
    caller = await stage.to_move()
    await stage.slash(caller, "exact")
    assert (await stage.view()).state.round == 2
    record = next(stage.text(message) for message in stage.public() if "Round 1" in stage.text(message))
    assert caller in record
