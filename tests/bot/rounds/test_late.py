"""Who was a second late, and who was asked by DM: said or kept as long as it matters, and no longer."""

from bot.presses.game import CallLie, LeaveTable, NextRound
from tests.bot.requests.test_requests import counted
from tests.bot.rounds.test_pauses import stage_pace
from tests.bot.stage import Stage


async def test_whoever_bangs_a_second_late_is_told_in_the_rounds_record_once(both: Stage) -> None:
    await both.nobody_owes()
    await both.start("Ann", "Ben", "Cleo", game="firehouse", rounds="3")
    stage_pace(both, pause=60)
    bidder = await both.raise_once()
    first, late = await both.others(bidder)
    panel, table = both.panel(), await both.table()
    await both.press(first, CallLie)
    for _ in range(2):
        assert f"{first}** was first" in (await both.forge(late, CallLie(table.id, table.version))).words
    assert both.text().count(f"⏱️ **{late}** was a second late.") == 1
    await both.forge(first, CallLie(table.id, table.version))
    assert both.text().count("a second late") == 1, "nobody is late for their own call"
    for name in ("Ann", "Ben", "Cleo"):
        await both.press(name, NextRound)
    assert both.panel().id != panel.id
    assert f"**{late}** was a second late." in both.text(panel), "the record keeps it"
    assert "second late" not in both.text()


async def test_where_only_the_next_may_call_nobody_is_late(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    stage_pace(stage, pause=60)
    bidder = await stage.raise_once()
    table, caller = await stage.table(), await stage.to_move()
    (late,) = await stage.others(bidder, caller)
    await stage.press(caller, CallLie)
    await stage.forge(late, CallLie(table.id, table.version))
    assert "second late" not in stage.text()


async def test_a_dm_that_asked_for_a_turn_goes_when_it_is_over(both: Stage) -> None:
    stage_pace(both, calls=True)
    await both.start("Ann", "Ben", clock="180")
    await both.raise_once()
    before = both.requests()
    await both.time_passes(seconds=31)
    await both.time_passes(seconds=95)
    assert counted(both, before)["POST DM"] == 1
    await both.restart()
    before = both.requests()
    await both.raise_once()
    assert counted(both, before)["DELETE DM"] == 1


async def test_leaving_as_one_of_two_washes_up_and_the_dialog_says_so(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="firehouse")
    assert "There are only two of you left, so you wash up." in (await stage.press("Ann", LeaveTable)).words


async def test_with_three_leaving_only_goes_on_the_tab(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    assert "wash up" not in (await stage.press("Ann", LeaveTable)).words
