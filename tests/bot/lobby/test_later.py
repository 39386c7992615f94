"""Test tables for later: the lobby waits for its time, and then pings those who have joined, once."""

from typing import Any

import pytest

from bot.presses.lobby import Join, Start
from bot.tables.model import Status
from tests.bot.answers import Answer
from tests.bot.places import closed
from tests.bot.stage import Stage

TIME = "it’s time to play!"


async def opened(stage: Stage, when: str = "2 hours", *others: str) -> Answer:
    """Let Ann open a table for later, and let others join it."""
    options: dict[str, Any] = {"in": when}  # the name of the option is a keyword of Python
    answer = await stage.slash("Ann", "play", **options)
    for name in others:
        await stage.press(name, Join)
    return answer


def pings(stage: Stage) -> list[str]:
    """Return the messages that say that it is time to play."""
    return [words for message in stage.public() if TIME in (words := stage.text(message))]


async def test_a_table_for_later_pings_those_who_joined_at_its_time(both: Stage) -> None:
    await opened(both, "2 hours", "Ben")
    meets = (await both.table()).annotations.meets
    assert meets is not None
    moment = int(meets.timestamp())
    assert f"We play at <t:{moment}:t>, <t:{moment}:R>." in both.text()
    await both.time_passes(minutes=115)
    assert (await both.table()).status is Status.LOBBY, "it does not end by idleness before its time"
    assert pings(both) == []
    await both.time_passes(minutes=121)
    (ping,) = pings(both)
    assert [f"<@{both.people[name].id}>" in ping for name in ("Ann", "Ben", "Cleo")] == [True, True, False]
    await both.press("Cleo", Join)
    await both.time_passes(minutes=125)
    assert pings(both) == [ping], "it is sent once, and stays for those who come late"
    await both.press("Ann", Start)
    assert (await both.table()).status is Status.PLAYING
    assert pings(both) == [], "the game is on"


async def test_a_restart_before_the_time_changes_nothing(both: Stage) -> None:
    await opened(both, "90 minutes", "Ben")
    before = (await both.table()).annotations.meets
    await both.time_passes(minutes=60)
    await both.restart()
    assert (await both.table()).annotations.meets == before
    await both.time_passes(minutes=91)
    await both.restart()
    await both.time_passes(minutes=95)
    assert len(pings(both)) == 1


async def test_the_game_may_start_before_its_time(stage: Stage) -> None:
    await opened(stage, "30 minutes", "Ben")
    await stage.press("Ann", Start)
    assert "We play at" not in stage.text()
    await stage.time_passes(minutes=31)
    assert pings(stage) == []


async def test_a_table_for_later_closes_half_an_hour_after_its_time(stage: Stage) -> None:
    await opened(stage, "1 hour", "Ben")
    await stage.time_passes(minutes=88)
    assert (await stage.table()).status is Status.LOBBY
    await stage.time_passes(minutes=92)
    assert (await stage.table()).status is Status.CLOSED
    assert pings(stage) == []


async def test_nobody_is_pinged_who_does_not_want_to_be(stage: Stage) -> None:
    await opened(stage, "1 hour", "Ben")
    await stage.bot.services.preferences.change(stage.people["Ann"].id, pings=False)
    await stage.time_passes(minutes=61)
    (ping,) = pings(stage)
    assert f"<@{stage.people['Ann'].id}>" not in ping
    assert f"<@{stage.people['Ben'].id}>" in ping


async def test_a_ping_that_cannot_be_posted_leaves_the_lobby_open(english_stage: Stage) -> None:
    stage = english_stage
    await opened(stage, "1 hour", "Ben")
    closed.ALL["no Send Messages"].take(stage)
    await stage.time_passes(minutes=61)
    assert pings(stage) == []
    assert (await stage.table()).status is Status.LOBBY
    await stage.press("Cleo", Join)
    assert (await stage.table()).seat_of(stage.people["Cleo"].id) is not None


@pytest.mark.parametrize("when", ["5 minutes", "25 hours", "soon", "2 days"])
async def test_the_time_is_from_ten_minutes_to_a_day(stage: Stage, when: str) -> None:
    assert "between 10 minutes and 1 day from now" in (await opened(stage, when)).words
    assert await stage.newest(stage.channel.id) is None


@pytest.mark.parametrize("when", ["45", "45 min", "45m"])
async def test_the_time_can_be_typed_in_short(stage: Stage, when: str) -> None:
    await opened(stage, when)
    assert (await stage.table()).annotations.meets is not None


async def test_discord_proposes_times_while_people_type(english_stage: Stage) -> None:
    stage = english_stage
    offered = await stage.people["Ann"].autocomplete(stage.channel, "play", "in", "")
    assert [each["name"] for each in offered][:3] == ["10 minutes", "15 minutes", "20 minutes"]
    offered = await stage.people["Ann"].autocomplete(stage.channel, "play", "in", "2 h")
    assert "2 hours" in [each["value"] for each in offered]


async def test_a_table_for_later_in_a_thread_pings_there(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    await opened(stage, "1 hour")
    (thread,) = stage.channel.threads
    await stage.time_passes(minutes=61)
    assert TIME in stage.text(stage.public(thread)[-1])
