"""Test that a table uses the same word for a call everywhere: in its panel, play-off, late answers and replay."""

import pytest

from bot.presses.bids import PlaceBid
from bot.presses.game import CallLie
from bot.presses.history import ALL, OpenReplay, TurnReplay
from tests.bot.answers import walk
from tests.bot.boards.test_replays import told
from tests.bot.games.test_endings import play_off
from tests.bot.stage import Stage


@pytest.mark.parametrize(("game", "call"), [("firehouse", "Bang!"), ("common", "Liar!")])
async def test_a_late_call_in_the_play_off_uses_the_tables_word_for_a_call(
    english_stage: Stage, game: str, call: str
) -> None:
    """In a play-off only the next player may call, but the word stays the same (E4)."""
    stage = english_stage
    await play_off(stage, game)
    await stage.raise_once()
    caller, old = await stage.to_move(), await stage.table()
    await stage.raise_once()
    await stage.raise_once()
    assert f"{caller}**, beat" in stage.text()
    assert f"or call {call}" in stage.text()
    late = await stage.forge(caller, CallLie(old.id, old.version))
    (answer,) = late.ephemerals
    assert f"Call {call} on that" in [part.get("label") for part in walk(answer.components)]


async def test_the_replay_of_a_table_that_calls_bang_says_bang(english_stage: Stage) -> None:
    """The second bid says that all dice match, so a call would have been better."""
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", game="firehouse", rounds="1 round")
    for quantity in (14, 15):
        table = await stage.table()
        await stage.forge(await stage.to_move(), PlaceBid(table.id, table.version, quantity, 5))
    await stage.press(await stage.to_move(), CallLie)
    replay = await told(stage)
    game, steps = replay.game.id, replay.replayed.steps
    (opened,) = (await stage.press("Dan", OpenReplay)).ephemerals
    texts = []
    for at in range(len(steps)):
        await stage.forge("Dan", TurnReplay(game, at, ALL, jump=False), message=opened)
        texts.append(stage.text(opened))
    said = "\n".join(texts)
    assert "better: Bang!, by" in said
    assert "Liar!" not in said
