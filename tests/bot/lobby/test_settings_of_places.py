"""Test two settings: in which channels tables may be opened, and whether each game gets its own thread."""

import discord
import pytest
from simcord import ChannelHandle

from bot.outbox import reply
from bot.people import ServerSettings
from bot.presses.lobby import Join, Start
from bot.presses.preferences import AllowChannels, ServerDefaults, SurelyServerDefaults
from tests.bot.answers import words
from tests.bot.pseudo import without_brackets
from tests.bot.requests.test_races import slowly
from tests.bot.server_settings import card, chosen, keeper, now, thread_in
from tests.bot.stage import Stage

HIDDEN = discord.PermissionOverwrite(view_channel=False)


async def delete(stage: Stage, channel: ChannelHandle) -> None:
    """Delete a channel."""
    stage.env.backend.delete_channel(channel.id)
    await stage.env.settle()


async def test_allowed_channels_are_chosen_from_discords_own_menu(both: Stage) -> None:
    who, garden = keeper(both), both.guild.create_text_channel("garden")
    shown = await card(both, who)
    await both.pick_from(who, shown, AllowChannels(), garden, both.channel)
    assert (await chosen(both)).channels == (garden.id, both.channel.id)
    await both.pick_from(who, now(both, shown), AllowChannels())
    assert (await chosen(both)).channels == ()


async def test_the_largest_number_of_allowed_channels_fits_on_the_card(stage: Stage) -> None:
    who = keeper(stage)
    many = [stage.guild.create_text_channel(f"room-{number}") for number in range(25)]
    shown = await card(stage, who)
    await stage.pick_from(who, shown, AllowChannels(), *many)
    assert (await chosen(stage)).channels == tuple(channel.id for channel in many)
    ids = [str(stage.guild.create_text_channel("one-more").id), *(str(channel.id) for channel in many)]
    assert "up to 25 channels" in (await stage.forge(who, AllowChannels(), *ids, message=shown)).words
    assert len((await chosen(stage)).channels) == 25


@pytest.mark.parametrize("forged", ["1", "-1", "x", "", "9" * 40, "①"])
async def test_a_channel_that_does_not_exist_is_refused(stage: Stage, forged: str) -> None:
    who = keeper(stage)
    shown = await card(stage, who)
    answer = await stage.forge(who, AllowChannels(), str(stage.channel.id), forged, message=shown)
    assert "One of these channels is gone" in answer.words
    assert await chosen(stage) == ServerSettings()


async def test_a_table_opens_only_where_the_server_allows(both: Stage) -> None:
    garden = both.guild.create_text_channel("garden")
    await both.bot.services.settings.change(both.guild.id, channels=(garden.id,))
    refused = await both.slash("Ann", "play")
    assert f"Open yours in <#{garden.id}>" in refused.words
    assert both.public() == []
    await both.slash("Ann", "play", channel=garden)
    assert Join in both.kinds(both.panel(garden))


async def test_a_thread_of_an_allowed_channel_is_allowed(stage: Stage) -> None:
    inside = await thread_in(stage, "the back room")
    await stage.bot.services.settings.change(stage.guild.id, channels=(stage.channel.id,))
    await stage.slash("Ann", "play", channel=inside)
    assert Join in stage.kinds(stage.panel(inside))


async def test_the_refusal_does_not_name_an_allowed_channel_that_the_player_cannot_see(stage: Stage) -> None:
    hidden = stage.guild.create_text_channel("staff", overwrites={stage.guild.default_role: HIDDEN})
    await stage.bot.services.settings.change(stage.guild.id, channels=(hidden.id,))
    answer = await stage.slash("Ann", "play")
    assert str(hidden.id) not in answer.words
    assert "No tables in this channel, please. Ask a" in answer.words


async def test_the_card_reports_that_the_allowed_channels_were_deleted(stage: Stage) -> None:
    """No table can be opened until a manager restores the defaults, which allow all channels."""
    who, garden = keeper(stage), stage.guild.create_text_channel("garden")
    await stage.bot.services.settings.change(stage.guild.id, channels=(garden.id,))
    await delete(stage, garden)
    assert "No tables in this channel, please. Ask a" in (await stage.slash("Ann", "play")).words
    shown = await card(stage, who)
    assert "the chosen channels are gone" in words(shown)
    await stage.press(who, ServerDefaults, shown)
    await stage.press(who, SurelyServerDefaults, shown)
    await stage.slash("Ann", "play")
    assert Join in stage.kinds()


async def test_each_game_has_a_thread_of_its_own(both: Stage) -> None:
    await both.bot.services.settings.change(both.guild.id, threads=True)
    answer = await both.slash("Ann", "play")
    line, *_told_by_discord = both.public()
    (thread,) = both.channel.threads
    assert f"Ann opens a table: Common hand. Join in <#{thread.id}>" in words(line).replace("*", "")
    assert thread.name is not None
    assert "Ann" in without_brackets(thread.name)
    assert answer.words == ""
    assert both.kinds(line) == []
    assert Join in both.kinds(both.panel(thread))
    await both.press("Ben", Join, channel=thread)
    await both.press("Ann", Start, channel=thread)
    assert (await both.table(thread)).status == "playing"


@pytest.mark.parametrize(("clock", "minutes"), [(180, 60), (3600, 10080), (None, 10080)])
async def test_a_games_thread_is_archived_after_a_time_that_fits_its_clock(
    stage: Stage, clock: int | None, minutes: int
) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True, clock=clock)
    await stage.slash("Ann", "play")
    thread = stage.bot.get_channel(stage.channel.threads[0].id)
    assert isinstance(thread, discord.Thread)
    assert thread.auto_archive_duration == minutes


async def test_two_games_can_be_played_at_once_in_threads(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    for name in ("Ann", "Ben"):
        await stage.slash(name, "play")
    assert len(stage.channel.threads) == 2
    assert all(Join in stage.kinds(stage.panel(thread)) for thread in stage.channel.threads)


async def test_a_table_opens_directly_in_a_place_that_cannot_have_threads(stage: Stage) -> None:
    """Threads and the chats of voice channels cannot have threads."""
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    for place in (await thread_in(stage, "the back room"), stage.guild.create_voice_channel("the bar")):
        await stage.slash("Ann", "play", channel=place)
        assert Join in stage.kinds(stage.panel(place))


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_the_refusal_to_open_a_thread_names_the_missing_permission(stage: Stage, permission: str) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    forbidden = discord.PermissionOverwrite(**{permission: False})
    room = stage.guild.create_text_channel("room", overwrites={stage.guild.default_role: forbidden})
    answer = await stage.slash("Ann", "play", channel=room)
    assert {"create_public_threads": "Create Public Threads", "send_messages_in_threads": "in Threads"}[
        permission
    ] in answer.words
    assert stage.public(room) == []
    assert room.threads == []


async def test_no_message_stays_in_the_channel_if_discord_refuses_the_thread(stage: Stage, trap: list[str]) -> None:
    trap.append("Fault")
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages/*/threads", status=400, code=30033)
    answer = await stage.slash("Ann", "play")
    assert "nothing is lost" in answer.words
    assert stage.public() == []
    assert await stage.newest(stage.channel.id) is None


async def test_a_games_thread_opens_even_if_the_answer_was_deferred(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deferred answer is private, so the bot posts the link to the thread in a separate message."""
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    monkeypatch.setattr(reply, "TIMEOUT", 0.05)
    monkeypatch.setattr(stage.bot.services.settings, "of", slowly(stage.bot.services.settings.of))
    answer = await stage.slash("Ann", "play")
    assert "Done" in answer.words
    (thread,) = stage.channel.threads
    assert any(f"<#{thread.id}>" in words(message) for message in stage.public())
    assert Join in stage.kinds(stage.panel(thread))
