"""What a server chooses for its tables: by whom, how it is shown, and that every table goes by it."""

import discord
from simcord import ResponseMessage

from bot.preferences import ServerSettings
from bot.presses.base import Press
from bot.presses.preferences import (
    AllowChannels,
    ServerDefaults,
    SwitchForServer,
    UsualClock,
    UsualGame,
    UsualPace,
)
from bot.screens import variants
from bot.tables.pace import PaceName
from tests.bot.stage import Stage, words

ALL: list[Press] = [
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
