"""Test games whose channel or thread is deleted.

Such a game ends as if a manager had ended it (L5). No other problem with a channel ends a game.
"""

from typing import Any

import pytest
from simcord import ChannelHandle

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie
from bot.storage import limits
from bot.tables.model import Status, TableView
from tests.bot.server_settings import thread_in
from tests.bot.stage import Stage


async def delete(stage: Stage, channel: ChannelHandle, *, is_heard: bool = True) -> None:
    """Delete a channel. If `is_heard` is False, the bot does not receive Discord's event about it."""
    backend, emit = stage.env.backend, stage.env.backend.emit
    stage.typed.add(backend.get_channel(channel.id).name or "")
    if not is_heard:
        setattr(backend, "emit", lambda *_, **__: None)  # noqa: B010
    with stage.env._bot_scope():
        backend.delete_channel(channel.id)
        setattr(backend, "emit", emit)  # noqa: B010
    await stage.env.settle()


async def a_game(stage: Stage, channel: ChannelHandle | None = None, **options: str) -> int:
    """Start a game of dudo without a clock, make a bid, and return the table's id."""
    where = channel or stage.channel
    await stage.start("Ann", "Ben", game="dudo", clock="none", **options)
    await stage.raise_once()
    return (await stage.table(where)).id


async def table(stage: Stage, number: int) -> TableView:
    return await stage.bot.services.tables.queries.table(number)


async def seats_taken(stage: Stage, name: str) -> int:
    user = stage.people[name].id
    assert stage.bot._store is not None
    return await stage.bot._store.read(lambda connection: limits.count_tables_of(connection, user))


async def ended(stage: Stage, number: int) -> bool:
    """Return whether a table has ended. If so, check that nobody won and that Ann and Ben have no seat anywhere."""
    found = await table(stage, number)
    if found.status is not Status.CLOSED:
        assert found.status is Status.PLAYING
        return False
    assert found.view is not None
    assert found.view.state.result is not None
    assert not found.view.state.result.winners
    assert [await seats_taken(stage, name) for name in ("Ann", "Ben")] == [0, 0]
    return True


async def a_day_passes(stage: Stage, days: float = 1.1) -> None:
    """Let this many days pass, and have the bot look for deletions of which it received no event."""
    await stage.time_passes(days=days)
    with stage.env._bot_scope():
        stage.bot._each_minute()
    await stage.env.settle()


async def test_a_game_ends_when_its_channel_is_deleted(both: Stage) -> None:
    """Such a game has no winner (L5)."""
    number = await a_game(both)
    assert await seats_taken(both, "Ann") == 1
    await delete(both, both.channel)
    assert await ended(both, number)
    assert not any("DELETE" in call for call in both.calls_since(0))


async def test_earlier_forfeits_of_a_deleted_game_stay_owed(stage: Stage) -> None:
    """Ending a game does not cancel its forfeits (L5)."""
    await stage.start("Ann", "Ben", clock="none", rounds="5", forfeit="sing")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    number = (await stage.table()).id
    await delete(stage, stage.channel)
    assert (await table(stage, number)).status is Status.CLOSED
    (owed,) = await stage.bot.services.debts.forfeits(None, stage.people["Ann"].id)
    assert (owed.text, owed.state) == ("sing", "owed")


async def test_deleting_a_thread_or_its_channel_ends_the_games_in_them(stage: Stage) -> None:
    one, two = await thread_in(stage, "one"), await thread_in(stage, "two")
    numbers = []
    for thread in (one, two):
        await stage.slash("Ann", "play", thread, game="dudo")
        found = await stage.newest(thread.id)
        assert found is not None
        numbers.append(found.id)
    await delete(stage, one)
    assert [(await table(stage, number)).status for number in numbers] == [Status.CLOSED, Status.LOBBY]
    await delete(stage, stage.channel)
    assert (await table(stage, numbers[1])).status is Status.CLOSED


async def test_a_deletion_that_was_missed_is_found_at_the_next_start(stage: Stage) -> None:
    number = await a_game(stage)
    await delete(stage, stage.channel, is_heard=False)
    assert not await ended(stage, number)
    await stage.restart()
    with stage.env._bot_scope():
        stage.bot._each_minute()
    await stage.env.settle()
    assert await ended(stage, number)


async def test_a_deletion_that_was_missed_is_found_within_a_day(english_stage: Stage) -> None:
    stage = english_stage
    number = await a_game(stage)
    await a_day_passes(stage)
    await delete(stage, stage.channel, is_heard=False)
    await a_day_passes(stage, 1.5)
    assert not await ended(stage, number), "the bot has looked for the channel less than a day ago"
    await a_day_passes(stage, 2.3)
    assert await ended(stage, number)


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50001), (404, 10004), (500, 0), (403, 50013), (404, 0)], ids=["hidden", *"abcd"]
)
async def test_only_the_code_for_an_unknown_channel_counts_as_a_deletion(stage: Stage, status: int, code: int) -> None:
    number = await a_game(stage)
    stage.env.inject_error("GET", f"/channels/{stage.channel.id}", status=status, code=code, message="No", times=None)
    await a_day_passes(stage)
    await stage.bot.deletions.heard_of(stage.guild.id, stage.channel.id)
    assert not await ended(stage, number)


@pytest.mark.parametrize("unavailable", [True, False], ids=["away", "put out"])
async def test_channels_of_unavailable_or_former_servers_do_not_count_as_deleted(
    stage: Stage, unavailable: bool
) -> None:
    number = await a_game(stage)
    stage.env.inject_error(
        "GET", f"/channels/{stage.channel.id}", status=404, code=10003, message="Unknown Channel", times=None
    )
    gone: Any = {"id": str(stage.guild.id)} | ({"unavailable": True} if unavailable else {})
    stage.bot._connection.parse_guild_delete(gone)
    await stage.env.settle()
    await a_day_passes(stage)
    assert not await ended(stage, number)


async def test_a_game_in_an_existing_channel_goes_on(english_stage: Stage) -> None:
    stage = english_stage
    await a_game(stage)
    await a_day_passes(stage, 0)
    before = stage.requests()
    await a_day_passes(stage, 0.2)
    assert not [call for call in stage.calls_since(before) if f"GET /channels/{stage.channel.id}" == call]
    await a_day_passes(stage)
    assert [call for call in stage.calls_since(before) if f"GET /channels/{stage.channel.id}" == call]
    assert PlaceBid in stage.kinds()
    assert (await stage.table()).status is Status.PLAYING
