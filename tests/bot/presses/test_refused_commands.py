"""Test what happens if Discord refuses the bot's commands at the start.

The bot starts, games go on with the commands that Discord knows, and the bot sends its commands again later.
"""

import asyncio
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from bot.inbox import syncing
from bot.storage import facts
from tests.bot.stage import Stage

PUT = "/applications/*/commands"
WRONG_OPTION = {"0": {"options": {"0": {"description": {"_errors": [{"code": "X", "message": "Must be shorter."}]}}}}}


async def start_again(stage: Stage) -> None:
    """Restart the bot as if it were a new version with commands that Discord does not know yet."""
    store = stage.bot._store
    assert store is not None
    await store.write(lambda connection: facts.set_fact(connection, syncing.COMMANDS_FACT, "others"))
    await stage.restart()


async def is_told(stage: Stage) -> bool:
    store = stage.bot._store
    assert store is not None
    return await store.read(lambda connection: facts.fact(connection, syncing.COMMANDS_FACT)) != "others"


def unsaid(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if "could not be synced" in each.getMessage()]


@pytest.mark.parametrize(("status", "code"), [(400, 30034), (400, 50035), (403, 20012)])
async def test_a_running_game_goes_on_if_the_commands_are_refused(
    stage: Stage, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    await stage.start("Ann", "Ben")
    stage.env.inject_error("PUT", PUT, status=status, code=code, message="No", times=None)
    await start_again(stage)
    await stage.raise_once()
    await stage.slash("Cleo", "play", channel=stage.guild.create_text_channel("another"))
    (said,) = unsaid(caplog)
    assert f"({status} {code}" in said
    assert not await is_told(stage)


async def test_the_log_names_the_refused_command_and_discords_reason(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> Any:
        raise BackendError(400, 50035, "Invalid Form Body", errors=WRONG_OPTION)

    monkeypatch.setattr(stage.env.backend, "register_commands", refuse)
    await start_again(stage)
    first = stage.bot.tree.get_commands()[0]
    (said,) = unsaid(caplog)
    assert f"'{first.name}'" in said
    assert "Must be shorter." in said
    assert "\n" not in said


@pytest.mark.parametrize("answer", [[{"name": "play"}], {}, "no", [None]])
async def test_an_unreadable_answer_to_the_commands_does_not_stop_a_start(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    await stage.start("Ann", "Ben")
    monkeypatch.setattr(stage.env.backend, "register_commands", lambda *_: answer)
    await start_again(stage)
    await stage.raise_once()
    assert len(unsaid(caplog)) == (0 if answer == {} else 1)


async def test_refused_commands_are_sent_again_with_growing_pauses(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncing, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(syncing, "LONGEST_PAUSE", 0.03)
    stage.env.inject_error("PUT", PUT, status=400, code=30034, message="No", times=4)
    await start_again(stage)
    commands = stage.bot._commands
    assert commands is not None
    assert commands._trying is not None
    await asyncio.wait_for(commands._trying, 30)
    assert await is_told(stage)
    pauses = [said.rsplit(" in ", 1)[1] for said in unsaid(caplog)]
    assert pauses == ["0.01 s.", "0.02 s.", "0.03 s.", "0.03 s."]
