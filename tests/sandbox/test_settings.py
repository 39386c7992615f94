"""Tests of a server's settings over HTTP: Discord's own menu of channels, and a thread for each game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.operating.env_file import DISABLED
from bot.presses.codec import encode
from bot.presses.preferences import AllowChannels, ServerPage, SwitchForServer
from tests.bot.answers import walk
from tests.sandbox.running import Play, until

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.xdist_group("sandbox-settings")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    with Play(tmp_path, bot="bot run") as running:
        yield running


def card(play: Play) -> dict[str, Any]:
    """Return the newest message in the channel, as Ann sees it."""
    return play.messages()[-1]


def menu(play: Play) -> dict[str, Any]:
    """Return the menu for choosing channels on the newest message."""
    return next(part for part in walk(card(play)["components"]) if part["type"] == 8)


def test_chosen_channels_appear_in_the_menu(play: Play) -> None:
    play.slash("settings tables")
    until(lambda: play.messages() and menu(play))
    here = play.channel()
    said = play.act("select", channel=here, message=card(play)["id"], custom_id=encode(AllowChannels()), values=[here])
    assert "refused" not in said
    assert until(lambda: menu(play).get("default_values")) == [{"id": here, "type": "channel"}]


def test_a_game_gets_a_thread_that_its_line_links_to(play: Play) -> None:
    play.slash("settings tables")
    until(lambda: play.messages() and menu(play))
    play.act("click", channel=play.channel(), message=card(play)["id"], custom_id=encode(ServerPage(1)))
    press = encode(SwitchForServer("threads", on=True))
    play.act("click", channel=play.channel(), message=card(play)["id"], custom_id=press)
    before = {each["id"] for each in play.hello()["channels"]}
    play.slash("play")
    (thread,) = until(lambda: [each for each in play.hello()["channels"] if each["id"] not in before])
    assert "Ann" in thread["name"]
    assert until(lambda: play.hello()["messages"].get(thread["id"]))
    assert until(lambda: thread["id"] in str(play.messages()))


def test_the_bot_in_the_local_discord_reads_no_file_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The working folder has a file of settings for the real Discord. The bot would refuse this file and end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(DISABLED)
    Path(".env").write_text("nonsense")
    refused = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (refused.stderr.partition(" ")[0], refused.returncode) == (".env", 2)
    with Play(tmp_path / "data", bot="bot run", PYTHONPATH=str(ROOT)) as play:
        assert play.online()
