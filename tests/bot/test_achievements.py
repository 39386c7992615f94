"""Achievements at the tables: told once by the result, listed by a command."""

import pytest

from bot.history.achievements import ACHIEVEMENTS
from bot.presses.game import CallLie
from bot.screens.achievements import MOST_LINES, listed, medals, told
from bot.screens.cast import Cast
from bot.screens.model import MOST_TEXT, letters
from bot.screens.phone import height
from bot.tables.model import Seat
from tests.bot.stage import Stage, words

MEDAL = "🏅"


def test_every_achievement_has_its_words() -> None:
    assert list(medals()) == list(ACHIEVEMENTS)
    assert len({medal.title for medal in medals().values()}) == len(ACHIEVEMENTS)


@pytest.mark.parametrize("players", [2, 20])
def test_a_crowd_of_achievements_fits_a_phone(players: int) -> None:
    cast = Cast(tuple(Seat(number, f"{'*_~`|>[]()#@' * 3}{number}"[-32:]) for number in range(1, players + 1)))
    everything = [(seat, name) for seat in range(players) for name in ACHIEVEMENTS]
    lines = told(cast, everything)
    assert sum(map(height, lines)) <= MOST_LINES
    assert f"and {len(ACHIEVEMENTS) - len(lines) + 1} more" in lines[-1]
    assert told(cast, []) == []


def test_the_list_fits_whoever_has_nothing() -> None:
    assert letters(listed(()).parts) <= MOST_TEXT


async def lie_is_caught(stage: Stage) -> str:
    """A game of one round at which somebody goes far too high; who called it."""
    await stage.start("Ann", "Ben", rounds="1")
    liar = await stage.to_move()
    await stage.slash(liar, "bid", what="10x6")
    caller = await stage.to_move()
    await stage.press(caller, CallLie)
    return caller


async def test_a_result_tells_it_once_and_the_command_lists_it(stage: Stage) -> None:
    caller = await lie_is_caught(stage)
    other = "Ben" if caller == "Ann" else "Ann"
    result = words(stage.public()[-1])
    assert f"{MEDAL} {caller}: Caught in the act" in result.replace("*", "")
    await stage.restart()
    assert words(stage.public()[-1]) == result
    (mine,) = (await stage.slash(caller, "achievements")).whispers
    assert f"1 of {len(ACHIEVEMENTS)}" in words(mine)
    (none,) = (await stage.slash(other, "achievements")).whispers
    assert f"0 of {len(ACHIEVEMENTS)}" in words(none)
    (theirs,) = (await stage.slash(other, "achievements", who=stage.people[caller].user)).whispers
    assert f"{caller}: 1 of" in words(theirs)


async def test_who_has_it_already_is_not_told_again(english_stage: Stage) -> None:
    stage = english_stage
    callers = [await lie_is_caught(stage)]
    assert "Caught in the act" in words(stage.public()[-1])
    while len(callers) == len(set(callers)):
        callers.append(await lie_is_caught(stage))
    assert "Caught in the act" not in words(stage.public()[-1])
