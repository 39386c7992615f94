"""Test a server's settings for its tables: which people may change them, how they look, and that tables follow them."""

import discord
import pytest

from bot.outbox.render import layout
from bot.people import ServerSettings
from bot.presses.base import Press
from bot.presses.codec import encode
from bot.presses.game import CallLie, SettleForfeit
from bot.presses.lobby import ChooseVariant, Join, OpenOptions, Rematch, SendOptions, Start
from bot.presses.preferences import (
    AllowChannels,
    ServerDefaults,
    SurelyServerDefaults,
    SwitchForServer,
    UsualClock,
    UsualGame,
    UsualPace,
)
from bot.screens.elements.cards import Button, rows
from bot.screens.families import variants
from bot.tables.pace import PaceName
from tests.bot.answers import words
from tests.bot.pseudo import without_brackets
from tests.bot.server_settings import card, chosen, keeper, now
from tests.bot.stage import Stage

ALL: list[Press] = [
    UsualGame("firehouse"),
    UsualPace(PaceName.QUICK),
    UsualClock(0),
    SwitchForServer("stakes", on=False),
    ServerDefaults(),
    SurelyServerDefaults(),
]


async def test_every_choice_in_the_settings_updates_the_card(both: Stage) -> None:
    who = keeper(both)
    shown = await card(both, who)
    await both.pick(who, shown, UsualGame, variant="firehouse")
    await both.pick(who, shown, UsualPace, pace=PaceName.CEREMONIOUS)
    await both.pick(who, shown, UsualClock, seconds=600)
    for switch in ("stakes", "threads", "hints", "pings"):
        await both.press(who, SwitchForServer, now(both, shown), switch=switch)
    expected = ServerSettings(
        game="firehouse",
        pace=PaceName.CEREMONIOUS,
        clock=600,
        stakes=False,
        threads=True,
        hints=False,
        pings=False,
    )
    assert await chosen(both) == expected
    assert len(both.messages()) == 1, "everything in one message"
    assert both.public() == []
    await both.press(who, ServerDefaults, now(both, shown))
    assert await chosen(both) == expected, "asked first"
    await both.press(who, SurelyServerDefaults, now(both, shown))
    assert await chosen(both) == ServerSettings()
    assert ServerDefaults not in both.kinds(now(both, shown)), "the settings are the defaults already"


async def test_settings_survive_a_restart(stage: Stage) -> None:
    who = keeper(stage)
    await stage.press(who, SwitchForServer, await card(stage, who), switch="hints")
    await stage.restart()
    assert not (await chosen(stage)).hints


async def test_the_settings_command_is_shown_to_managers_and_refuses_others(stage: Stage) -> None:
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


async def test_a_manager_who_lost_the_permission_is_refused_when_pressing(stage: Stage) -> None:
    who = keeper(stage)
    shown = await card(stage, who)
    stage.env.backend.guilds[stage.guild.id].members[stage.people[who].id].role_ids.clear()
    assert "Manage Server" in (await stage.press(who, SwitchForServer, shown, switch="stakes")).words
    assert await chosen(stage) == ServerSettings()


async def test_the_play_command_follows_the_servers_settings(both: Stage) -> None:
    settings = both.bot.services.settings
    await settings.change(both.guild.id, game="firehouse", pace=PaceName.QUICK, clock=None)
    await both.slash("Ann", "play")
    setup = (await both.table()).setup
    assert (setup.variant, setup.pace, setup.clock) == ("firehouse", PaceName.QUICK, None)
    garden = both.guild.create_text_channel("garden")
    await both.slash("Ben", "play", channel=garden, game="common")
    setup = (await both.table(garden)).setup
    assert (setup.variant, setup.pace, setup.clock) == ("common", PaceName.QUICK, None)
    assert setup.options == variants.wording("common").proposed


async def test_on_a_server_without_stakes_no_form_asks_for_them_and_nobody_owes(both: Stage) -> None:
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
    assert ": a forfeit, for the score." in everything.replace("*", "")
    assert [word for word in ("must:", " owes ", "has paid.", "lets", "on the tab") if word in everything] == []
    assert all(SettleForfeit not in both.kinds(message) for message in both.public())
    assert (await both.view()).state.round == 2
    for name in ("Ann", "Ben"):
        assert "All square. Cheers!" in (await both.slash(name, "forfeits mine")).words


async def test_firehouse_without_stakes_shows_its_end_and_no_forfeit(stage: Stage) -> None:
    await stage.bot.services.settings.change(stage.guild.id, stakes=False, game="firehouse")
    await stage.slash("Ann", "play")
    assert "No stakes" in stage.text()
    assert "bads" in stage.text()
    assert "owes a forfeit" not in stage.text()


async def test_a_rematch_follows_the_servers_present_settings(both: Stage) -> None:
    await both.start("Ann", "Ben", rounds="1")
    await both.raise_once()
    await both.press(await both.to_move(), CallLie)
    settings, garden = both.bot.services.settings, both.guild.create_text_channel("garden")
    await settings.change(both.guild.id, stakes=False, channels=(garden.id,))
    assert "No tables in this channel" in (await both.press("Ann", Rematch)).words
    await settings.change(both.guild.id, channels=())
    await both.press("Ann", Rematch)
    assert "No stakes" in both.text()


async def test_a_game_that_is_not_offered_cannot_be_the_servers_usual_game(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A forged press is refused. If such a game was set earlier, `/play` opens the common hand instead."""
    monkeypatch.setattr(variants, "offered", lambda first=(): ("common", "firehouse"))
    who = keeper(stage)
    shown = await card(stage, who)
    answer = await stage.forge(who, UsualGame("dudo"), message=shown)
    assert "That game can’t be played here yet. Pick" in answer.words
    assert await chosen(stage) == ServerSettings()
    await stage.bot.services.settings.change(stage.guild.id, game="dudo")
    await stage.slash("Ann", "play")
    assert (await stage.table()).setup.variant == "common"


async def test_a_servers_settings_cannot_be_changed_from_a_dm(stage: Stage) -> None:
    dan = stage.people[keeper(stage)].user
    channel = await stage.bot.create_dm(discord.Object(dan.id))
    await channel.send(view=layout(rows([Button("1", press) for press in ALL])))
    (sent,) = stage.messages(dan.dm_channel)
    for press in ALL:
        answer = await dan.click(sent, custom_id=encode(press))
        assert answer.response is not None
        assert "Manage Server" in words(answer.response)
    assert await chosen(stage) == ServerSettings()


async def test_the_host_can_choose_another_pace(both: Stage) -> None:
    await both.slash("Ann", "play")
    assert "pace" not in both.text()
    form = await both.press("Ann", OpenOptions)
    await both.fill("Ann", form, rounds="3", clock=["180"], pace=["ceremonious"])
    assert (await both.table()).setup.pace is PaceName.CEREMONIOUS
    assert "Ceremonial pace" in both.text()
    assert (
        "Pick a quick, easy or ceremonial pace."
        in (await both.forge_form("Ann", SendOptions((await both.table()).id), pace="x")).words
    )
    await both.pick("Ann", both.panel(), ChooseVariant, variant="firehouse")
    assert (await both.table()).setup.pace is PaceName.CEREMONIOUS
