"""Test the dispatcher of interactions.

When the bot closes, the dispatcher finishes running work and refuses more. Every failure gets an answer.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from discord import app_commands

from bot.inbox.dispatcher import MOST_OF_ONE_PERSON
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.storage import schema as db
from tests.bot.answers import raw_words
from tests.bot.stage import Stage


@contextmanager
def nobody_settles(stage: Stage) -> Iterator[None]:
    """Make simulated people act at once instead of waiting until the bot is idle."""
    env, settle = stage.env, stage.env._settle_internal

    async def not_yet(**_: object) -> None:
        return None

    env._settle_internal = not_yet  # type: ignore[method-assign] # see above
    try:
        yield
    finally:
        env._settle_internal = settle  # type: ignore[method-assign]


async def test_a_closing_bot_finishes_running_work_and_takes_no_more(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name, panel = await stage.to_move(), stage.panel()
    bid = next(each for each in stage.presses() if isinstance(each, PlaceBid))
    with nobody_settles(stage):
        await stage.people[name].click(panel, custom_id=encode(bid))
        for _ in range(20):
            await asyncio.sleep(0)
        assert await stage.bot.dispatcher.drain(5), "the running press is finished"
    await stage.env.settle()
    standing = (await stage.view()).state.standing
    assert standing is not None
    before = await stage.table()
    assert "I’m restarting" in (await stage.press(await stage.to_move(), PlaceBid)).words
    assert "I’m restarting" in (await stage.slash(name, "play")).words
    assert (await stage.people[name].autocomplete(stage.channel, "bid", "what", "")) == []
    assert await stage.table() == before


async def test_waiting_for_running_work_has_a_time_limit(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    hold = asyncio.Event()

    async def forever(**_: object) -> None:
        await hold.wait()

    dispatcher = stage.bot.dispatcher
    task = asyncio.create_task(forever())
    dispatcher._under_way.add(task)
    assert not await dispatcher.drain(0.05)
    await asyncio.wait([task])
    assert task.cancelled(), "a longer task is cancelled; the store still finishes its write, if there is one"


async def test_a_completion_that_fails_proposes_nothing_and_is_logged(
    stage: Stage, trap: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    trap.append("Fault")
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    assert await stage.people[name].autocomplete(stage.channel, "bid", "what", "")
    store = stage.bot._store
    assert store is not None
    await store.write(lambda connection: connection.execute(sa.update(db.tables).values(setup=b"{")))
    assert await stage.people[name].autocomplete(stage.channel, "bid", "what", "") == []
    assert caplog.text.count("Fault") == 1


async def test_a_removed_command_that_discord_still_shows_is_answered(stage: Stage) -> None:
    kept = stage.bot.tree.remove_command("leaderboard")
    assert isinstance(kept, app_commands.Command)
    try:
        assert "has changed" in (await stage.slash("Ann", "leaderboard")).words
    finally:
        stage.bot.tree.add_command(kept)


async def test_many_presses_at_once_are_answered_and_delay_nobody_else(stage: Stage) -> None:
    """Of thirty simultaneous presses by one person, eight wait for their turn. The bot refuses the others at once."""
    await stage.start("Ann", "Ben")
    name, panel, table = await stage.to_move(), stage.panel(), await stage.table()
    (other,) = await stage.others(name)
    bid = encode(next(each for each in stage.presses() if isinstance(each, PlaceBid)))
    dispatcher, changes = stage.bot.dispatcher, stage.bot.services.tables.changes
    async with changes.alone(table.id):
        with nobody_settles(stage):
            answers = [await stage.people[name].click(panel, custom_id=bid) for _ in range(30)]
            await stage.people[other].click(panel, custom_id=bid)
            for _ in range(200):
                await asyncio.sleep(0)
        told = [
            answer for answer in answers if answer.response is not None and "Not so fast" in raw_words(answer.response)
        ]
        assert len(told) == 30 - MOST_OF_ONE_PERSON
        assert len(dispatcher._under_way) == MOST_OF_ONE_PERSON + 1
    await stage.env.settle()
    assert not dispatcher._under_way
    assert not dispatcher._of
    assert (await stage.table()).version == table.version + 1, "only the first one counts"
    assert "busy" not in (await stage.press(await stage.to_move(), PlaceBid)).words
