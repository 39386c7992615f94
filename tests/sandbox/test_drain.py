"""Tests of SIGTERM: the bot finishes the requests in progress, refuses later requests with a message, and ends."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.running import Play, texts, until

pytestmark = pytest.mark.xdist_group("sandbox-wire")


def button(message: dict[str, Any], label: str) -> str:
    """Return the custom id of the button with this label."""

    def walk(parts: list[dict[str, Any]]) -> str:
        for part in parts:
            if part.get("label") == label:
                return str(part["custom_id"])
            if found := walk(part.get("components", [])):
                return found
        return ""

    return walk(message["components"])


def test_after_sigterm_the_bot_finishes_its_work_and_refuses_new_requests(tmp_path: Path) -> None:
    with Play(tmp_path, bot="bot run") as play:
        assert play.slash("play", "ann") == {}
        lobby = next(message for message in play.messages() if "🪑" in texts(message))
        join = button(lobby, "Join")
        play.trouble({"kind": "slow", "path": "/interactions/*", "seconds": 2, "times": 1})
        slow = threading.Thread(target=lambda: play.click(lobby, join, "ben"))
        slow.start()
        until(lambda: play.hits().get("slow"))
        bot = play.child("bot.sandbox.launch")
        os.kill(bot, signal.SIGTERM)
        time.sleep(0.3)
        assert play.click(lobby, join, "cleo") == {}
        assert "restarting" in texts(play.messages("cleo")[-1])
        slow.join()
        until(lambda: any("<strong>2:" in texts(message) for message in play.messages()))
        until(lambda: not alive(bot))
        until(play.online)
        assert "Ben" in texts(next(m for m in play.messages() if m["id"] == lobby["id"]))
        said = (tmp_path / "bot.log").read_text()
        assert "Traceback" not in said, said


@pytest.mark.long
def test_the_bot_ends_without_waiting_for_dms_that_discord_delays(tmp_path: Path) -> None:
    """Discord delays the DMs by half a minute. The bot does not wait for them and sends the dice after its restart."""
    with Play(tmp_path, bot="bot run") as play:
        assert play.slash("play", "ann") == {}
        lobby = next(message for message in play.messages() if "🪑" in texts(message))
        assert play.click(lobby, button(lobby, "Join"), "ben") == {}
        dms = [f"/channels/{play.channel('dm', who)}/messages" for who in ("ann", "ben")]
        play.trouble(*({"kind": "429", "path": path, "seconds": 30, "times": 1} for path in dms))
        assert play.click(lobby, button(lobby, "Start"), "ann") == {}
        until(lambda: play.hits().get("429") == 2)
        bot, began = play.child("bot.sandbox.launch"), time.monotonic()
        os.kill(bot, signal.SIGTERM)
        until(lambda: not alive(bot))
        assert 6 < time.monotonic() - began < 11
        until(play.online)
        until(lambda: is_told(play, "ann") and is_told(play, "ben"), 40)
        said = (tmp_path / "bot.log").read_text()
        assert "Traceback" not in said, said


def is_told(play: Play, who: str) -> bool:
    return any("Round 1" in texts(message) for message in play.messages(who, "dm"))


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
