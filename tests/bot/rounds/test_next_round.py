"""Test the panel after a showdown.

It says when the next round begins, and what happens to a forfeit that nobody settles.
"""

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.presses.game import CallLie, HoldOn, NextRound
from bot.presses.lobby import Start
from bot.screens.elements.amounts import LATE
from bot.tables.pace import EASY
from tests.bot.plays import agreed, doubt_it, say_something
from tests.bot.rounds.test_pauses import doze
from tests.bot.stage import Stage

NEXT = re.compile(r"▶️ Next round <t:(\d+):R>")


async def showdown(stage: Stage, game: str = "common") -> None:
    """Play a round of three up to its showdown, at the easy pace and with the clock stopped."""
    await agreed(stage, "Ann", "Ben", "Cleo", game=game)
    await stage.press("Ann", Start)
    stage.freeze_time()
    stage.bot.services.tables.changes.pace = EASY
    await say_something(stage)
    await doubt_it(stage)


async def start_waiting(stage: Stage) -> None:
    """Start a game of Ann and Ben at a table that waits until forfeits are settled."""
    await agreed(stage, "Ann", "Ben", game="common")
    table = await stage.table()
    setup = replace(table.setup, wait_settled=True)
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, "test:waits")
    await stage.press("Ann", Start)


def begins(stage: Stage) -> timedelta:
    """Return how long the pause takes according to the panel."""
    found = NEXT.search(stage.text())
    assert found is not None, stage.text()
    return timedelta(seconds=int(found[1])) - timedelta(seconds=stage.bot.now().timestamp())


@pytest.mark.parametrize("game", ["common", "cup", "dudo"])
async def test_the_panel_says_when_a_pause_ends(english_stage: Stage, game: str) -> None:
    stage = english_stage
    await showdown(stage, game)
    owed = bool((await stage.seen()).state.debtors)
    due = await stage.bot.services.tables.timers.next((await stage.table()).id)
    assert due is not None
    early = begins(stage) - (due.at - stage.bot.now())
    assert timedelta(seconds=LATE) <= early < timedelta(seconds=LATE + 1), "no countdown says “1 second ago”"
    assert ("If it’s not settled by then, it goes on the tab." in stage.text()) == owed == (game != "dudo")


async def test_a_table_that_waits_for_a_forfeit_says_until_when(english_stage: Stage) -> None:
    stage = english_stage
    await start_waiting(stage)
    await say_something(stage)
    await doubt_it(stage)
    assert "The next round starts once that’s settled, or <t:" in stage.text()
    assert "If it’s not settled by then, it goes on the tab." in stage.text()
    assert not NEXT.search(stage.text())


async def test_nobody_waits_for_the_forfeit_of_a_player_who_dozes(english_stage: Stage) -> None:
    """The bot does not wait for dozing players (L2).

    So the next round begins as at a table that waits for no forfeit.
    """
    stage = english_stage
    await start_waiting(stage)
    stage.freeze_time()
    stage.bot.services.tables.changes.pace = EASY
    liar = await stage.to_move()
    await stage.slash(liar, "bid", what="10 sixes")
    await doze(stage, liar)
    await doubt_it(stage)
    assert f"**{liar}** must:" in stage.text()
    assert NEXT.search(stage.text())
    assert "once that’s settled" not in stage.text()
    await stage.time_passes(seconds=60)
    assert (await stage.seen()).state.round == 2


async def test_nobody_owes_anything_at_a_table_without_stakes(english_stage: Stage) -> None:
    await english_stage.nobody_owes()
    await showdown(english_stage)
    assert NEXT.search(english_stage.text())
    assert "on the tab" not in english_stage.text()


async def test_the_wait_button_replaces_the_time_of_the_next_round(english_stage: Stage) -> None:
    stage = english_stage
    await showdown(stage)
    await stage.press("Ann", HoldOn)
    assert "Paused for a closer look" in stage.text()
    assert not NEXT.search(stage.text())


async def test_the_pause_on_the_panel_includes_the_beats_of_the_showdown(english_stage: Stage) -> None:
    """The beats of the showdown are shown before the pause begins."""
    stage = english_stage
    beats, stood = stage.bot.services.announcer.beats, list[float]()

    async def stand(seconds: float) -> None:
        stood.append(seconds)

    beats.wanted, beats.stand = True, stand
    await showdown(stage)
    due = await stage.bot.services.tables.timers.next((await stage.table()).id)
    assert due is not None
    # The clock is stopped, so the beats take no time here. The panel adds the time that they would have taken.
    ahead = begins(stage) - (due.at - stage.bot.now())
    assert timedelta(seconds=sum(stood) - 2) < ahead < timedelta(seconds=sum(stood) + 2)
    assert sum(stood) > 3


async def test_a_pause_ends_once_everybody_is_ready(stage: Stage) -> None:
    await showdown(stage)
    for name in ("Ann", "Ben", "Cleo"):
        await stage.press(name, NextRound)
    await stage.time_passes(seconds=1)
    assert (await stage.seen()).state.round == 2
    assert CallLie in stage.kinds() or not NEXT.search(stage.text())
