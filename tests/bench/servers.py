"""Measure the memory that discord.py uses for a server, with the options with which the bot starts it.

`python -m tests.bench.servers` gives discord.py the servers as Discord's gateway describes them. Each kind of server is
measured in a process of its own.
"""

import asyncio
import gc
import json
import os
import subprocess
import sys
from itertools import count
from typing import Any

import discord
import msgspec

from bot.outbox.connection import AS_A_CLIENT
from tests.bench.bots import held

BOT = 1_300_000_000_000_000_000


class Kind(msgspec.Struct, frozen=True):
    """A kind of server: its channels, roles, emojis, stickers and open threads, and how many servers are measured."""

    channels: int
    roles: int
    emojis: int
    stickers: int
    threads: int
    many: int

    def told(self) -> str:
        """Return what such a server has, in words for the report."""
        return (
            f"{self.channels} channels, {self.roles} roles, {self.emojis} emojis, {self.stickers} stickers and "
            f"{self.threads} open threads"
        )


KINDS = {
    "small": Kind(channels=12, roles=8, emojis=5, stickers=0, threads=0, many=2_000),
    "middle": Kind(channels=60, roles=40, emojis=60, stickers=5, threads=10, many=500),
    "large": Kind(channels=300, roles=150, emojis=250, stickers=30, threads=100, many=100),
}


def kilobytes(kind: str) -> float:
    """Return the memory of a server of this kind in thousands of bytes, measured in another process."""
    command = [sys.executable, "-m", "tests.bench.servers", kind]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


async def _measured(kind: Kind) -> float:
    client = discord.Client(**AS_A_CLIENT)
    state = client._connection
    state.user = discord.ClientUser(state=state, data=_user(BOT))
    ids = count(1_400_000_000_000_000_000)
    parse = state.parsers["GUILD_CREATE"]
    parse(json.loads(_described(kind, ids)))  # the first one loads code and fills caches
    gc.collect()

    before = held(os.getpid())[0]
    for _ in range(kind.many):
        parse(json.loads(_described(kind, ids)))
        await asyncio.sleep(0)
    gc.collect()
    assert len(client.guilds) == kind.many + 1
    return (held(os.getpid())[0] - before) / kind.many * 1000


def _described(kind: Kind, ids: "count[int]") -> str:
    """Return the text of the event that describes a server of this kind."""
    guild = next(ids)
    roles = [_role(guild, "@everyone"), *(_role(next(ids), f"Role {number}") for number in range(kind.roles - 1))]
    channels = [_channel(next(ids), number, int(roles[-1]["id"])) for number in range(kind.channels)]
    return json.dumps(
        {
            "id": str(guild),
            "name": f"Server {guild}",
            "description": None,
            "icon": "0123456789abcdef0123456789abcdef",
            "owner_id": str(next(ids)),
            "preferred_locale": "en-US",
            "features": ["COMMUNITY", "NEWS", "SOUNDBOARD"],
            "member_count": 10 * kind.channels,
            "large": kind.channels > 100,
            "unavailable": False,
            "joined_at": "2026-11-01T12:00:00.000000+00:00",
            "verification_level": 1,
            "default_message_notifications": 1,
            "explicit_content_filter": 2,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "premium_tier": 1,
            "premium_subscription_count": 3,
            "premium_progress_bar_enabled": False,
            "system_channel_id": channels[0]["id"],
            "system_channel_flags": 0,
            "rules_channel_id": channels[0]["id"],
            "public_updates_channel_id": channels[0]["id"],
            "afk_timeout": 300,
            "max_members": 500_000,
            "max_video_channel_users": 25,
            "roles": roles,
            "channels": channels,
            "threads": [_thread(next(ids), guild, str(channels[0]["id"])) for _ in range(kind.threads)],
            "emojis": [_emoji(next(ids), number) for number in range(kind.emojis)],
            "stickers": [_sticker(next(ids), guild, number) for number in range(kind.stickers)],
            "members": [_member(str(roles[-1]["id"]))],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
    )


def _user(user: int) -> Any:
    return {"id": str(user), "username": "liars-dice", "discriminator": "0001", "avatar": None, "bot": True}


def _member(role: str) -> dict[str, Any]:
    joined = {"joined_at": "2026-11-01T12:00:00.000000+00:00", "premium_since": None, "nick": None, "avatar": None}
    return {"user": _user(BOT), "roles": [role], "deaf": False, "mute": False, "flags": 0, **joined}


def _role(role: int, name: str) -> dict[str, Any]:
    shown = {"color": 3_447_003, "hoist": False, "icon": None, "unicode_emoji": None, "position": 1, "flags": 0}
    colors = {"primary_color": 3_447_003, "secondary_color": None, "tertiary_color": None}
    plain = {"permissions": "1071698529857", "managed": False, "mentionable": False, "colors": colors}
    return {"id": str(role), "name": name, **shown, **plain}


def _channel(channel: int, number: int, role: int) -> dict[str, Any]:
    allowed = [{"id": str(role + each), "type": 0, "allow": "1024", "deny": "2048"} for each in range(2)]
    shown = {"name": f"channel-{number}", "topic": f"What is said in channel {number}", "position": number}
    plain = {
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "last_message_id": str(channel + 1),
        "flags": 0,
    }
    return {"id": str(channel), "type": 0, "permission_overwrites": allowed, **shown, **plain}


def _thread(thread: int, guild: int, parent: str) -> dict[str, Any]:
    when = "2026-11-20T12:00:00.000000+00:00"
    meta = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": when, "locked": False}
    counts = {"message_count": 9, "member_count": 3, "total_message_sent": 9, "rate_limit_per_user": 0, "flags": 0}
    its = {"parent_id": parent, "owner_id": str(BOT), "name": f"thread-{thread}", "last_message_id": str(thread + 1)}
    whole = {**meta, "create_timestamp": when}
    return {"id": str(thread), "guild_id": str(guild), "type": 11, "thread_metadata": whole, **its, **counts}


def _emoji(emoji: int, number: int) -> dict[str, Any]:
    plain = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
    return {"id": str(emoji), "name": f"emoji_{number}", **plain}


def _sticker(sticker: int, guild: int, number: int) -> dict[str, Any]:
    shown = {"name": f"sticker {number}", "tags": "wave", "description": "A hand that waves", "available": True}
    return {"id": str(sticker), "guild_id": str(guild), "type": 2, "format_type": 1, **shown}


if __name__ == "__main__":
    if sys.argv[1:]:
        print(asyncio.run(_measured(KINDS[sys.argv[1]])))
    else:
        for name, kind in KINDS.items():
            print(f"  {name:<7} {kilobytes(name):6.0f} kB a server with {kind.told()}")
