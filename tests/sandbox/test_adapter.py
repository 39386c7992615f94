"""Tests of simcord's internals on which the adapter relies."""

from __future__ import annotations

import ast
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.sandbox import adapter
from bot.sandbox.adapter import Frozen, LocalDiscord, Message, Request
from bot.sandbox.errors import RefusalError
from tests.clock import utc_now


@pytest.fixture
def discord(tmp_path: Path) -> LocalDiscord:
    made = LocalDiscord(tmp_path / "files", "http://127.0.0.1:1/key", "Probe")
    owner = made.new_user("ann", "Ann")
    made.found_server("Server", owner.id, "table", "topic", "thread")
    made.join(owner.id)
    return made


def places(discord: LocalDiscord) -> tuple[int, int, int]:
    """Return the ids of Ann, the channel and the server."""
    ann = next(user.id for user in discord.users.values() if user.name == "ann")
    channel = next(c for c in discord.channels.values() if c.name == "table")
    assert channel.guild_id is not None
    return ann, channel.id, channel.guild_id


def send(discord: LocalDiscord, channel: int, **body: Any) -> dict[str, Any]:
    return dict(discord.dispatch(Request("POST", f"/channels/{channel}/messages", body)))


def test_simcord_is_the_version_that_the_adapter_knows() -> None:
    assert version("simcord") == "3.2.1"


def test_ids_increase_and_contain_the_real_time(discord: LocalDiscord) -> None:
    ids = [discord.new_user(f"u{n}", "U").id for n in range(2000)]
    assert ids == sorted(set(ids))
    assert abs(((ids[0] >> 22) + 1420070400000) / 1000 - utc_now().timestamp()) < 5


def test_every_message_is_reported_including_private_ones(discord: LocalDiscord) -> None:
    ann, channel, _ = places(discord)
    events: list[str] = []
    told: list[Message] = []
    gone: list[tuple[int, int]] = []
    discord.watch(lambda event, _: events.append(event), told.append, lambda c, m: gone.append((c, m)))
    said = send(discord, channel, content="hello")
    discord.dispatch(Request("PATCH", f"/channels/{channel}/messages/{said['id']}", {"content": "bye"}))
    discord.dispatch(Request("DELETE", f"/channels/{channel}/messages/{said['id']}"))
    assert [m.content for m in told] == ["bye", "bye"]  # one object, sent twice
    assert gone == [(channel, int(said["id"]))]
    assert events == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    record = discord.interact(2, channel, ann, {"name": "x", "id": "1", "type": 1})
    answer = {"type": 4, "data": {"content": "psst", "flags": 64}}
    discord.dispatch(Request("POST", f"/interactions/{record.id}/{record.token}/callback", answer))
    assert told[-1].content == "psst"
    assert told[-1].is_ephemeral
    assert events[-1] == "INTERACTION_CREATE"  # no gateway event for a private message
    assert discord.sees(ann, told[-1])
    assert not discord.sees(discord.new_user("ben", "Ben").id, told[-1])


def test_tokens_of_interactions_cannot_be_guessed(discord: LocalDiscord) -> None:
    ann, channel, _ = places(discord)
    record = discord.interact(3, channel, ann, {"custom_id": "x", "component_type": 2})
    assert str(record.id) not in record.token
    with pytest.raises(RefusalError) as caught:
        discord.dispatch(Request("POST", f"/interactions/{record.id}/wrong/callback", {"type": 6}))
    assert caught.value.code == 10062
    done = discord.dispatch(Request("POST", f"/interactions/{record.id}/{record.token}/callback", {"type": 6}))
    assert done["interaction"]["id"] == str(record.id)


def test_a_restored_world_is_equal_and_gives_out_new_ids(discord: LocalDiscord, tmp_path: Path) -> None:
    ann, channel, _ = places(discord)
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
    send(discord, channel, components=[{"type": 1, "components": [button]}])
    send(discord, channel, flags=1 << 15, components=[{"type": 10, "content": "V2"}])
    discord.post(ann, channel, "hi", next(iter(discord.messages(channel))))
    command = [{"name": "x", "description": "y", "type": 1}]
    discord.dispatch(Request("PUT", f"/applications/{discord.application_id}/commands", command))
    discord.interact(2, channel, ann, {"name": "x", "id": "1", "type": 1})
    raw = msgspec.json.encode(discord.freeze())
    again = LocalDiscord(tmp_path / "files", "http://127.0.0.1:1/key", "Other")
    again.thaw(msgspec.json.decode(raw, type=Frozen))
    frozen = msgspec.structs.replace(again.freeze(), last_id=discord.freeze().last_id)
    assert msgspec.json.encode(frozen) == raw
    assert again.bot.name == "Probe"
    assert [c["name"] for c in again.commands(ann, channel)] == ["x"]
    assert again.new_user("late", "Late").id > discord.freeze().last_id
    assert again.dispatch(Request("GET", f"/channels/{channel}/messages"))[0]["content"] == "hi"


def test_a_bot_without_the_intent_gets_no_message_events(discord: LocalDiscord) -> None:
    _, channel, guild = places(discord)
    heard: list[str] = []
    plain = discord.wire(1, lambda event, _: heard.append(event))
    discord.watch(plain.feed, lambda _: None, lambda *_: None)
    send(discord, channel, content="hello")
    plain.feed("GUILD_CREATE", discord.guild_event(guild))
    assert heard == ["GUILD_CREATE"]


def test_old_messages_and_records_are_trimmed(discord: LocalDiscord) -> None:
    _, channel, _ = places(discord)
    for n in range(30):
        discord.dispatch(Request("POST", f"/channels/{channel}/messages", {"content": str(n)}))
    discord.trim(10)
    assert [m.content for m in discord.messages(channel).values()] == [str(n) for n in range(20, 30)]
    backing: Any = discord._b
    assert backing.http_requests == []
    assert backing.transcript == []


def test_only_the_adapter_imports_simcord() -> None:
    found: dict[str, set[str]] = {"simcord": set(), "discord": set()}
    room = Path(adapter.__file__).parent
    for path in room.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                if name.split(".")[0] in found:
                    found[name.split(".")[0]].add("adapter" if path.parent == room else path.name)
    assert found == {"simcord": {"adapter"}, "discord": {"adapter", "launch.py"}}
