"""Tests of several bot processes that connect to one local Discord. Each shard gets only its own events."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.gateway import Gateway
from bot.sandbox.world import World
from tests import commands


class Bot:
    """The bot's end of one shard's gateway connection."""

    def __init__(self, gateway: Gateway, shard: tuple[int, int]) -> None:
        self.heard: list[dict[str, Any]] = []
        ask = {"token": "t", "intents": 1 | 1 << 9 | 1 << 12, "shard": list(shard)}
        session = gateway.begin(ask, lambda text: self.heard.append(json.loads(text)), "127.0.0.1:1")
        assert session is not None
        self.session = session

    def events(self) -> list[str]:
        return [message["t"] for message in self.heard]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path, "http://127.0.0.1:1/key", "key")


def test_each_shard_gets_its_servers_events_and_the_first_gets_dms(world: World) -> None:
    gateway = Gateway(world, "t", lambda: None)
    world.discord.watch(gateway.feed, lambda _: None, lambda *_: None)
    bots = [Bot(gateway, (number, 3)) for number in range(3)]
    guild = next(iter(world.discord.guilds))
    owner = (guild >> 22) % 3
    for number, bot in enumerate(bots):
        assert bot.events() == (["READY", "GUILD_CREATE"] if number == owner else ["READY"])
        assert bot.heard[0]["d"]["shard"] == [number, 3]
    ann = world.people[0].id
    table = next(c.id for c in world.discord.channels.values() if c.name == "liars-dice")
    world.discord.post(ann, table, "to the table")
    world.discord.interact(2, table, ann, {"name": "x", "id": "1", "type": 1})
    world.discord.post(ann, world.discord.dm_channel(ann), "to the bot")
    for number, bot in enumerate(bots):
        assert bot.events().count("MESSAGE_CREATE") == (number == owner) + (number == 0)
        assert bot.events().count("INTERACTION_CREATE") == (number == owner)


def test_a_session_is_resumed_with_the_missed_events(world: World) -> None:
    gateway = Gateway(world, "t", lambda: None)
    world.discord.watch(gateway.feed, lambda _: None, lambda *_: None)
    bot = Bot(gateway, (0, 1))
    seen = bot.heard[-1]["s"]
    gateway.end(bot.session)
    assert not gateway.online
    table = next(c.id for c in world.discord.channels.values() if c.name == "liars-dice")
    world.discord.post(world.people[0].id, table, "while away")
    again: list[dict[str, Any]] = []
    ask = {"token": "t", "session_id": bot.session.id, "seq": seen}
    assert gateway.resume({**ask, "token": "wrong"}, print) is None
    assert gateway.resume(ask, lambda text: again.append(json.loads(text))) is bot.session
    assert [message["t"] for message in again] == ["MESSAGE_CREATE", "RESUMED"]
    assert gateway.begin({"token": "wrong", "intents": 1}, print, "x") is None


def test_invalid_faults_on_the_command_line_are_refused_with_an_example(tmp_path: Path) -> None:
    for faults in ('{"faults": [{"kind": "418"}]}', "no"):
        done = commands.run("bot", "sandbox", "--data", str(tmp_path), "--faults", faults)
        assert done.returncode == 1
        assert '--faults takes JSON such as {"faults"' in done.stderr


def test_the_launcher_changes_only_the_address(tmp_path: Path) -> None:
    (tmp_path / "told.py").write_text(
        "import sys, discord\n"
        "print(__name__, sys.argv[1:], discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)\n"
        "raise SystemExit(3)\n"
    )
    command = [sys.executable, "-m", "bot.sandbox.launch", "told", "run", "--fast"]
    with socket.create_server(("127.0.0.1", 0)) as door:  # the bot waits for the local Discord
        place = f"127.0.0.1:{door.getsockname()[1]}"
        environment = {**os.environ, "LOCAL_DISCORD": f"http://{place}", "PYTHONPATH": str(tmp_path)}
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        ) as bot:
            assert bot.wait(20) == 3  # it ends although its standard input is still open
            assert bot.stdout is not None
            said = bot.stdout.read()
    assert said.split() == ["__main__", "['run',", "'--fast']", f"http://{place}/api/v10", f"ws://{place}/gateway"]
