"""Test that turns end on time, that the clock stops while Discord is away, and that it goes on by itself afterwards."""

import asyncio
import logging
from datetime import timedelta
from statistics import median

import pytest

from bot.driver import clock
from bot.driver.driver import MOST_TIMEOUTS
from bot.sandbox.faults import Fault
from bot.screens.elements.amounts import countdown
from bot.tables.pace import Pace
from tests.faults.wire import Wire


async def test_a_computer_player_moves_at_most_a_tenth_of_a_second_late(wire: Wire) -> None:
    wire.bot.services.tables.changes.pace = Pace(quickest=0.5, slowest=0.5, run=10 * 0.5, dice=0, pause=0.5)
    table = await wire.table(wire.new_channel("dice"), "ann", computers=3, rounds=50)
    late: list[float] = []
    while len(late) < 3:
        await wire.until(wire.asked, table)
        await wire.until(wire.is_shown, table)
        await wire.move(table)
        await wire.bot.services.announcer.show(table)
        while not await wire.asked(table):
            await wire.until(wire.is_shown, table)
            if (due := await wire.due(table)) is None or await wire.asked(table):
                break
            before = (await wire.info(table)).version
            await wire.until(wire.has_moved, table, before)
            late.append((await wire.changed(table) - due).total_seconds())
    assert min(late) >= 0
    assert median(late) < 0.1, late  # the worst may be late, because other programs run on this machine, too


async def test_nobody_runs_out_of_time_while_discord_does_not_answer(wire: Wire) -> None:
    """The gateway works, but HTTP requests fail, so the bot can answer no press.

    Afterwards everybody has as much time left as before.
    """
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben", clock=60)
    await wire.until(wire.is_shown, table)
    before = await wire.info(table)
    assert before.deadline is not None
    wire.trouble(Fault("503", "*"))
    wire.ahead += timedelta(seconds=300)
    await wire.until(lambda: not wire.clock_runs(), patience=15)
    await asyncio.sleep(1.5)
    assert (await wire.info(table)).version == before.version
    wire.calm()
    await wire.until(wire.clock_runs, patience=15)
    after = await wire.info(table)
    assert after.version == before.version
    assert after.deadline is not None
    assert after.deadline - before.deadline >= timedelta(seconds=300)
    await wire.time_passes(seconds=61)
    await wire.until(wire.has_moved, table, before.version, patience=15)


async def test_the_clock_starts_again_by_itself_after_a_failure(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot tries to give the lost time back, and fails twice, as if the database were away.

    The gateway stays connected.
    """
    table = await wire.table(wire.new_channel("dice"), "ann", computers=1)
    passing, failures = wire.bot.services.tables.time, iter(range(2))
    resume = passing.resume

    async def fails() -> timedelta:
        if next(failures, None) is not None:
            raise OSError("no database")
        return await resume()

    monkeypatch.setattr(passing, "resume", fails)
    await wire.server.gateway.close(4000)
    await wire.until(lambda: not wire.clock_runs())
    await wire.until(wire.clock_runs, patience=15)
    await wire.goes_on(table)


async def test_the_log_reports_that_a_paused_clock_goes_on(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log reports this even if little time was lost.

    Little time is lost if signs of life were saved while nothing else worked.
    """
    caplog.set_level(logging.INFO, "bot")
    monkeypatch.setattr(clock, "STALLED", timedelta(seconds=2))
    passing = wire.bot.services.tables.time
    resume = passing.resume

    async def little() -> timedelta:
        return min(await resume(), timedelta(seconds=1))

    monkeypatch.setattr(passing, "resume", little)
    wire.trouble(Fault("503", "/users/@me"))
    await wire.until(lambda: "Time is paused" in caplog.text, patience=15)
    assert "Time passes again" not in caplog.text
    wire.calm()
    await wire.until(lambda: "Time passes again: everybody gets back the 1 s" in caplog.text, patience=15)


@pytest.mark.parametrize("away", [5, 3600])
async def test_an_outage_of_the_gateway_costs_nobody_time(wire: Wire, away: int) -> None:
    table = await wire.table(wire.new_channel("dice"), "ann", "ben", clock=60)
    await wire.until(wire.is_shown, table)
    before = await wire.info(table)
    assert before.deadline is not None
    wire.server.gateway.up = False
    await wire.server.gateway.close(4000)
    await wire.until(lambda: not wire.clock_runs())
    wire.ahead += timedelta(seconds=away)
    wire.server.gateway.up = True
    await wire.until(wire.clock_runs, patience=30)
    after = await wire.info(table)
    assert (after.version, after.deadline is not None) == (before.version, True)
    assert after.deadline is not None
    assert after.deadline - before.deadline >= timedelta(seconds=away)


@pytest.mark.parametrize("away", [5, 86_400])
async def test_the_time_during_which_the_bot_was_stopped_is_given_back(wire: Wire, away: int) -> None:
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben", clock=60)
    await wire.until(wire.is_shown, table)
    before = await wire.info(table)
    await wire.stop_bot()
    wire.ahead += timedelta(seconds=away)
    wire.bot = wire.new_bot()
    await wire.start_bot()
    after = await wire.info(table)
    assert before.deadline is not None
    assert after.deadline is not None
    lost = (after.deadline - before.deadline).total_seconds()
    assert away <= lost < away + 8
    await wire.until(lambda: f"<t:{countdown(after.deadline) if after.deadline else 0}:R>" in wire.said(where)[-1])
    assert len(wire.messages(where)) == 3, "below the lobby and the line the panel is edited in place"


def outages(wire: Wire) -> int:
    """Return the number of the newest outage that the bot knows."""
    return wire.bot.services.tables.changes.loader.outages.newest


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_jump_of_the_system_clock_costs_nobody_their_turn(wire: Wire, hours: int) -> None:
    """The system's clock jumps forward or back by an hour.

    The next player has as much time as before, and the computer players go on.
    """
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben", clock=60, minutes=30)
    other = await wire.table(wire.new_channel("computers"), "cleo", computers=2)
    for each in (table, other):
        await wire.until(wire.is_shown, each)
    before, known, jump = await wire.info(table), outages(wire), timedelta(hours=hours)
    wire.ahead += jump
    await wire.bot.services.tables.timers.put_right(table)  # all times in its row are from before the jump
    await wire.until(lambda: outages(wire) > known and wire.clock_runs())
    after = await wire.info(table)
    assert (after.status, after.version) == (before.status, before.version)
    assert before.deadline is not None
    assert after.deadline is not None
    assert timedelta() <= after.deadline - before.deadline - jump < timedelta(seconds=10)
    assert before.ends_at is not None
    assert after.ends_at is not None
    assert timedelta() <= after.ends_at - before.ends_at - jump < timedelta(seconds=10)
    await wire.goes_on(other)
    told = f"<t:{countdown(after.deadline)}:R>"
    await wire.until(lambda: told in wire.said(where)[-1])
    await wire.time_passes(seconds=71)
    await wire.until(wire.has_moved, table, before.version)


async def test_a_database_that_hangs_for_a_minute_costs_nobody_their_turn(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No statement fails, but one of them takes more than a minute. A press would take as long."""
    table = await wire.table(wire.new_channel("dice"), "ann", "ben", clock=60)
    await wire.until(wire.is_shown, table)
    before, known, passing = await wire.info(table), outages(wire), wire.bot.services.tables.time
    beat = passing.beat

    async def hangs() -> None:
        monkeypatch.setattr(passing, "beat", beat)
        await beat()
        wire.ahead += timedelta(seconds=90)

    monkeypatch.setattr(passing, "beat", hangs)
    await wire.until(lambda: outages(wire) > known and wire.clock_runs())
    after = await wire.info(table)
    assert after.version == before.version
    assert before.deadline is not None
    assert after.deadline is not None
    assert timedelta(seconds=90) <= after.deadline - before.deadline < timedelta(seconds=100)


async def test_a_turn_that_is_shown_late_has_its_whole_time(wire: Wire) -> None:
    """Discord takes four seconds for each message.

    The time of the turn starts when the turn has been shown, and the panel shows when it ends.
    """
    where = wire.new_channel("dice")
    wire.trouble(Fault("slow", f"/channels/{where}/messages", "POST", seconds=4, times=3))
    table = await wire.table(where, "ann", "ben", clock=60)
    await wire.until(lambda: len(wire.messages(where)) == 3, patience=30)
    shown = wire.bot.now()
    await wire.until(wire.is_shown, table)
    deadline = (await wire.info(table)).deadline
    assert deadline is not None
    assert abs((deadline - shown).total_seconds() - 60) < 1.5
    await wire.until(lambda: f"<t:{countdown(deadline)}:R>" in wire.said(where)[-1])


async def test_a_game_of_computer_players_goes_on_after_a_kill(wire: Wire) -> None:
    """The process dies while a computer player's move is due. The next process makes that move, and only once."""
    wire.bot.services.tables.changes.pace = Pace(quickest=2, slowest=2, run=10 * 2, dice=0, pause=2)
    table = await wire.table(wire.new_channel("dice"), "ann", computers=3)
    await wire.until(wire.asked, table, patience=20)
    await wire.until(wire.is_shown, table)
    await wire.move(table)
    await wire.until(wire.is_shown, table)
    version = (await wire.info(table)).version
    await wire.kill_bot()
    await wire.start_bot()
    await wire.until(wire.has_moved, table, version)
    await wire.until(wire.asked, table)
    assert await wire.every_version_was_made_once(table)


async def test_many_turns_that_time_out_at_once_are_handled_in_groups(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    """If many turns time out at once, the bot handles them in groups, with a pause of a second after each group."""
    tables = []
    for number in range(30):
        tables.append(await wire.table(wire.new_channel(f"dice-{number}"), "ann", "ben", clock=30))
        await wire.leave_tables("ann", "ben")
    for table in tables:
        await wire.until(wire.is_shown, table)
    before = {table: (await wire.info(table)).version for table in tables}
    await wire.time_passes(seconds=31)
    for table, version in before.items():
        await wire.until(wire.has_moved, table, version, patience=15)
    assert "the others wait" in caplog.text
    moments = sorted([await wire.changed(table) for table in tables])
    assert moments[MOST_TIMEOUTS] - moments[0] >= timedelta(seconds=0.9)
