"""Test the answers to /play if the bot cannot post in the channel, or if the server has no threads left."""

import discord
from simcord.backend import serializers
from simcord.enums import ChannelType

from bot.presses.lobby import Join, Start
from tests.bot.places import closed
from tests.bot.places.unkind import refused_by
from tests.bot.rounds.test_pauses import stage_pace
from tests.bot.stage import Stage

NO_THREADS = 160006


async def test_the_bot_asks_to_be_mentioned_in_a_private_thread_first(english_stage: Stage) -> None:
    stage = english_stage
    thread = closed.new_thread(stage, ChannelType.PRIVATE_THREAD)
    await stage.env.settle()
    said = (await stage.slash("Ann", "play")).words
    assert "I’m not in" in said
    assert "Mention me there first" in said
    assert await stage.newest(thread.id) is None
    closed.ALL["out of a private thread"].give(stage)
    await stage.env.settle()
    await stage.slash("Ann", "play")
    await stage.press("Ben", Join)
    await stage.press("Ann", Start)
    assert (await stage.table()).status == "playing"


async def test_a_server_that_has_only_the_commands_is_asked_to_invite_the_bot(english_stage: Stage) -> None:
    stage = english_stage
    closed.ALL["put out"].take(stage)
    await stage.env.settle()
    said = (await stage.slash("Ann", "play")).words
    assert "invite me as a bot too" in said
    assert await stage.newest(stage.channel.id) is None


async def test_a_bot_in_timeout_says_so_and_names_no_missing_permission(english_stage: Stage) -> None:
    stage = english_stage
    closed.ALL["timed out"].take(stage)
    await stage.env.settle()
    said = (await stage.slash("Ann", "play")).words
    assert "I’m timed out" in said
    assert "Send Messages" not in said


async def test_a_game_is_played_in_the_channel_if_the_server_has_no_threads_left(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages/*/threads", status=400, code=NO_THREADS)
    said = (await stage.slash("Ann", "play")).words
    assert "can’t open more threads, so we’ll play right here" in said
    (lobby,) = stage.public()
    assert Join in stage.kinds(lobby)


async def test_a_second_table_is_refused_if_the_server_has_no_thread_left(stage: Stage) -> None:
    await stage.slash("Ben", "play")
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages/*/threads", status=400, code=NO_THREADS)
    said = (await stage.slash("Ann", "play")).words
    assert "can’t open more threads, and there’s already a table here" in said
    assert len(stage.public()) == 1


async def test_a_table_in_a_forbidden_channel_is_refused_before_a_thread_is_requested(stage: Stage) -> None:
    garden = stage.guild.create_text_channel("garden")
    await stage.bot.services.settings.change(stage.guild.id, threads=True, channels=(garden.id,))
    for channel in (stage.channel, garden):
        stage.env.inject_error("POST", f"/channels/{channel.id}/messages/*/threads", status=400, code=NO_THREADS)
    before = stage.requests()
    assert f"Open yours in <#{garden.id}>" in (await stage.slash("Ann", "play")).words
    assert stage.public() == []
    assert not [call for call in stage.calls_since(before) if "threads" in str(call)]
    assert (
        "can’t open more threads, so we’ll play right here" in (await stage.slash("Ann", "play", channel=garden)).words
    )
    assert Join in stage.kinds(stage.panel(garden))


async def test_a_table_is_refused_if_no_threads_are_left_and_the_bot_cannot_post(english_stage: Stage) -> None:
    """The bot could have posted in a thread of that channel."""
    stage = english_stage
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    closed.ALL["no Send Messages"].take(stage)
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages/*/threads", status=400, code=NO_THREADS)
    said = (await stage.slash("Ann", "play")).words
    assert "**Send Messages**" in said
    assert "server manager" in said
    assert await stage.newest(stage.channel.id) is None
    assert stage.public() == []


async def test_a_reminder_is_not_a_reply_if_the_bot_cannot_read_message_history(stage: Stage) -> None:
    stage_pace(stage, calls=True)
    await stage.start("Ann", "Ben")
    closed.ALL["no Read Message History"].take(stage)
    table, before = await stage.table(), len(stage.public())
    await stage.time_passes(seconds=31)
    assert 160002 in refused_by(stage.env.backend).values()
    line = stage.public()[-1]
    assert len(stage.public()) == before + 1
    assert f"<@{table.seats[0].user}>" in stage.text(line)


async def test_a_reminder_that_cannot_be_posted_is_reported_with_the_last_token(english_stage: Stage) -> None:
    stage = english_stage
    stage_pace(stage, calls=True)
    await stage.start("Ann", "Ben")
    closed.ALL["no Send Messages"].take(stage)
    await stage.time_passes(seconds=31)
    assert "**Send Messages**" in stage.text(stage.public()[-1])


async def test_a_bot_with_manage_threads_plays_in_a_private_thread_without_joining(stage: Stage) -> None:
    role = stage.env.backend.guilds[stage.guild.id].roles[stage.guild.id]
    role.permissions |= discord.Permissions.manage_threads.flag
    stage.env.backend.emit(
        "GUILD_ROLE_UPDATE", {"guild_id": str(stage.guild.id), "role": dict(serializers.role_payload(role))}
    )
    closed.new_thread(stage, ChannelType.PRIVATE_THREAD)
    await stage.env.settle()
    await stage.slash("Ann", "play")
    assert Join in stage.kinds()
