"""Test achievements: the result of a game announces each one once, and a command lists them."""

import re
from datetime import UTC, datetime

import pytest

from bot.history.achievements import ACHIEVEMENTS
from bot.people.preferences import ASKS
from bot.presses.game import CallLie, OpenMore
from bot.screens.elements.cards import MOST_TEXT, characters
from bot.screens.elements.cast import Cast
from bot.screens.elements.widths import height
from bot.screens.table.achievements import MOST_LINES, game_lines, listed
from bot.storage import achievements
from bot.tables.model import Seat
from tests.bot.answers import words
from tests.bot.stage import Stage

MEDAL = "🏅"


def test_every_achievement_has_its_words() -> None:
    assert all(each.emoji and each.title and each.what for each in ACHIEVEMENTS.values())
    assert len({each.title for each in ACHIEVEMENTS.values()}) == len(ACHIEVEMENTS)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("players", [2, 20])
def test_many_achievements_in_one_result_fit_a_phone(players: int) -> None:
    cast = Cast(tuple(Seat(number, f"{'*_~`|>[]()#@' * 3}{number}"[-32:]) for number in range(1, players + 1)))
    everything = [(seat, name) for seat in range(players) for name in ACHIEVEMENTS]
    lines = game_lines(cast, everything)
    assert sum(map(height, lines)) <= MOST_LINES
    new_dice = game_lines(cast, everything, [(seat, 0, len(ACHIEVEMENTS)) for seat in range(players)])
    assert sum(map(height, new_dice)) <= MOST_LINES
    assert game_lines(cast, []) == []


def test_a_result_with_many_achievements_says_how_many_it_leaves_out() -> None:
    cast = Cast(tuple(Seat(number, f"Somebody {number}") for number in range(1, 21)))
    everything = [(seat, name) for seat in range(20) for name in ACHIEVEMENTS]
    lines = game_lines(cast, everything)
    assert f"and {len(ACHIEVEMENTS) - len(lines) + 1} more" in lines[-1]
    assert "New dice" in game_lines(cast, everything, [(seat, 0, len(ACHIEVEMENTS)) for seat in range(20)])[-1]


@pytest.mark.usefixtures("tongue")
def test_the_list_of_achievements_fits_even_if_it_is_empty() -> None:
    assert characters(listed(()).parts) <= MOST_TEXT


async def lie_is_caught(stage: Stage) -> str:
    """Play a game of one round in which a bid that is far too high is called. Return the caller's name."""
    await stage.start("Ann", "Ben", rounds="1")
    liar = await stage.to_move()
    await stage.slash(liar, "bid", what="10x6")
    caller = await stage.to_move()
    await stage.press(caller, CallLie)
    return caller


async def behind_more(stage: Stage) -> str:
    """Return the words of the page behind More on the newest result."""
    (page,) = (await stage.press("Ann", OpenMore)).ephemerals
    return words(page)


async def test_a_result_announces_an_achievement_once_and_the_command_lists_it(stage: Stage) -> None:
    caller = await lie_is_caught(stage)
    other = "Ben" if caller == "Ann" else "Ann"
    result = await behind_more(stage)
    assert f"{MEDAL} {caller}: Caught in the act" in result.replace("*", "")
    await stage.restart()
    assert await behind_more(stage) == result
    (mine,) = (await stage.slash(caller, "profile", show="achievements")).ephemerals
    assert f"1 of {len(ACHIEVEMENTS)}" in words(mine)
    (none,) = (await stage.slash(other, "profile", show="achievements")).ephemerals
    assert f"0 of {len(ACHIEVEMENTS)}" in words(none)
    (theirs,) = (await stage.slash(other, "profile", show="achievements", who=stage.people[caller].user)).ephemerals
    assert f"{caller}: 1 of" in words(theirs)


async def test_an_achievement_that_somebody_has_already_is_not_announced_again(english_stage: Stage) -> None:
    stage = english_stage
    callers = [await lie_is_caught(stage)]
    assert "Caught in the act" in await behind_more(stage)
    while len(callers) == len(set(callers)):
        callers.append(await lie_is_caught(stage))
    assert "Caught in the act" not in await behind_more(stage)


async def earn(stage: Stage, name: str, some: list[str], at: datetime) -> None:
    """Give somebody these achievements, as if they had earned them on another server."""
    brought = {(2, stage.people[name].id, each): (0, at) for each in some}
    await stage.bot.services.tables.changes.store.write(lambda c: achievements.add_many(c, brought))


async def test_a_result_says_which_dice_it_unlocked(english_stage: Stage) -> None:
    """Achievements of all servers count together. Those that are earned later do not change the result."""
    stage, names = english_stage, list(ACHIEVEMENTS)
    for name in ("Ann", "Ben"):
        await earn(stage, name, names[1 : ASKS["brass"]], datetime(2026, 1, 1, tzinfo=UTC))
    caller = await lie_is_caught(stage)
    result = await behind_more(stage)
    assert re.search(f"New dice for {caller}: .* brass", result.replace("*", ""))
    assert result.count("New dice") == 1
    await earn(stage, caller, names[ASKS["brass"] :], datetime(2100, 1, 1, tzinfo=UTC))
    await stage.restart()
    assert await behind_more(stage) == result
