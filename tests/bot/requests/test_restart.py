"""Test that the process can end at any moment and the next one continues.

The dice and buttons stay the same, and nothing is shown twice.
"""

from bot.presses.bids import OpenBidForm
from bot.presses.lobby import Join, Rematch, Start
from engine.bids.actions import Bid
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


async def test_a_round_goes_on_with_the_same_dice_and_the_old_buttons(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", rounds="2")
    await both.raise_once()
    before = [await both.dice(name) for name in ("Ann", "Ben", "Cleo")]
    table, shown, panel = await both.table(), len(both.messages()), both.panel()
    await both.restart()
    assert [await both.dice(name) for name in ("Ann", "Ben", "Cleo")] == before
    assert (await both.table()).version == table.version
    assert len(both.messages()) == shown, "nothing is shown twice"
    assert both.panel().id == panel.id
    await play_on(both, 4)
    assert Rematch in both.kinds()
    assert all(len(both.direct_messages(name)) == 2 for name in ("Ann", "Ben", "Cleo"))


async def test_a_lobby_goes_on_after_a_restart(stage: Stage) -> None:
    await stage.sit("Ann")
    await stage.restart()
    await stage.press("Ben", Join)
    await stage.press("Ann", Start)
    await stage.raise_once()


async def test_a_saved_move_that_was_not_shown_is_shown_after_a_restart(both: Stage) -> None:
    await both.start("Ann", "Ben")
    name, table = await both.to_move(), await both.table()
    # The process ends right after the commit: the bid is saved, but nobody has seen it.
    await both.bot.services.tables.moves.act(table.id, both.people[name].id, Bid(2, 5), "i:1")
    old = both.panel()
    assert "2 fives" not in both.text()
    await both.restart()
    await both.env.settle()
    assert "2 fives" in both.text()
    assert both.panel().id == old.id
    await both.raise_once()


async def test_a_result_keeps_its_rematch_button(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 3)
    await stage.restart()
    await stage.press("Ann", Rematch)
    assert Start in stage.kinds()


async def test_commands_are_synced_only_if_they_have_changed(stage: Stage) -> None:
    before = stage.requests()
    await stage.restart()
    puts = [entry for entry in stage.env.http_requests[before:] if entry.method == "PUT" and "commands" in entry.path]
    assert puts == []


async def test_a_form_that_was_opened_before_a_restart_can_be_sent(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name = await stage.to_move()
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    await stage.restart()
    await stage.fill(name, form, quantity="2", face=["5"])
    assert "2 fives" in stage.text()
