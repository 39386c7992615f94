"""Test that no harm is done by data that discord.py cannot read.

The bot logs one line and counts the data, and the game goes on.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import discord
import pytest
import simcord.interactions
from discord.state import AutoShardedConnectionState, ConnectionState
from simcord.backend import serializers

from bot.app import Bot
from bot.metrics import REGISTRY
from bot.outbox import gateway
from bot.presses.lobby import Join
from bot.running import ShardedBot
from bot.settings import Settings, Shards
from tests.bot import unkind
from tests.bot.optional_fields import COPES, GUILD, INTERACTION
from tests.bot.stage import Stage

Spoil = Callable[[dict[str, Any]], None]


def unreadable(event: str) -> float:
    return REGISTRY.get_sample_value("liars_dice_gateway_unreadable_total", {"event": event}) or 0.0


def description(stage: Stage) -> dict[str, Any]:
    """Return the description of the server that Discord sends after an outage."""
    backend = stage.env.backend
    return deepcopy(dict(serializers.guild_create_payload(backend, backend.get_guild(stage.guild.id)))) | {
        "unavailable": False
    }


def feed(stage: Stage, event: str, data: Any) -> None:
    """Pass an event to discord.py's parser as its connection would."""
    with stage.env._bot_scope():
        stage.bot._connection.parsers[event](data)


def test_every_parser_of_discord_py_except_two_is_guarded(tmp_path: Any) -> None:
    for kind, state, shards in (
        (Bot, ConnectionState, Shards()),
        (ShardedBot, AutoShardedConnectionState, Shards(0, 1, 2)),
    ):
        bot = kind(Settings(token="t", database_url=f"sqlite:///{tmp_path}/none.sqlite", shards=shards))
        parsers = bot._connection.parsers
        assert type(bot._connection) is state
        assert set(parsers) == {name[6:].upper() for name in dir(state) if name.startswith("parse_")}
        bare = {event for event, parser in parsers.items() if getattr(parser, "func", None) is None}
        assert bare == {"READY", "RESUMED"} == set(gateway.NEVER_SWALLOWED)
        assert {*gateway.LISTS, gateway.INTERACTION} < set(parsers)


@pytest.mark.parametrize("event", ["CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "GUILD_ROLE_CREATE"])
async def test_an_unreadable_event_is_logged_and_counted_once(
    stage: Stage, event: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = unreadable(event)
    feed(stage, event, {"guild_id": str(stage.guild.id), "id": "one that is no number", "type": 0})
    assert unreadable(event) == before + 1
    said = [each.getMessage() for each in caplog.records if event in each.getMessage()]
    assert len(said) == 1
    assert "no number" not in said[0]  # the log must leave this value out, because it could be a person's words
    await stage.start("Ann", "Ben")


SPOILED: dict[str, Any] = {
    "channels": {"id": "77", "type": 0, "position": 1, "title": "no name"},
    "roles": {"id": "77", "name": "no permissions", "colors": 1},
    "threads": {"id": "77", "name": "no parent"},
    "members": {"nick": "no user"},
    "voice_states": {"channel_id": "none"},
    "presences": {"status": "no user"},
    "stage_instances": {"id": "none"},
    "guild_scheduled_events": {"id": "none"},
    "soundboard_sounds": {"sound_id": "none"},
}


@pytest.mark.parametrize("part", [*SPOILED, "owner_id"])
async def test_people_can_play_on_a_server_with_an_unreadable_part(
    stage: Stage, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.start("Ann", "Ben")
    unkind.keep(GUILD, *(field.name for field in COPES if field.of == GUILD and field.name == part))
    data = description(stage)
    if part == "owner_id":
        data[part] = "none"
    else:
        data[part] = [SPOILED[part], *data.get(part, []), SPOILED[part]]
    feed(stage, "GUILD_DELETE", {"id": str(stage.guild.id), "unavailable": True})
    feed(stage, "GUILD_CREATE", data)
    await stage.env.settle()
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    assert not guild.unavailable
    assert guild.get_channel(stage.channel.id) is not None
    assert guild.default_role is not None
    assert [member.id for member in guild.members] == [stage.bot.user and stage.bot.user.id]
    (said,) = [each.getMessage() for each in caplog.records if "GUILD_CREATE" in each.getMessage()]
    assert f"Left out of server {guild.id}: {1 if part == 'owner_id' else 2} of {part}." in said
    await stage.raise_once()
    await stage.slash("Cleo", "play", channel=stage.guild.create_text_channel("another"))


async def test_people_can_play_in_a_channel_without_a_position(stage: Stage) -> None:
    """Discord sometimes leaves the position out, although discord.py requires it."""
    await stage.start("Ann", "Ben")
    data = description(stage)
    for channel in data["channels"]:
        channel.pop("position", None)
    del stage.bot._connection._guilds[stage.guild.id]
    feed(stage, "GUILD_CREATE", data)
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    assert guild.get_channel(stage.channel.id) is not None
    feed(stage, "CHANNEL_UPDATE", {"id": str(stage.channel.id), "guild_id": data["id"], "type": 0, "name": "renamed"})
    assert guild.get_channel(stage.channel.id) is not None
    await stage.raise_once()
    del stage.bot._connection._guilds[stage.guild.id]  # the channel comes with each press
    await stage.slash("Cleo", "table show")


async def test_new_and_changed_servers_are_read_without_their_unreadable_parts(stage: Stage) -> None:
    data = description(stage)
    del stage.bot._connection._guilds[stage.guild.id]
    data["channels"].append(SPOILED["channels"])
    feed(stage, "GUILD_CREATE", data)
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    roles, channels = len(guild.roles), len(guild.channels)
    assert min(roles, channels) > 0
    data = {"id": data["id"], "name": "The Anchor and Rope", "roles": [SPOILED["roles"], *data["roles"]]}
    feed(stage, "GUILD_UPDATE", data)
    assert (guild.name, len(guild.roles), len(guild.channels)) == ("The Anchor and Rope", roles, channels)


async def test_a_list_of_threads_keeps_the_readable_ones(stage: Stage) -> None:
    channel = stage.bot.get_channel(stage.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="open", type=discord.ChannelType.public_thread)
    stored = stage.env.backend.get_thread(thread.id)
    listed = [dict(serializers.thread_payload(stage.env.backend, stored)), SPOILED["threads"]]
    feed(stage, "THREAD_LIST_SYNC", {"guild_id": str(stage.guild.id), "threads": listed, "members": [{}]})
    assert [each.id for each in channel.threads] == [thread.id]


async def test_an_unreadable_description_leaves_a_server_unchanged(stage: Stage) -> None:
    feed(stage, "GUILD_CREATE", {"id": "none", "unavailable": False})
    feed(stage, "GUILD_CREATE", None)
    assert [guild.id for guild in stage.bot.guilds] == [stage.guild.id]
    await stage.start("Ann", "Ben")


@pytest.mark.parametrize(
    ("kind", "spoil"),
    [
        (3, lambda data: data["data"].pop("component_type")),
        (3, lambda data: data["channel"].update(id="none")),
        (2, lambda data: data["member"].pop("user")),
        (5, lambda data: data["message"].update(id="none")),
        (4, lambda data: data.pop("version")),
    ],
)
async def test_an_unreadable_interaction_is_answered_once_by_its_token(stage: Stage, kind: int, spoil: Spoil) -> None:
    """Discord may deliver the same interaction twice."""
    unkind.keep(INTERACTION, "channel")  # an unreadable channel is one of the cases
    await stage.sit("Ann", "Ben")
    panel = stage.panel()
    _, payload = simcord.interactions.base_payload(
        stage.env.backend,
        type=kind,
        channel_id=stage.channel.id,
        guild_id=stage.guild.id,
        user_id=stage.people["Cleo"].id,
        data={"custom_id": "x", "component_type": 2, "name": "play", "id": "1", "type": 1, "components": []},
    )
    stored = stage.env.backend.get_message(panel.channel_id, panel.id)
    data = deepcopy(dict(payload))
    data["message"] = dict(serializers.message_payload(stage.env.backend, stored))
    spoil(data)
    for _ in range(2):
        feed(stage, "INTERACTION_CREATE", deepcopy(data))
    await stage.env.settle()
    sent = [each.json for each in stage.env.http_requests if each.path.endswith(f"/{data['token']}/callback")]
    assert len(sent) == 1
    answer = sent[0] or {}
    if kind == 4:
        assert answer == {"type": 8, "data": {"choices": []}}
    else:
        assert answer["data"]["flags"] == 64
        assert "My mistake" in answer["data"]["content"]
    await stage.press("Cleo", Join)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"name": "table", "type": 1, "options": [{"type": 1, "name": "invite", "options": 3}]},
        {"name": "play", "type": 1, "options": [{"type": 3}], "resolved": {"users": {"1": {}}}},
        {"name": "profile", "type": 1, "options": [], "resolved": {"users": {"one": {}}}},
        {"name": "play", "type": 2, "target_id": "none"},
    ],
)
@pytest.mark.parametrize("kind", [2, 4])
async def test_an_unreadable_command_is_answered(
    stage: Stage, kind: int, data: dict[str, Any] | None, trap: list[str]
) -> None:
    trap.append("Fault")
    facts = {"channel_id": stage.channel.id, "guild_id": stage.guild.id, "user_id": stage.people["Cleo"].id}
    _, payload = simcord.interactions.base_payload(stage.env.backend, type=kind, data=data or {}, **facts)
    feed(stage, "INTERACTION_CREATE", deepcopy(dict(payload)) | {"data": data})
    await stage.env.settle()
    sent = [each.json for each in stage.env.http_requests if each.path.endswith(f"/{payload['token']}/callback")]
    assert len(sent) == 1
    assert (sent[0] or {})["type"] == (8 if kind == 4 else 4)


async def test_an_interaction_without_a_token_is_ignored(stage: Stage) -> None:
    before = stage.requests()
    for data in ({}, None, {"id": "1"}, {"token": "t", "channel": 3}):
        feed(stage, "INTERACTION_CREATE", data)
    await stage.env.settle()
    assert stage.requests() == before


async def test_only_the_bot_itself_is_in_the_cache_and_a_server_may_be_missing_from_it(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    assert [member.id for member in guild.members] == [stage.bot.user and stage.bot.user.id]
    del stage.bot._connection._guilds[guild.id]
    await stage.raise_once()
    await stage.raise_once()
