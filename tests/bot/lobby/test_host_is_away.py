"""Test who may start the game while its host is away."""

import re
from datetime import timedelta

from bot.presses.lobby import Start
from bot.tables.lobby import HOST_IS_AWAY
from bot.tables.model import Status
from tests.bot.stage import Stage


async def test_the_refusal_says_when_anybody_seated_may_start(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    stage.freeze_time()
    left = stage.bot.now()
    refused = await stage.press("Ben", Start)
    assert "Only Ann, the host, can start." in refused.words
    said = re.search(r"<t:(\d+):R>", refused.words)
    assert said is not None
    wait = int(said[1]) - left.timestamp()
    assert timedelta() < timedelta(seconds=wait) <= HOST_IS_AWAY + timedelta(seconds=1)
    await stage.time_passes(seconds=wait)
    await stage.press("Ben", Start)
    assert (await stage.table()).status is Status.PLAYING


async def test_a_press_by_the_host_begins_the_wait_again(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.time_passes(minutes=1, seconds=50)
    await stage.slash("Ann", "table show")
    await stage.time_passes(minutes=2, seconds=10)
    assert "the host, can start" in (await stage.press("Ben", Start)).words
    await stage.press("Ann", Start)
    assert (await stage.table()).status is Status.PLAYING


async def test_an_onlooker_is_not_told_to_wait_for_the_host_to_go(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    refused = await stage.press("Dan", Start)
    assert "Only Ann, the host, can do that." in refused.words
    assert "<t:" not in refused.words
