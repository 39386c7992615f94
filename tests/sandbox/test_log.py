"""Tests of the bot's log. Even its most verbose level contains no token, no seed and no die."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.logs import Discreet, set_up
from bot.settings import Settings
from bot.words.dice import DIE
from tests.commands import log_as_it_was
from tests.sandbox.running import Play, texts, until

BUTTON = 2
HAND = re.compile(r"(?<!\d)\d(?: \d){4}(?!\d)")


def buttons(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        if part["type"] == BUTTON and not part.get("disabled") and "custom_id" in part:
            yield part
        yield from buttons(part.get("components", []))


def press(play: Play, who: str, label: str) -> None:
    """Press the button with this label on the newest message that has one."""

    def found() -> tuple[dict[str, Any], str] | None:
        for message in reversed(play.messages(who)):
            for button in buttons(message["components"]):
                if re.fullmatch(label, button.get("label") or ""):
                    return message, str(button["custom_id"])
        return None

    ready = until(found)
    assert ready is not None
    message, custom_id = ready
    play.click(message, custom_id, who)


def hands(play: Play, who: str) -> set[str]:
    """Return the dice in a person's direct messages, as digits."""
    return {hand for message in play.messages(who, "dm") for hand in HAND.findall(texts(message))}


def tokens(play: Play) -> set[str]:
    """Return the tokens of all interactions that the local Discord remembers, and the bot's own token."""
    world = json.loads((play.data / "world.json").read_text())
    interactions = {kept["token"] for kept in world["discord"]["interactions"].values()}
    environment = Path(f"/proc/{play.child('bot.sandbox.launch')}/environ").read_text()
    own = next(line for line in environment.split("\0") if line.startswith("DISCORD_TOKEN="))
    return interactions | {own.partition("=")[2]}


def seeds(play: Play) -> set[str]:
    with closing(sqlite3.connect(play.data / "bot.sqlite")) as connection:
        return {row[0] for row in connection.execute("SELECT seed FROM tables")}


@pytest.mark.skipif(sys.platform != "linux", reason="the bot's own token is read from /proc")
def test_a_game_at_debug_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    with Play(tmp_path, "bot run", LOG_LEVEL="DEBUG") as play:
        play.slash("play", game="common")
        press(play, "ben", "Join")
        press(play, "ann", "Start")
        dealt = until(lambda: [*hands(play, "ann"), *hands(play, "ben")])
        for who in ("ann", "ben"):
            press(play, who, "My dice")
        for who in ("ann", "ben"):
            press(play, who, r"(?:[⚀-⚅] )?×\d+")
        log = (tmp_path / "bot.log").read_text()
        known = tokens(play)
        assert len(known) >= 6
        assert len(seeds(play)) == 1
    assert "has connected to Gateway" in log
    secret = known | seeds(play) | {way for hand in dealt for way in written(hand)}
    assert sorted(each for each in secret if each in log) == []


NORMAL = (
    r"INFO bot.storage.migrate The database was upgraded from revision none to \d+.",
    r"INFO bot.app Ready. Servers: 1.",
    r"INFO bot.running Stopping: running work is finished first.",
    r"INFO bot.running Stopped. Stopping took \d+\.\d s.",
    r"INFO bot.app Ready. Servers: 1.",
    r"INFO bot.tables.changes Game 1 is over: common. People: 2. Rounds: 1. Minutes: \d+. Ended by: deserted.",
)
"""All lines that a normal evening with one restart logs."""

SYNCED = r"INFO bot.inbox.syncing \d+ commands synced."


@pytest.mark.long
def test_the_log_of_a_normal_evening_is_short(tmp_path: Path) -> None:
    """Two people play, press wrong and outdated buttons, and leave, and the bot is restarted."""
    log = tmp_path / "bot.log"
    with Play(tmp_path, "bot run", LOG_LEVEL="INFO") as play:
        until(lambda: "Ready" in log.read_text())
        play.slash("play", game="common")
        press(play, "ben", "Join")
        lobby = play.messages()[-1]
        press(play, "ann", "Start")
        for who in ("ann", "ben", "ann", "ben"):
            press(play, who, r"(?:[⚀-⚅] )?×\d+")
        press(play, "ann", "My dice")
        play.click(lobby, next(buttons(lobby["components"]))["custom_id"], "ben")
        play.slash("bid", "ann", what="a thousand ducks")
        play.slash("forfeits mine", "ben")
        os.kill(play.child("bot.sandbox.launch"), signal.SIGTERM)
        until(lambda: "Stopping" in log.read_text())
        until(lambda: log.read_text().count("Ready") == 2, 60)
        play.slash("table leave", "ben")
        press(play, "ben", "Leave")
        press(play, "ann", "Again")
        play.slash("leaderboard", "ann")
        play.slash("table end", "ann")
    lines = [" ".join(line.split()[2:]) for line in log.read_text().splitlines()]
    synced = [line for line in lines if re.fullmatch(SYNCED, line)]  # logged before or after "Ready"
    # On a busy machine, a restart takes so long that it counts as an outage.
    told = [line for line in lines if line not in synced and "everybody gets back" not in line]
    after = told[len(NORMAL) :]
    assert all(re.fullmatch(end, line) for end, line in zip(NORMAL[2:4], after, strict=False)), lines
    assert len(after) <= 2, "it is stopped once more at the end of the test"
    for line, normal in zip(told, NORMAL, strict=False):
        assert re.fullmatch(normal, line), lines
    assert len(told) >= len(NORMAL)
    assert len(synced) == 1


def written(hand: str) -> set[str]:
    """Return the forms in which a hand might appear in a log."""
    faces = hand.split()
    return {hand, ", ".join(faces), ",".join(faces), " ".join(DIE[int(face)] for face in faces)}


def test_a_lost_connection_is_logged_without_the_token_in_its_address() -> None:
    """The error of a connection that timed out contains the whole URL."""
    record = logging.LogRecord("discord.client", logging.ERROR, __file__, 1, "%s", ("Bot MTIz.abc.d-e_f",), None)
    try:
        raise ConnectionError("Connection timeout to host https://discord.com/api/v10/webhooks/12/aW-5_0/messages/34")
    except ConnectionError:
        record.exc_info = sys.exc_info()
    told = Discreet(logging.Formatter("%(message)s"), "MTIz.abc.d-e_f").format(record)
    assert "webhooks/12/<hidden>/messages/34" in told
    assert "aW-5_0" not in told
    assert told.startswith("Bot <hidden>\nTraceback")


@pytest.mark.usefixtures("quiet")
def test_each_json_log_record_is_one_line_without_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    set_up(Settings(token='MTIz."abc', log_format="json"))
    try:
        raise ConnectionError('Bot MTIz."abc at\nhttps://discord.com/api/v10/webhooks/12/aW-5_0/messages/34')
    except ConnectionError:
        logging.getLogger("bot.inbox").exception("Fault %s", "a1b2c3", extra={"reference": "a1b2c3"})
    logging.getLogger("bot.app").info("Ready.")
    fault, ready = map(json.loads, capsys.readouterr().err.splitlines())
    assert (fault["level"], fault["logger"], fault["reference"]) == ("ERROR", "bot.inbox", "a1b2c3")
    assert "Traceback" in fault["traceback"]
    assert "webhooks/12/<hidden>/messages" in fault["traceback"]
    assert "MTIz" not in json.dumps(fault)
    assert ready.keys() == {"time", "level", "logger", "message"}
    assert datetime.fromisoformat(ready["time"]).tzinfo is not None


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(("level", "ours", "theirs"), [("DEBUG", 10, 20), ("INFO", 20, 30), ("ERROR", 40, 40)])
def test_libraries_log_less_than_the_bot(level: str, ours: int, theirs: int) -> None:
    set_up(Settings(log_level=level))
    assert logging.getLogger("bot.driver").getEffectiveLevel() == ours
    for library in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite"):
        assert logging.getLogger(library).getEffectiveLevel() == theirs
    assert not logging.getLogger("sqlalchemy.engine").isEnabledFor(logging.DEBUG), "at which it writes down whole rows"
    assert all(isinstance(handler.formatter, Discreet) for handler in logging.getLogger().handlers)


@pytest.fixture
def quiet() -> Iterator[None]:
    """Restore the logging configuration after the test, including the filters of pytest's own handlers."""
    with log_as_it_was():
        yield
