"""Test how the bot finds out on which servers it is, and which people are in a private thread.

The bot may be on a server that is missing from discord.py's cache.
"""

import asyncio
from datetime import timedelta

import discord
import pytest
from simcord.enums import ChannelType

from bot.outbox import where_the_bot_is as membership
from tests.bot.stage import Stage


def lost(stage: Stage) -> None:
    """Remove the server from discord.py's cache, as if Discord had never sent its description."""
    del stage.bot._connection._guilds[stage.guild.id]


async def test_a_server_in_the_cache_costs_no_request(stage: Stage) -> None:
    before = stage.requests()
    assert await stage.bot.services.membership.is_on(stage.guild.id)
    assert stage.requests() == before


async def test_discord_is_asked_about_a_missing_server_once_in_ten_minutes(stage: Stage) -> None:
    stage.freeze_time()
    lost(stage)
    before, known = stage.requests(), stage.bot.services.membership
    found = await asyncio.gather(*(known.is_on(stage.guild.id) for _ in range(5)), known.is_on(stage.guild.id))
    assert all(found)
    assert stage.calls_since(before) == [f"GET /guilds/{stage.guild.id}"]
    await known.is_on(stage.guild.id)
    assert len(stage.calls_since(before)) == 1
    moment = stage.bot.now() + timedelta(minutes=10)
    stage.bot.now = lambda: moment
    await known.is_on(stage.guild.id)
    assert len(stage.calls_since(before)) == 2


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10004)])
async def test_a_bot_knows_that_it_was_not_invited_and_notices_an_invitation(
    stage: Stage, status: int, code: int
) -> None:
    guild, known = stage.guild.id, stage.bot.services.membership
    theirs = stage.bot._connection._guilds[guild]
    lost(stage)
    stage.env.inject_error("GET", f"/guilds/{guild}", status=status, code=code, message="No", times=1)
    assert not await known.is_on(guild)
    assert not await known.is_on(guild)  # the bot remembers the answer and sends no second request
    stage.bot._connection._guilds[guild] = theirs
    assert await known.is_on(guild)


async def test_the_bot_counts_as_invited_if_discord_does_not_answer(stage: Stage) -> None:
    guild, known = stage.guild.id, stage.bot.services.membership
    lost(stage)
    stage.env.inject_error("GET", f"/guilds/{guild}", status=400, code=0, message="Bad", times=1)
    assert await known.is_on(guild)
    before = stage.requests()
    assert await known.is_on(guild)
    assert stage.calls_since(before) == [f"GET /guilds/{guild}"]


async def test_the_bot_waits_for_the_description_of_a_server(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    guild, known = stage.guild.id, stage.bot.services.membership
    stage.env.backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    before, asked = stage.requests(), asyncio.create_task(known.is_on(guild))
    await asyncio.sleep(0)
    assert not asked.done()
    theirs = stage.bot.get_guild(guild)
    assert theirs is not None
    theirs.unavailable = False
    stage.bot.dispatch("guild_available", theirs)
    assert await asked
    theirs.unavailable = True
    monkeypatch.setattr(membership, "DESCRIBED_WITHIN", 0.0)
    assert await known.is_on(guild)  # Discord has announced the server, so the bot is on it
    theirs.unavailable = False
    assert stage.requests() == before


async def test_discord_is_asked_only_about_private_threads_that_the_bot_did_not_open(stage: Stage) -> None:
    known = stage.bot.services.membership
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    public = await channel.create_thread(name="open", type=discord.ChannelType.public_thread)
    stage.env.backend.create_thread(
        channel.id, "closed", stage.bot.user.id if stage.bot.user is not None else 0, type=ChannelType.PRIVATE_THREAD
    )
    await stage.env.settle()
    private = next(each for each in channel.threads if each.is_private())
    before = stage.requests()
    assert await known.is_in(public)
    assert await known.is_in(private)  # the bot opened this thread
    assert stage.requests() == before
    private.owner_id = stage.people["Ann"].id
    assert await known.is_in(private)
    await private.leave()
    before = stage.requests()
    assert not await known.is_in(private)
    me = stage.bot.user.id if stage.bot.user is not None else 0
    assert stage.calls_since(before) == [f"GET /channels/{private.id}/thread-members/{me}"]


async def test_the_bot_asks_about_at_most_three_threads_for_a_page_once_a_minute(stage: Stage) -> None:
    """If Discord does not answer, the person counts as absent, and the bot asks again next time."""
    stage.freeze_time()
    known, ann, me = stage.bot.services.membership, stage.people["Ann"].id, stage.bot.user
    assert me is not None
    threads = [
        stage.env.backend.create_thread(stage.channel.id, f"nook {number}", me.id, type=ChannelType.PRIVATE_THREAD).id
        for number in range(4)
    ]
    asked = [f"GET /channels/{thread}/thread-members/{ann}" for thread in threads[: membership.MOST_THREADS]]
    stage.env.inject_error("GET", asked[0].removeprefix("GET "), status=400, code=0, message="Bad", times=1)
    before = stage.requests()
    assert await known.inside(threads, ann) == frozenset()
    assert sorted(stage.calls_since(before)) == sorted(asked)
    before = stage.requests()
    await known.inside(threads, ann)
    assert stage.calls_since(before) == asked[:1], "the others were answered"
    moment = stage.bot.now() + timedelta(minutes=1)
    stage.bot.now = lambda: moment
    before = stage.requests()
    await known.inside(threads, ann)
    assert sorted(stage.calls_since(before)) == sorted(asked)
