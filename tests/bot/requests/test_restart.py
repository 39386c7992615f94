"""Test that the process can end at any moment and the next one continues.

The dice and buttons stay the same, and nothing is shown twice.
"""

from collections.abc import Awaitable
from typing import Any

from simcord import ResponseMessage

from bot.presses.bids import OpenBidForm
from bot.presses.codec import encode
from bot.presses.game import CallLie, OpenMore
from bot.presses.lobby import Join, Rematch, Start
from engine.bids.actions import Bid
from tests.bot.games.test_whole_games import play_on
from tests.bot.rounds.test_beats import unsettled
from tests.bot.stage import Stage

FIRST_ANSWER, FOLLOW_UP = "POST /interactions/*", "POST /webhooks/*"


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


async def killed_after(stage: Stage, call: str, act: Awaitable[Any]) -> None:
    """Let the process end after Discord has carried out a request of `act`, and before the bot gets the answer."""
    held = stage.transit.hold(call)
    await unsettled(stage, act)
    await held.arrived.wait()
    await stage.restart()


def shown_below(stage: Stage, former: ResponseMessage) -> list[int]:
    """Return the ids of the public messages below `former` that show a running round or a result."""
    return [message.id for message in stage.public() if message.id > former.id and OpenMore in stage.kinds(message)]


async def test_a_first_panel_that_answered_a_command_is_posted_once(stage: Stage, trap: list[str]) -> None:
    """The panel of Start was never posted, so that the next command posts it, and the process ends in between."""
    trap.append("in showing saved changes")
    stage.freeze_time()
    await stage.sit("Ann", "Ben", "Cleo", game="cup")
    stage.transit.lose(FOLLOW_UP, is_carried_out=False)
    stage.env.inject_error("GET", "/channels/*/messages", status=503, message="No", times=1)
    lobby = stage.panel()
    await stage.people["Ann"].click(lobby, custom_id=encode(Start((await stage.table()).id)))
    assert shown_below(stage, lobby) == []
    await killed_after(stage, FOLLOW_UP, stage.slash(await stage.to_move(), "claim", what="pair of twos"))
    (panel,) = shown_below(stage, lobby)
    await stage.time_passes(minutes=1)
    assert shown_below(stage, lobby) == [panel]
    await stage.press(await stage.to_move(), CallLie)


async def test_a_result_that_answered_a_command_is_posted_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    panel = stage.panel()
    await killed_after(stage, FIRST_ANSWER, stage.slash(await stage.to_move(), "liar"))
    (result,) = shown_below(stage, panel)
    await stage.time_passes(minutes=10)
    assert shown_below(stage, panel) == [result]
    assert Rematch in stage.kinds()
