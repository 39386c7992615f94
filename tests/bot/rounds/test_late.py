"""Test notes about calls that came too late, and DMs that remind players of their turn.

Both are deleted when they no longer matter.
"""

from bot.presses.game import CallLie, LeaveTable, NextRound, SurelyCallLie
from tests.bot.requests.test_requests import counted
from tests.bot.rounds.test_pauses import stage_pace
from tests.bot.stage import Stage


async def test_a_late_bang_is_noted_once_in_the_rounds_record(both: Stage) -> None:
    await both.nobody_owes()
    await both.start("Ann", "Ben", "Cleo", game="firehouse", rounds="3")
    stage_pace(both, pause=60)
    bidder = await both.raise_once()
    first = await both.to_move()
    (late,) = await both.others(bidder, first)
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


async def test_a_call_that_is_too_late_asks_for_no_confirmation(both: Stage) -> None:
    """A player who was asked earlier but confirms too late is noted like everybody else whose call is late."""
    await both.nobody_owes()
    await both.start("Ann", "Ben", "Cleo", "Dan", game="firehouse", rounds="3")
    stage_pace(both, pause=60)
    bidder, first = await both.raise_once(), await both.to_move()
    asked, late = await both.others(bidder, first)
    table = await both.table()
    question = (await both.press(asked, CallLie)).ephemerals[0]
    await both.press(first, CallLie)
    for answer in (
        await both.press(asked, SurelyCallLie, question),
        await both.forge(late, CallLie(table.id, table.version)),
        await both.slash(late, "bang"),
    ):
        assert f"{first}** was first" in answer.words
        assert SurelyCallLie not in [kind for each in answer.ephemerals for kind in both.kinds(each)]
    (noted,) = (line for line in both.text().splitlines() if "a second late" in line)
    assert (noted.count(asked), noted.count(late)) == (1, 1)


async def test_nobody_is_noted_as_late_if_only_the_next_player_may_call(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    stage_pace(stage, pause=60)
    bidder = await stage.raise_once()
    table, caller = await stage.table(), await stage.to_move()
    (late,) = await stage.others(bidder, caller)
    await stage.press(caller, CallLie)
    await stage.forge(late, CallLie(table.id, table.version))
    assert "second late" not in stage.text()


async def test_a_dm_that_reminds_a_player_of_their_turn_is_deleted_after_it(both: Stage) -> None:
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


async def test_leaving_a_game_of_two_warns_that_the_leaver_washes_up(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="firehouse")
    assert "There are only two of you left, so you wash up." in (await stage.press("Ann", LeaveTable)).words


async def test_leaving_a_game_of_three_does_not_warn_of_washing_up(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="firehouse")
    assert "wash up" not in (await stage.press("Ann", LeaveTable)).words
