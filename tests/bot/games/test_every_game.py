"""Test each game from the lobby to the result, played with buttons, with commands, and in a DM."""

import re

import pytest

from bot.presses.base import Move
from bot.presses.game import ShowDice
from bot.presses.lobby import AddComputer, ChooseVariant, Join, Start
from tests.bot.plays import (
    EVERY_GAME,
    InDm,
    agree,
    by_buttons,
    by_commands,
    by_commands_in_dm,
    play_to_the_end,
    sit_in_a_thread,
)
from tests.bot.stage import Stage

OVER = re.compile("🏆 .* wins?|🌊 .* wash(es)? up|🤝 No winner")


@pytest.mark.long_on_postgresql
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_a_game_is_played_with_buttons_alone(both: Stage, game: str) -> None:
    await both.slash("Ann", "play")
    await both.pick("Ann", both.panel(), ChooseVariant, variant=game)
    await both.press("Ben", Join)
    await both.press("Cleo", Join)
    await shorten(both)
    await both.press("Ann", Start)
    await play_to_the_end(both, by_buttons)
    assert OVER.search(both.text())


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_a_game_is_played_with_commands_alone_in_a_thread(both: Stage, game: str) -> None:
    await sit_in_a_thread(both)
    await both.slash("Ann", "play", game=game)
    await both.slash("Ben", "table join")
    await both.slash("Ann", "table computer")
    await shorten(both)
    await both.slash("Ann", "table start")
    await play_to_the_end(both, by_commands)
    assert OVER.search(both.text())


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_a_game_is_played_from_a_dm_with_buttons_and_commands(english_stage: Stage, game: str) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben", game=game)
    await shorten(stage)
    await stage.press("Ann", Start)
    panel = stage.panel().id
    await play_to_the_end(stage, InDm(), InDm(), by_commands_in_dm)
    assert OVER.search(stage.text())
    assert stage.panel().id > panel, "the channel shows the game, too"


@pytest.mark.in_some_games
@pytest.mark.parametrize("game", EVERY_GAME)
async def test_a_game_with_a_computer_is_played_with_buttons_and_commands(english_stage: Stage, game: str) -> None:
    stage = english_stage
    await stage.slash("Ann", "play", game=game)
    await stage.press("Ben", Join)
    await stage.press("Ann", AddComputer)
    await shorten(stage)
    await stage.press("Ann", Start)
    await play_to_the_end(stage, by_buttons, by_commands)
    assert OVER.search(stage.text())


async def shorten(stage: Stage) -> None:
    """Set the game to one die for each player if the last player with dice wins.

    Otherwise set it to two rounds, or to one round with the cup.
    """
    table = await stage.table()
    rounds = "1" if table.setup.variant == "cup" else "2"
    await agree(stage, **({"dice": "1"} if table.rules.counts_dice() else {"rounds": rounds}))


@pytest.mark.parametrize("game", EVERY_GAME)
async def test_every_game_with_a_computer_begins_with_somebodys_move(stage: Stage, game: str) -> None:
    await stage.slash("Ann", "play", game=game)
    await stage.press("Ann", AddComputer)
    await stage.press("Ann", Start)
    assert len((await stage.seen()).awaited) == 1
    assert any(issubclass(kind, Move | ShowDice) for kind in stage.kinds()), stage.kinds()
