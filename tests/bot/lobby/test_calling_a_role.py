"""Test the host's call of a role: the server's setting, the one message that mentions the role, and its end."""

from typing import Any

from simcord import RoleHandle

from bot.presses.game import OpenMore
from bot.presses.lobby import CallRole, Cancel, Start, SurelyCancel
from bot.presses.preferences import ChooseRole, ServerPage
from bot.tables.model import Status
from tests.bot.answers import Answer
from tests.bot.places import closed
from tests.bot.server_settings import card, keeper, now
from tests.bot.stage import Stage


async def role(stage: Stage, mentionable: bool = True) -> RoleHandle:
    """Create a role and let a manager choose it for the server."""
    made = stage.guild.create_role("dice", mentionable=mentionable)
    await stage.bot.services.settings.change(stage.guild.id, role=made.id)
    return made


def calls(stage: Stage, which: RoleHandle) -> list[str]:
    """Return the messages in the channel that mention a role."""
    return [words for message in stage.public() if f"<@&{which.id}>" in (words := stage.text(message))]


async def call(stage: Stage, name: str = "Ann") -> Answer:
    return await stage.press(name, CallRole)


async def test_the_host_calls_the_role_once_until_the_game_begins(both: Stage) -> None:
    which = await role(both)
    await both.sit("Ann", "Ben")
    await call(both)
    (line,) = calls(both, which)
    assert "Ann wants to play" in line
    sent: list[Any] = [each.json for each in both.env.http_requests if f"<@&{which.id}>" in str(each.json)]
    assert [(each["allowed_mentions"]["parse"], len(each["allowed_mentions"]["roles"])) for each in sent] == [([], 1)]
    assert "That role was just pinged" in (await call(both)).words
    await both.restart()
    assert calls(both, which) == [line], "a restart does not matter"
    await both.press("Ann", Start)
    await both.time_passes(seconds=10)
    assert (await both.table()).status is Status.PLAYING
    assert calls(both, which) == []
    assert (await both.table()).annotations.role_call is None


async def test_the_call_goes_with_the_lobby(stage: Stage) -> None:
    which = await role(stage)
    await stage.sit("Ann", "Ben")
    await call(stage)
    await stage.press("Ann", SurelyCancel, (await stage.press("Ann", Cancel)).ephemerals[0])
    await stage.time_passes(seconds=10)
    assert calls(stage, which) == []


async def test_a_call_that_cannot_be_deleted_at_first_is_deleted_later(stage: Stage) -> None:
    which = await role(stage)
    await stage.sit("Ann", "Ben")
    await call(stage)
    stage.env.inject_error("DELETE", f"/channels/{stage.channel.id}/messages/*", status=500)
    await stage.press("Ann", Start)
    await stage.time_passes(seconds=5)
    await stage.time_passes(minutes=2)
    assert calls(stage, which) == []


async def test_only_the_host_calls_and_only_where_a_role_is_chosen(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    more = await stage.press("Ann", OpenMore)
    assert CallRole not in stage.kinds(more.ephemerals[0])
    table = (await stage.table()).id
    assert "There’s no role to ping here" in (await stage.forge("Ann", CallRole(table))).words
    await role(stage)
    more = await stage.press("Ben", OpenMore)
    assert CallRole not in stage.kinds(more.ephemerals[0])
    assert "Only Ann, the host" in (await stage.forge("Ben", CallRole(table))).words


async def test_a_role_that_the_bot_may_not_mention_is_explained(stage: Stage) -> None:
    which = await role(stage, mentionable=False)
    await stage.sit("Ann", "Ben")
    assert "I can’t ping" in (await call(stage)).words
    assert calls(stage, which) == []
    who = keeper(stage)
    shown = await card(stage, who)
    for _page in range(3):
        await stage.press(who, ServerPage, now(stage, shown))
    assert "I can’t ping" in stage.text(now(stage, shown))


async def test_without_the_server_in_the_cache_nobody_is_called(stage: Stage) -> None:
    which = await role(stage)
    await stage.sit("Ann", "Ben")
    stage.bot._connection._remove_guild(stage.bot.guilds[0])
    assert "I can’t ping" in (await stage.forge("Ann", CallRole((await stage.table()).id))).words
    assert calls(stage, which) == []


async def test_a_call_where_the_bot_cannot_post_says_so_and_may_be_repeated(english_stage: Stage) -> None:
    stage = english_stage
    which = await role(stage)
    await stage.sit("Ann", "Ben")
    closed.ALL["no Send Messages"].take(stage)
    assert "**Send Messages**" in (await call(stage)).words
    assert calls(stage, which) == []


async def test_a_manager_chooses_the_role_but_not_everyone(both: Stage) -> None:
    made = both.guild.create_role("dice", mentionable=True)
    who = keeper(both)
    shown = await card(both, who)
    for _page in range(3):
        await both.press(who, ServerPage, now(both, shown))
    await both.pick_from(who, now(both, shown), ChooseRole(), made)
    assert (await both.bot.services.settings.of(both.guild.id)).role == made.id
    refused = await both.pick_from(who, now(both, shown), ChooseRole(), both.guild.default_role)
    assert "That’s everyone." in refused.words
    assert (await both.bot.services.settings.of(both.guild.id)).role == made.id
    await both.pick_from(who, now(both, shown), ChooseRole())
    assert (await both.bot.services.settings.of(both.guild.id)).role is None
