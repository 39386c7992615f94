"""Test that the bot works without the fields that Discord may leave out.

The bot therefore never looks up people in discord.py's cache.
"""

import ast
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.enums import ChannelType

import bot
from bot.presses.lobby import AcceptInvite, Join
from tests.bot import unkind
from tests.bot.optional_fields import COPES, DOES_NOT_COPE, GUILD, INTERACTION, NEVER_MISSING, THREAD, USER, Field
from tests.bot.places.closed import new_thread
from tests.bot.plays import by_buttons, play_to_the_end, sit_in_a_thread
from tests.bot.requests.test_unreadable import description, feed
from tests.bot.stage import Stage
from tests.discord.omissions import EVENTS, NEW, UNKNOWN_TYPE, Omissions, kind_of

LOOKS_UP = {
    *("get_member", "get_member_named", "get_user", "get_message", "members", "users", "cached_messages"),
    *("fetch_member", "fetch_user"),
}
"""Attributes that look up people or messages, which are not in discord.py's cache or cost a request each."""


def test_no_code_looks_up_people_or_messages() -> None:
    folder = Path(bot.__file__).parent
    found = [
        f"{path.relative_to(folder)}:{node.lineno} {node.attr}"
        for path in folder.rglob("*.py")
        if "sandbox" not in path.parts  # the sandbox plays the part of Discord
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in LOOKS_UP
    ]
    assert found == []


def test_each_optional_field_is_in_only_one_list_with_its_documentation() -> None:
    rows = [(each.of, each.name, way) for each in (*COPES, *DOES_NOT_COPE, *NEVER_MISSING) for way in each.how]
    assert len(rows) == len(set(rows))
    assert all("#" in each.page for each in (*COPES, *DOES_NOT_COPE, *NEVER_MISSING))


async def test_about_half_of_the_optional_fields_are_missing(stage: Stage) -> None:
    """The same seed always leaves out the same fields.

    A field that may be absent or null is sometimes absent and sometimes null.
    """
    whole = description(stage)
    assert Omissions(7).sent(GUILD, whole) == Omissions(7).sent(GUILD, whole) != Omissions(8).sent(GUILD, whole)
    some = Omissions(7)
    sent = [some.sent(GUILD, whole) for _ in range(200)]
    for field in COPES:
        if field.of == GUILD and field.name in whole:
            missing = [each for each in sent if each.get(field.name) is None]
            ways = {"left out" if field.name not in each else "null" for each in missing}
            assert 50 < len(missing) < 200 or whole[field.name] is None, field
            assert ways >= set(field.how), field
    assert {NEW in each for each in sent} == {True, False}
    assert NEW not in whole


def spoiled(stage: Stage, field: Field) -> dict[str, Any]:
    """Return the server's description from Discord, with one channel or thread that discord.py cannot read."""
    whole = description(stage)
    listed = whole["threads" if field.of == THREAD else "channels"]
    odd = next(each for each in listed if each["id"] != str(stage.channel.id))
    if "null" in field.how:
        odd[field.name] = None
    else:
        del odd[field.name]
    return whole


@pytest.mark.parametrize("field", DOES_NOT_COPE, ids=lambda field: f"{field.of}-{field.name}-{field.how[0]}")
async def test_people_can_play_in_other_channels_if_one_channel_is_unreadable(stage: Stage, field: Field) -> None:
    here = stage.channel
    await sit_in_a_thread(stage)
    stage.channel = here
    stage.guild.create_text_channel("odd")
    data = spoiled(stage, field)
    with pytest.raises((KeyError, TypeError)):
        discord.Guild(data=spoiled(stage, field), state=stage.bot._connection)  # type: ignore[arg-type] # not valid
    feed(stage, "GUILD_CREATE", data)
    await stage.start("Ann", "Ben")
    await stage.raise_once()


async def test_a_game_is_played_on_a_server_that_is_not_in_the_cache(stage: Stage) -> None:
    """Everything that the bot needs comes with each press: the person, the channel and the permissions."""
    unkind.begin(None)  # each press must contain the channel, because discord.py has no other source
    await stage.sit("Ann")
    stage.bot._connection._guilds.clear()
    await stage.slash("Ann", "table invite", who=stage.people["Ben"])
    sent = next(message for message in stage.public() if "invites" in message.content or "⟦" in message.content)
    await stage.press("Ben", AcceptInvite, sent)
    await stage.press("Cleo", Join)
    await stage.slash("Ann", "table start")
    await play_to_the_end(stage, by_buttons)


async def test_a_press_in_an_archived_thread_counts_if_discord_sends_only_its_id(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a thread is not in discord.py's cache, so the bot asks Discord for it."""
    fields = [(each.of, each.name) for each in COPES]
    omissions = Omissions(1)
    monkeypatch.setattr(omissions, "drawn", lambda _: (1 << fields.index((INTERACTION, "channel")), 0, 0))
    thread = new_thread(stage, ChannelType.PUBLIC_THREAD)
    await stage.sit("Ann", "Ben")
    stage.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await stage.env.settle()
    unkind._now = omissions
    await stage.press("Cleo", Join)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben", "Cleo"]


async def test_a_game_is_played_in_a_channel_of_an_unknown_type(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py does not cache such a channel, and does not create one from an interaction."""
    always = Omissions(1)
    monkeypatch.setattr(always, "drawn", lambda _: (0, 0, 1))
    unkind._now = always
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    guild._channels.pop(stage.channel.id)
    await stage.start("Ann", "Ben")
    await play_to_the_end(stage, by_buttons)


async def test_an_unknown_event_comes_before_half_of_all_events(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed chooses one of the unknown events each time."""
    heard = list[str]()

    async def hear(name: str) -> None:
        heard.append(name)

    stage.bot.on_socket_event_type = hear  # type: ignore[attr-defined]
    unkind._now = Omissions(7)
    for _ in range(200):
        feed(stage, "GUILD_UPDATE", description(stage))
    await stage.env.settle()
    assert {name for name, _ in EVENTS} == set(heard)
    assert 50 < len(heard) < 150


async def test_unknown_channels_and_components_do_no_harm(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    always = Omissions(1)
    monkeypatch.setattr(
        always, "drawn", lambda _: (-1, 0, 1)
    )  # with these numbers, every change is made in every message
    whole = always.sent(GUILD, description(stage))
    assert UNKNOWN_TYPE in {channel["type"] for channel in whole["channels"]}
    unkind._now = always
    await stage.start("Ann", "Ben")
    await play_to_the_end(stage, by_buttons)


def test_an_objects_kind_is_recognized_by_its_fields() -> None:
    assert kind_of({"username": "ann", "discriminator": "0"}) == USER
    assert kind_of({"token": "t", "application_id": "1", "attachment_size_limit": 1}) == INTERACTION
    assert kind_of({"content": "Anybody?"}) == ""
