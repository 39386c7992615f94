"""Test that an interaction is answered only once, even if other requests are under way or answers are lost."""

import asyncio

from bot.presses.bids import PlaceBid
from bot.presses.game import WakeUp
from tests.bot.requests.test_requests import by_direct_message
from tests.bot.rounds.test_beats import unsettled
from tests.bot.stage import Stage

ANSWER = "POST /interactions/*"


async def test_an_edit_waits_for_a_deferral_that_is_under_way(stage: Stage) -> None:
    """Otherwise Discord would refuse the edit as a second answer (40060), and the bot would need one more request."""
    await stage.start("Ann", "Ben", "Cleo")
    panel, table = stage.panel(), await stage.table()
    held, before = stage.transit.hold(ANSWER), stage.requests()
    await unsettled(stage, stage.forge("Cleo", WakeUp(table.id), message=panel))
    await held.arrived.wait()
    stage.transit.calls.clear()
    await unsettled(stage, by_direct_message(stage))
    while (await stage.table()).version == table.version:  # noqa: ASYNC110 - no event says that it is saved
        await asyncio.sleep(0.01)
    held.let_go()
    await stage.env.settle()
    assert stage.calls_since(before) == []
    assert [call.split("/")[1] for call in stage.transit.calls].count("interactions") == 1, "the command's own"
    assert (await stage.table()).version == table.version + 1
    assert PlaceBid in stage.kinds(stage.panel())
    assert stage.panel().id == panel.id


async def test_an_interaction_that_is_delivered_again_is_answered_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    before = stage.requests()
    name = await stage.to_move()
    made = next(each for each in stage.presses() if isinstance(each, PlaceBid))
    await stage.forge(name, made, message=stage.panel())
    version = (await stage.table()).version
    stage.transit.calls.clear()
    with stage.env._bot_scope():
        stage.transit.deliver_again()
    await stage.env.settle()
    assert stage.transit.calls == []
    assert stage.calls_since(before) == []
    assert (await stage.table()).version == version


async def test_an_answer_is_not_sent_again_if_discords_reply_to_it_was_lost(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    before = stage.requests()
    stage.transit.lose(ANSWER)
    await stage.raise_once()
    assert not [call for call in stage.calls_since(before) if call.startswith("POST")]
    stage.transit.calls.clear()
    await by_direct_message(stage)
    assert [call.split("/")[1] for call in stage.transit.calls].count("interactions") == 1
