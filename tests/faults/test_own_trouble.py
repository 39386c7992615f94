"""Test that a table with trouble delays no other table.

Its channel may be rate-limited or deleted, or its row may be unreadable.
"""

import contextlib
from datetime import timedelta

import pytest

from bot.sandbox.faults import Fault
from bot.tables.timers import MOST_TRIES
from bot.tables.trouble import Trouble
from tests.faults.wire import Wire


async def test_a_rate_limited_channel_delays_no_other_table(wire: Wire) -> None:
    """Discord accepts nothing for one channel for 25 s.

    At other tables the clock, the moves and the messages go on.
    """
    limited, free, third = (wire.new_channel(name) for name in ("limited", "free", "third"))
    wire.trouble(Fault("429", f"/channels/{limited}/messages*", seconds=25))
    held = await wire.table(limited, "ann", computers=2)
    other, timed = await wire.table(free, "ben", computers=2), await wire.table(third, "cleo", "ann", clock=30)
    await wire.goes_on(other)
    await wire.until(wire.is_shown, timed)
    before = (await wire.info(timed)).version
    await wire.time_passes(seconds=31)
    await wire.until(wire.has_moved, timed, before)
    await wire.goes_on(other)
    assert wire.hits("429") > 0
    assert wire.messages(limited) == []
    wire.calm()
    assert not await wire.is_shown(held)


async def test_many_rate_limited_channels_do_not_delay_another_channel(wire: Wire) -> None:
    """Sixty channels are limited. The bot does not work on so many tables at once.

    The limited tables must not keep other tables from being shown.
    """
    limited = [wire.new_channel(f"limited-{number}") for number in range(60)]
    free = wire.new_channel("free")
    wire.trouble(*(Fault("429", f"/channels/{channel}/messages*", seconds=25) for channel in limited))
    for channel in limited:
        await wire.table(channel, "ann", "cleo")
        await wire.leave_tables("ann", "cleo")
    living = await wire.table(free, "ben", computers=1)
    await wire.until(wire.is_shown, living, patience=8)
    await wire.goes_on(living)
    assert wire.hits("429") >= 50


async def test_a_deleted_channel_closes_its_table_and_delays_no_other_table(wire: Wire) -> None:
    gone, free = wire.new_channel("gone"), wire.new_channel("free")
    lost, other = await wire.table(gone, "ann", computers=2), await wire.table(free, "ben", computers=2)
    await wire.until(wire.asked, lost)
    await wire.until(wire.is_shown, lost)
    wire.delete_channel(gone)
    with contextlib.suppress(Trouble):  # the bot may have heard of the deletion, and closed the table
        await wire.move(lost)
    await wire.goes_on(other)
    await wire.until(wire.is_closed, lost)
    assert await wire.due(lost) is None


async def test_22_tables_without_a_channel_do_not_delay_another_table(wire: Wire) -> None:
    """When the bot starts, it has to show one table, and 22 tables whose channels were deleted."""
    dead = [wire.new_channel(f"dead-{number}") for number in range(22)]
    free = wire.new_channel("free")
    wire.bot.driver.halt()  # nothing is shown before the start below
    wire.trouble(Fault("429", "/channels/*/messages", seconds=30))
    tables = []
    for channel in dead:
        tables.append(await wire.table(channel, "ann", "cleo"))
        await wire.leave_tables("ann", "cleo")
        wire.delete_channel(channel)
    living = await wire.table(free, "ben", computers=1)
    await wire.kill_bot()
    wire.calm()
    await wire.start_bot()
    await wire.until(wire.is_shown, living, patience=6)
    for table in tables:
        await wire.until(wire.is_closed, table)
    await wire.goes_on(living)


async def test_an_unreadable_row_delays_no_table_and_is_retried_less_and_less_often(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    one, free = wire.new_channel("spoilt"), wire.new_channel("free")
    spoilt, other = await wire.table(one, "ann", computers=2), await wire.table(free, "ben", computers=2)
    await wire.until(wire.asked, spoilt)
    await wire.until(wire.is_shown, spoilt)
    await wire.spoil(spoilt)
    await wire.goes_on(other)
    await wire.until(lambda: "could not be carried out" in caplog.text)
    await wire.goes_on(other)
    first = await wire.due(spoilt)
    assert first is not None
    await wire.time_passes(seconds=5)
    await wire.until(lambda: wire.due_after(spoilt, first + timedelta(seconds=3)))
    assert caplog.text.count("could not be carried out") < 5


async def test_a_table_whose_channel_always_fails_is_closed_after_a_day(wire: Wire) -> None:
    """The pauses between retries grow, and the number of retries is limited."""
    where = wire.new_channel("shut")
    wire.trouble(Fault("503", f"/channels/{where}/messages*"))
    table = await wire.table(where, "ann", "ben")
    waits = []
    for tries in (1, 2, 3):
        await wire.until(wire.has_tried, table, tries)
        due = await wire.due(table)
        assert due is not None
        waits.append(due - wire.bot.now())
        await wire.time_passes(seconds=waits[-1].total_seconds())
    assert [round(wait.total_seconds() / 2) for wait in waits] == [1, 2, 4]
    for _ in range(MOST_TRIES - 5):
        assert await wire.bot.services.tables.timers.put_off(table)
        due = await wire.due(table)
        assert due is not None
        waits.append(due - wire.bot.now())
    assert timedelta(hours=12) < sum(waits, timedelta()) < timedelta(hours=48)
    await wire.time_passes(seconds=waits[-1].total_seconds())
    await wire.until(wire.has_tried, table, MOST_TRIES - 1)
    await wire.time_passes(seconds=waits[-1].total_seconds())
    await wire.until(wire.is_closed, table)
    assert await wire.due(table) is None
