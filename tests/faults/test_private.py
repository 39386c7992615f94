"""A player's DM arrives once a round, even if requests and answers fail, and delays nobody."""

import asyncio

import pytest

from bot.sandbox.faults import Fault, Kind
from tests.faults.wire import Wire


@pytest.mark.parametrize("kind", ["reset", "lost", "500", "503"])
@pytest.mark.parametrize("times", [1, 2])
async def test_one_dm_a_round_however_often_it_failed(wire: Wire, kind: Kind, times: int) -> None:
    """The second request that fails is the look for the DM, which may have arrived."""
    wire.trouble(Fault(kind, f"/channels/{wire.dm('ann')}/messages", times=times))
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    for number in range(times):
        await wire.until(lambda number=number: wire.hits(kind) > number)
        await asyncio.sleep(0.2)  # until the failure is saved
        await wire.time_passes(seconds=4)
    await wire.until(lambda: wire.said(wire.dm("ann")) and wire.said(wire.dm("ben")), patience=15)
    await wire.until(wire.is_told, table)
    assert wire.hits(kind) == times
    assert [text.count("Round 1") for text in wire.said(wire.dm("ann"))] == [1]
    assert [text.count("Round 1") for text in wire.said(wire.dm("ben"))] == [1]


async def test_a_dm_is_not_sent_again_although_its_receipt_was_lost_and_its_nonce_forgotten(wire: Wire) -> None:
    wire.trouble(Fault("lost", f"/channels/{wire.dm('ann')}/messages", "POST", times=1))
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    await wire.until(wire.has_failed_to_tell, table)
    wire.forget_nonces()
    await wire.time_passes(seconds=4)
    await wire.until(wire.is_told, table)
    assert [text.count("Round 1") for text in wire.said(wire.dm("ann"))] == [1]


async def test_a_slow_dm_keeps_no_computer_and_no_clock_waiting(wire: Wire) -> None:
    wire.trouble(Fault("429", f"/channels/{wire.dm('ann')}/messages", seconds=25))
    table = await wire.table(wire.new_channel("dice"), "ann", computers=3)
    for _ in range(3):
        await wire.goes_on(table)
    assert wire.said(wire.dm("ann")) == []


async def test_outdated_news_are_not_sent_any_more(wire: Wire) -> None:
    """The DM of round 1 never arrives.

    When DMs work again, the player gets one DM, with the dice of the current round.
    """
    wire.trouble(Fault("503", f"/channels/{wire.dm('ann')}/messages"))
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    await wire.until(wire.hits, "503")
    await wire.play_until_round(table, 2)
    wire.calm()
    await wire.time_passes(seconds=30)
    await wire.until(lambda: wire.said(wire.dm("ann")), patience=15)
    await wire.until(wire.is_told, table)
    assert [("Round 1" in text, "Round 2" in text) for text in wire.said(wire.dm("ann"))] == [(False, True)]


async def test_a_process_that_dies_while_sending_is_replaced_and_nobody_gets_two_dms(wire: Wire) -> None:
    """Ben's DM is sent, but its answer is lost with the process, before Ann's DM. After the start both have one DM."""
    wire.trouble(Fault("slow", f"/channels/{wire.dm('ann')}/messages", "POST", seconds=30))
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    await wire.until(lambda: wire.said(wire.dm("ben")))
    await wire.kill_bot()
    wire.calm()
    wire.forget_nonces()  # as if the process had been away for some minutes
    await wire.start_bot()
    await wire.time_passes(seconds=25)
    await wire.until(wire.is_told, table, patience=15)
    await asyncio.sleep(0.3)
    assert len(wire.said(wire.dm("ann"))) == 1
    assert len(wire.said(wire.dm("ben"))) == 1
