"""What Discord may leave out is left out, and nobody is looked up where Discord's members are not kept."""

import ast
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.enums import ChannelType

import bot
from bot.presses.lobby import AcceptInvite, Join
from tests.bot import unkind
from tests.bot.fields import COPES, DOES_NOT_COPE, GUILD, INTERACTION, NEVER_MISSING, THREAD, USER, Field
from tests.bot.places.closed import new_thread
from tests.bot.plays import by_buttons, play_to_the_end, sit_in_a_thread
from tests.bot.requests.test_unreadable import description, feed
from tests.bot.stage import Stage

LOOKS_UP = {
    *("get_member", "get_member_named", "get_user", "get_message", "members", "users", "cached_messages"),
    *("fetch_member", "fetch_user"),
}
"""What finds people and messages in a cache in which they are not, or asks Discord for one by one."""


def test_no_place_looks_people_or_messages_up() -> None:
    folder = Path(bot.__file__).parent
    found = [
        f"{path.relative_to(folder)}:{node.lineno} {node.attr}"
        for path in folder.rglob("*.py")
        if "sandbox" not in path.parts  # which is a Discord itself
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in LOOKS_UP
    ]
    assert found == []


def test_each_way_of_missing_stands_in_one_list_with_discords_page() -> None:
    rows = [(each.of, each.name, way) for each in (*COPES, *DOES_NOT_COPE, *NEVER_MISSING) for way in each.how]
    assert len(rows) == len(set(rows))
    assert all("#" in each.page for each in (*COPES, *DOES_NOT_COPE, *NEVER_MISSING))


async def test_about_half_of_what_may_be_missing_is(stage: Stage) -> None:
    """Of what is sent in a scene as in its seed: the same every time, and each field both ways."""
    whole = description(stage)
    assert (
        unkind.Omissions(7).sent(GUILD, whole)
        == unkind.Omissions(7).sent(GUILD, whole)
        != unkind.Omissions(8).sent(GUILD, whole)
    )
    some = unkind.Omissions(7)
    sent = [some.sent(GUILD, whole) for _ in range(200)]
    for field in COPES:
        if field.of == GUILD and field.name in whole:
            missing = [each for each in sent if each.get(field.name) is None]
            ways = {"left out" if field.name not in each else "null" for each in missing}
            assert 50 < len(missing) < 200 or whole[field.name] is None, field
            assert ways >= set(field.how), field
    assert {unkind.NEW in each for each in sent} == {True, False}
    assert unkind.NEW not in whole


def spoiled(stage: Stage, field: Field) -> dict[str, Any]:
    """The server as Discord describes it, with one channel or thread that discord.py cannot read."""
    whole = description(stage)
    listed = whole["threads" if field.of == THREAD else "channels"]
    odd = next(each for each in listed if each["id"] != str(stage.channel.id))
    if "null" in field.how:
        odd[field.name] = None
    else:
        del odd[field.name]
    return whole


@pytest.mark.parametrize("field", DOES_NOT_COPE, ids=lambda field: f"{field.of}-{field.name}-{field.how[0]}")
async def test_a_server_with_an_unreadable_part_is_played_in_its_other_channels(stage: Stage, field: Field) -> None:
    here = stage.channel
    await sit_in_a_thread(stage)
    stage.channel = here
    stage.guild.create_text_channel("odd")
    data = spoiled(stage, field)
    with pytest.raises((KeyError, TypeError)):
        discord.Guild(data=spoiled(stage, field), state=stage.bot._connection)  # type: ignore[arg-type] # that is why
    feed(stage, "GUILD_CREATE", data)
    await stage.start("Ann", "Ben")
    await stage.raise_once()


async def test_a_game_is_played_on_a_server_that_is_not_in_the_cache(stage: Stage) -> None:
    """A press needs none of what is known about a server: who asks, where, and what they may comes along."""
    unkind.begin(None)  # the channel, too, of which discord.py would know nothing but what comes along
    await stage.sit("Ann")
    stage.bot._connection._guilds.clear()
    await stage.slash("Ann", "table invite", who=stage.people["Ben"])
    sent = next(message for message in stage.public() if "invites" in message.content or "⟦" in message.content)
    await stage.press("Ben", AcceptInvite, sent)
    await stage.press("Cleo", Join)
    await stage.slash("Ann", "table start")
    await play_to_the_end(stage, by_buttons)


async def test_a_press_in_an_archived_thread_counts_though_discord_names_it_by_its_id_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a thread is not in discord.py's cache, so that it is looked up."""
    fields = [(each.of, each.name) for each in COPES]
    omissions = unkind.Omissions(1)
    monkeypatch.setattr(omissions, "drawn", lambda _: (1 << fields.index((INTERACTION, "channel")), 0, 0))
    thread = new_thread(stage, ChannelType.PUBLIC_THREAD)
    await stage.sit("Ann", "Ben")
    stage.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await stage.env.settle()
    unkind._now = omissions
    await stage.press("Cleo", Join)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben", "Cleo"]


async def test_a_game_is_played_in_a_channel_of_a_kind_that_nobody_knows(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py keeps no such channel, and makes none of what comes along with a press."""
    always = unkind.Omissions(1)
    monkeypatch.setattr(always, "drawn", lambda _: (0, 0, 1))
    unkind._now = always
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    guild._channels.pop(stage.channel.id)
    await stage.start("Ann", "Ben")
    await play_to_the_end(stage, by_buttons)


async def test_an_event_that_nobody_knows_comes_before_half_of_all(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind of them, by the seed of the scene."""
    heard = list[str]()

    async def hear(name: str) -> None:
        heard.append(name)

    stage.bot.on_socket_event_type = hear  # type: ignore[attr-defined]
    unkind._now = unkind.Omissions(7)
    for _ in range(200):
        feed(stage, "GUILD_UPDATE", description(stage))
    await stage.env.settle()
    assert {name for name, _ in unkind.EVENTS} == set(heard)
    assert 50 < len(heard) < 150


async def test_unknown_channels_and_parts_of_messages_do_no_harm(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    always = unkind.Omissions(1)
    monkeypatch.setattr(always, "drawn", lambda _: (-1, 0, 1))  # all at once, always
    whole = always.sent(GUILD, description(stage))
    assert unkind.UNKNOWN_TYPE in {channel["type"] for channel in whole["channels"]}
    unkind._now = always
    await stage.start("Ann", "Ben")
    await play_to_the_end(stage, by_buttons)


def test_an_object_is_known_by_its_fields() -> None:
    assert unkind.kind_of({"username": "ann", "discriminator": "0"}) == USER
    assert unkind.kind_of({"token": "t", "application_id": "1", "attachment_size_limit": 1}) == INTERACTION
    assert unkind.kind_of({"content": "Anybody?"}) == ""
