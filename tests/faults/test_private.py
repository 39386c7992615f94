"""Test that a player gets one DM in each round even if requests fail, and that a DM delays nobody."""

import asyncio

import pytest

from bot.sandbox.faults import Fault, Kind
from tests.faults.wire import Wire


@pytest.mark.parametrize("kind", ["reset", "lost", "500", "503"])
@pytest.mark.parametrize("times", [1, 2])
async def test_a_player_gets_one_dm_in_a_round_even_if_requests_fail(wire: Wire, kind: Kind, times: int) -> None:
    """If two requests fail, the second is the one that looks whether the DM has arrived."""
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


async def test_a_dm_whose_answer_and_nonce_were_lost_is_not_sent_again(wire: Wire) -> None:
    wire.trouble(Fault("lost", f"/channels/{wire.dm('ann')}/messages", "POST", times=1))
    table = await wire.table(wire.new_channel("dice"), "ann", "ben")
    await wire.until(wire.has_failed_to_tell, table)
    wire.forget_nonces()
    await wire.time_passes(seconds=4)
    await wire.until(wire.is_told, table)
    assert [text.count("Round 1") for text in wire.said(wire.dm("ann"))] == [1]


async def test_a_slow_dm_does_not_delay_the_game(wire: Wire) -> None:
    wire.trouble(Fault("429", f"/channels/{wire.dm('ann')}/messages", seconds=25))
    table = await wire.table(wire.new_channel("dice"), "ann", computers=3)
    for _ in range(3):
        await wire.goes_on(table)
    assert wire.said(wire.dm("ann")) == []


async def test_a_dm_of_an_earlier_round_is_no_longer_sent(wire: Wire) -> None:
    """The DM of round 1 cannot be sent.

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


async def test_nobody_gets_two_dms_if_the_bot_dies_while_sending_them(wire: Wire) -> None:
    """The process dies after it has sent Ben's DM and before it sends Ann's. After the next start both have one DM."""
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
