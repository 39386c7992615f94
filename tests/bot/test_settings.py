"""What a server chooses for its tables: by whom, how it is shown, and that every table goes by it."""

import discord
import pytest
from simcord import ChannelHandle, ResponseMessage

from bot.outbox import reply
from bot.outbox.render import layout
from bot.preferences import ServerSettings
from bot.presses.codec import AnyPress, encode
from bot.presses.game import CallLie, SettleForfeit
from bot.presses.lobby import ChooseVariant, Join, OpenOptions, Rematch, SendOptions, Start
from bot.presses.preferences import (
    AllowChannels,
    ServerDefaults,
    SwitchForServer,
    UsualClock,
    UsualGame,
    UsualPace,
)
from bot.screens import variants
from bot.screens.model import Button, rows
from bot.tables.pace import PaceName
from tests.bot.pseudo import without_brackets
from tests.bot.stage import Stage, words
from tests.bot.test_races import slowly

HIDDEN = discord.PermissionOverwrite(view_channel=False)
ALL: list[AnyPress] = [
    UsualGame("firehouse"),
    UsualPace(PaceName.QUICK),
    UsualClock(0),
    SwitchForServer("stakes", on=False),
    ServerDefaults(),
]


def keeper(stage: Stage) -> str:
    """Somebody who may manage the server."""
    role = stage.guild.create_role("keeper", permissions=discord.Permissions(manage_guild=True))
    stage.people["Dan"] = stage.guild.add_member(stage.env.create_user("dan2", global_name="Dan"), roles=[role])
    return "Dan"


async def card(stage: Stage, name: str) -> ResponseMessage:
    """The settings, as this person opens them."""
    answer = await stage.slash(name, "settings")
    (shown,) = answer.whispers
    return shown


async def chosen(stage: Stage) -> ServerSettings:
    return await stage.bot.services.settings.of(stage.guild.id)


def now(stage: Stage, shown: ResponseMessage) -> ResponseMessage:
    """The same card as it stands now."""
    return next(message for message in stage.messages() if message.id == shown.id)


async def thread_in(stage: Stage, name: str) -> ChannelHandle:
    """A thread in the channel that somebody opened."""
    parent = stage.bot.get_channel(stage.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name=name, type=discord.ChannelType.public_thread)
    await stage.env.settle()
    return next(thread for thread in stage.channel.threads if thread.id == made.id)


async def delete(stage: Stage, channel: ChannelHandle) -> None:
    """Somebody deletes a channel."""
    found = stage.bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    await found.delete()
    await stage.env.settle()


async def test_every_choice_changes_the_one_card(both: Stage) -> None:
    who = keeper(both)
    shown = await card(both, who)
    assert "Common hand, 3 minutes a turn, easy pace" in words(shown)
    await both.pick(who, shown, UsualGame, variant="firehouse")
    await both.pick(who, shown, UsualPace, pace=PaceName.CEREMONIOUS)
    await both.pick(who, shown, UsualClock, seconds=600)
    for switch in ("stakes", "threads", "hints", "pings"):
        await both.press(who, SwitchForServer, now(both, shown), switch=switch)
    said = words(now(both, shown))
    assert "Firehouse, 10 minutes a turn, ceremonious pace" in said
    assert "nobody owes anything" in said
    assert "thread of its own" in said
    assert "Nobody gets hints" in said
    assert "Nobody is mentioned" in said
    expected = ServerSettings("firehouse", PaceName.CEREMONIOUS, 600, False, (), True, False, False)
    assert await chosen(both) == expected
    assert len(both.messages()) == 1, "everything in one message"
    assert both.public() == []
    await both.press(who, ServerDefaults, now(both, shown))
    assert await chosen(both) == ServerSettings()
    assert ServerDefaults not in both.kinds(now(both, shown)), "nothing to go back from"


async def test_choices_outlive_the_process(stage: Stage) -> None:
    who = keeper(stage)
    await stage.press(who, SwitchForServer, await card(stage, who), switch="hints")
    await stage.restart()
    assert "Nobody gets hints" in words(await card(stage, who))


async def test_the_command_is_shown_to_managers_and_refuses_others(stage: Stage) -> None:
    (command,) = [each for each in stage.bot.tree.get_commands() if each.name == "settings"]
    assert command.to_dict(stage.bot.tree)["default_member_permissions"] == discord.Permissions(manage_guild=True).value
    who = keeper(stage)
    await card(stage, who)
    for press in ALL:
        assert "Manage Server" in (await stage.forge("Ann", press, message=stage.messages()[-1])).words
    assert (
        "Manage Server"
        in (await stage.forge("Ann", AllowChannels(), str(stage.channel.id), message=stage.messages()[-1])).words
    )
    assert await chosen(stage) == ServerSettings()


async def test_who_may_no_longer_manage_is_refused_when_they_press(stage: Stage) -> None:
    who = keeper(stage)
    shown = await card(stage, who)
    stage.env.backend.guilds[stage.guild.id].members[stage.people[who].id].role_ids.clear()
    assert "Manage Server" in (await stage.press(who, SwitchForServer, shown, switch="pings")).words
    assert await chosen(stage) == ServerSettings()


async def test_play_goes_by_the_servers_choices(both: Stage) -> None:
    settings = both.bot.services.settings
    await settings.change(both.guild.id, game="firehouse", pace=PaceName.QUICK, clock=None)
    await both.slash("Ann", "play")
    setup = (await both.table()).setup
    assert (setup.variant, setup.pace, setup.clock) == ("firehouse", PaceName.QUICK, None)
    garden = both.guild.create_text_channel("garden")
    await both.slash("Ben", "play", channel=garden, game="common")
    setup = (await both.table(garden)).setup
    assert (setup.variant, setup.pace, setup.clock) == ("common", PaceName.QUICK, None)
    assert setup.options == variants.told("common").proposed


async def test_channels_are_chosen_from_discords_own_menu(both: Stage) -> None:
    who, garden = keeper(both), both.guild.create_text_channel("garden")
    shown = await card(both, who)
    assert "everywhere" in words(shown)
    await both.pick_channels(who, shown, AllowChannels(), garden, both.channel)
    assert (await chosen(both)).channels == (garden.id, both.channel.id)
    assert f"<#{garden.id}> and <#{both.channel.id}>" in words(now(both, shown))
    await both.pick_channels(who, now(both, shown), AllowChannels())
    assert (await chosen(both)).channels == ()
    assert "everywhere" in words(now(both, shown))


async def test_the_most_channels_fit_on_the_card(stage: Stage) -> None:
    who = keeper(stage)
    many = [stage.guild.create_text_channel(f"room-{number}") for number in range(25)]
    shown = await card(stage, who)
    await stage.pick_channels(who, shown, AllowChannels(), *many)
    assert (await chosen(stage)).channels == tuple(channel.id for channel in many)
    ids = [str(stage.guild.create_text_channel("one-more").id), *(str(channel.id) for channel in many)]
    assert "25 channels at most" in (await stage.forge(who, AllowChannels(), *ids, message=shown)).words
    assert len((await chosen(stage)).channels) == 25


@pytest.mark.parametrize("forged", ["1", "-1", "x", "", "9" * 40, "①"])
async def test_a_channel_that_is_not_there_is_no_choice(stage: Stage, forged: str) -> None:
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


async def test_a_thread_is_part_of_its_channel(stage: Stage) -> None:
    inside = await thread_in(stage, "the back room")
    await stage.bot.services.settings.change(stage.guild.id, channels=(stage.channel.id,))
    await stage.slash("Ann", "play", channel=inside)
    assert Join in stage.kinds(stage.panel(inside))


async def test_who_cannot_see_the_channel_is_not_told_its_name(stage: Stage) -> None:
    hidden = stage.guild.create_text_channel("staff", overwrites={stage.guild.default_role: HIDDEN})
    await stage.bot.services.settings.change(stage.guild.id, channels=(hidden.id,))
    answer = await stage.slash("Ann", "play")
    assert str(hidden.id) not in answer.words
    assert "Ask who manages it" in answer.words


async def test_a_channel_that_was_deleted_is_told_of_and_opens_nothing(stage: Stage) -> None:
    """Nobody chose that tables may stand everywhere."""
    who, garden = keeper(stage), stage.guild.create_text_channel("garden")
    await stage.bot.services.settings.change(stage.guild.id, channels=(garden.id,))
    await delete(stage, garden)
    assert "Ask who manages it" in (await stage.slash("Ann", "play")).words
    shown = await card(stage, who)
    assert "the channels that were chosen are gone" in words(shown)
    await stage.press(who, ServerDefaults, shown)
    await stage.slash("Ann", "play")
    assert Join in stage.kinds()


async def test_each_game_has_a_thread_of_its_own(both: Stage) -> None:
    await both.bot.services.settings.change(both.guild.id, threads=True)
    answer = await both.slash("Ann", "play")
    line, *_told_by_discord = both.public()
    (thread,) = both.channel.threads
    assert f"Ann opens a table: Common hand. Sit down in <#{thread.id}>" in words(line).replace("*", "")
    assert thread.name is not None
    assert "Ann" in without_brackets(thread.name)
    assert answer.words == ""
    assert both.kinds(line) == []
    assert Join in both.kinds(both.panel(thread))
    await both.press("Ben", Join, channel=thread)
    await both.press("Ann", Start, channel=thread)
    assert (await both.table(thread)).status == "playing"


@pytest.mark.parametrize(("clock", "minutes"), [(180, 60), (3600, 10080), (None, 10080)])
async def test_a_thread_goes_to_the_archive_when_its_game_has_long_been_quiet(
    stage: Stage, clock: int | None, minutes: int
) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True, clock=clock)
    await stage.slash("Ann", "play")
    thread = stage.bot.get_channel(stage.channel.threads[0].id)
    assert isinstance(thread, discord.Thread)
    assert thread.auto_archive_duration == minutes


async def test_two_games_stand_beside_each_other_in_threads(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    for name in ("Ann", "Ben"):
        await stage.slash(name, "play")
    assert len(stage.channel.threads) == 2
    assert all(Join in stage.kinds(stage.panel(thread)) for thread in stage.channel.threads)


async def test_where_no_thread_can_be_the_table_stands_right_there(stage: Stage) -> None:
    """In a thread, or in the chat of a voice channel."""
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    for place in (await thread_in(stage, "the back room"), stage.guild.create_voice_channel("the bar")):
        await stage.slash("Ann", "play", channel=place)
        assert Join in stage.kinds(stage.panel(place))


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_a_permission_that_a_thread_needs_is_named(stage: Stage, permission: str) -> None:
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    forbidden = discord.PermissionOverwrite(**{permission: False})
    room = stage.guild.create_text_channel("room", overwrites={stage.guild.default_role: forbidden})
    answer = await stage.slash("Ann", "play", channel=room)
    assert {"create_public_threads": "Create Public Threads", "send_messages_in_threads": "in Threads"}[
        permission
    ] in answer.words
    assert stage.public(room) == []
    assert room.threads == []


async def test_a_thread_that_discord_refuses_leaves_no_line_behind(stage: Stage, trap: list[str]) -> None:
    trap.append("Fault")
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    stage.env.inject_error("POST", f"/channels/{stage.channel.id}/messages/*/threads", status=400, code=30033)
    answer = await stage.slash("Ann", "play")
    assert "nothing is lost" in answer.words
    assert stage.public() == []
    assert await stage.newest(stage.channel.id) is None


async def test_a_thread_opens_for_somebody_who_had_to_wait(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer was promised privately; the line in the channel is a message of its own then."""
    await stage.bot.services.settings.change(stage.guild.id, threads=True)
    monkeypatch.setattr(reply, "PATIENCE", 0.05)
    monkeypatch.setattr(stage.bot.services.settings, "of", slowly(stage.bot.services.settings.of))
    answer = await stage.slash("Ann", "play")
    assert "Done" in answer.words
    (thread,) = stage.channel.threads
    assert any(f"<#{thread.id}>" in words(message) for message in stage.public())
    assert Join in stage.kinds(stage.panel(thread))


async def test_without_stakes_nobody_is_asked_and_nobody_owes(both: Stage) -> None:
    await both.bot.services.settings.change(both.guild.id, stakes=False)
    await both.slash("Ann", "play", game="common")
    await both.press("Ben", Join)
    assert "No stakes" in both.text()
    form = await both.press("Ann", OpenOptions)
    assert form.result.modal is not None
    asked = without_brackets(str(form.result.modal))
    assert "must…" not in asked
    assert "Forfeits first" not in asked
    await both.fill("Ann", form, rounds="2", clock=["180"])
    assert not (await both.table()).setup.stakes
    await both.press("Ann", Start)
    await both.raise_once()
    await both.press(await both.to_move(), CallLie)
    everything = "\n".join(both.text(message) for message in both.public())
    assert "A forfeit for" in everything
    assert [word for word in ("must:", " one forfeit", "paid up", "lets", "on the tab") if word in everything] == []
    assert all(SettleForfeit not in both.kinds(message) for message in both.public())
    assert (await both.view()).state.round == 2
    for name in ("Ann", "Ben"):
        assert "You owe nothing" in (await both.slash(name, "forfeits mine")).words


async def test_firehouse_without_stakes_says_what_ends_it_and_asks_nothing(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, stakes=False, game="firehouse")
    await stage.slash("Ann", "play")
    assert "No stakes" in stage.text()
    assert "bads" in stage.text()
    assert "owes a forfeit" not in stage.text()


async def test_a_rematch_goes_by_what_the_server_says_now(both: Stage) -> None:
    await both.start("Ann", "Ben", rounds="1")
    await both.raise_once()
    await both.press(await both.to_move(), CallLie)
    settings, garden = both.bot.services.settings, both.guild.create_text_channel("garden")
    await settings.change(both.guild.id, stakes=False, channels=(garden.id,))
    assert "No tables in this channel" in (await both.press("Ann", Rematch)).words
    await settings.change(both.guild.id, channels=())
    await both.press("Ann", Rematch)
    assert "No stakes" in both.text()


async def test_a_game_that_is_not_played_here_is_no_choice(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that nobody was offered; and a choice of before, whose game this version does not play."""
    monkeypatch.setattr(variants, "offered", lambda: ("common", "firehouse"))
    who = keeper(stage)
    shown = await card(stage, who)
    answer = await stage.forge(who, UsualGame("dudo"), message=shown)
    assert "cannot be played here yet" in answer.words
    assert await chosen(stage) == ServerSettings()
    await stage.bot.services.settings.change(stage.guild.id, game="dudo")
    await stage.slash("Ann", "play")
    assert (await stage.table()).setup.variant == "common"


async def test_there_is_no_server_in_a_dm(stage: Stage) -> None:
    dan = stage.people[keeper(stage)].user
    channel = await stage.bot.create_dm(discord.Object(dan.id))
    await channel.send(view=layout(rows([Button("1", press) for press in ALL])))
    (sent,) = stage.messages(dan.dm_channel)
    for press in ALL:
        answer = await dan.click(sent, custom_id=encode(press))
        assert answer.response is not None
        assert "Manage Server" in words(answer.response)
    assert await chosen(stage) == ServerSettings()


async def test_the_host_may_choose_another_pace(both: Stage) -> None:
    await both.slash("Ann", "play")
    assert "pace" not in both.text()
    form = await both.press("Ann", OpenOptions)
    await both.fill("Ann", form, rounds="3", clock=["180"], pace=["ceremonious"])
    assert (await both.table()).setup.pace is PaceName.CEREMONIOUS
    assert "ceremonious pace" in both.text()
    assert "at a quick, an easy" in (await both.forge_form("Ann", SendOptions((await both.table()).id), pace="x")).words
    await both.pick("Ann", both.panel(), ChooseVariant, variant="firehouse")
    assert (await both.table()).setup.pace is PaceName.CEREMONIOUS
