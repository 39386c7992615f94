"""Tests of a bot in two processes on one PostgreSQL database, over real HTTP and two real gateway connections."""

from datetime import timedelta

from bot.sharing.lease import Lease
from bot.storage import processes
from bot.storage.processes import Deposed
from tests.sharing.wires import Several, no_more_signs_of_life


async def test_a_bid_in_a_direct_message_is_shown_by_the_process_of_the_server(
    several: Several,
) -> None:
    where = several.new_channel("dice")
    table = await several.table(where, "ann", "ben")
    await several.until(several.is_shown, table)
    key = await several.asked(table)
    before = several.bot.http, several.messages(where)
    await several.in_dm(key, "bid", what="2 sixes")
    await several.until(lambda: "2 × " in several.said(where)[-1] or "2 sixes" in several.said(where)[-1].lower())
    await several.until(several.is_shown, table)
    assert len(several.messages(where)) == len(before[1]), "it is edited in place, once"
    assert (await several.row(table)).marks.shown_seq == (await several.row(table)).seq


async def test_each_process_runs_only_the_clocks_of_its_own_tables(several: Several) -> None:
    table = await several.table(several.new_channel("dice"), "ann", computers=2)
    await several.goes_on(table)
    assert await several.elsewhere.services.tables.timers.due(several.now() + timedelta(days=30)) == ()
    assert table not in several.elsewhere.driver._tasks
    assert await several.every_version_was_made_once(table)


async def test_a_dead_process_is_replaced_once_its_lease_has_expired(several: Several) -> None:
    where = several.new_channel("dice")
    table = await several.table(where, "ann", "ben", computers=1)
    await several.goes_on(table)
    await several.kill()
    several.bot, several._runs = await several.start(several.with_server)
    await several.until(lambda: several.bot.is_ready() and several.clock_runs())
    await several.goes_on(table)
    assert await several.every_version_was_made_once(table)
    assert len([each for each in several.said(where) if "Round 1" in each]) <= 1


async def test_a_frozen_process_that_wakes_up_shows_and_saves_nothing(several: Several) -> None:
    table = await several.table(several.new_channel("dice"), "ann", "ben")
    await several.until(several.is_shown, table)
    old, lease = several.bot, several.bot._lease
    assert lease is not None
    await no_more_signs_of_life(lease)  # it is frozen
    several.bot, runs = await several.start(several.with_server)
    several._runs, frozen = runs, several._runs
    await several.until(lambda: several.bot.is_ready() and several.clock_runs())
    version = (await several.info(table)).version
    posted = len(several.server.world.discord.messages(0))
    try:
        await old.services.tables.moves.act(table, several.who("ann").id, None, several.key())  # type: ignore[arg-type]
    except Deposed:
        pass
    else:
        raise AssertionError("it has written")
    await several.move(table)
    assert not await _shows(old, table)
    assert (await several.info(table)).version == version + 1
    assert len(several.server.world.discord.messages(0)) == posted
    await old.close()
    await several._end(frozen)
    await lease.store.close()


async def test_a_process_that_is_unsure_of_its_lease_checks_it_before_showing_a_table(several: Several) -> None:
    """The process has not renewed its lease for a minute, as if the database or the machine had been too busy.

    No other process has taken the shards in the meantime, so this process goes on.
    """
    table = await several.table(several.new_channel("dice"), "ann", computers=2)
    await several.goes_on(table)
    lease = several.bot._lease
    assert lease is not None
    await no_more_signs_of_life(lease)
    lease._heard -= 60
    assert not lease.is_sure()
    await several.until(several.asked, table)
    await several.move(table)  # its handler dies, so the driver reports the error
    await several.until(several.is_shown, table)
    assert lease.is_sure()
    await several.goes_on(table)
    assert not lease.lost.is_set()


async def _shows(bot: object, table: int) -> bool:
    try:
        return bool(await bot.services.announcer.show_again(table))  # type: ignore[attr-defined]
    except Deposed:
        return False


async def test_lost_time_is_given_back_once_if_both_processes_return_together(several: Several) -> None:
    table = await several.table(several.new_channel("dice"), "ann", "ben", clock=60)
    await several.until(several.is_shown, table)
    before = (await several.info(table)).deadline
    assert before is not None
    several.server.gateway.up = False
    await several.server.gateway.close(4000)
    await several.until(lambda: not several.clock_runs())
    several.ahead += timedelta(hours=1)
    several.server.gateway.up = True
    await several.until(several.clock_runs, patience=30)
    after = (await several.info(table)).deadline
    assert after is not None
    assert timedelta(hours=1) <= after - before < timedelta(hours=1, seconds=40)
    assert several.bot._store is not None
    hours = [each for each in await several.bot._store.read(lambda c: processes.outages_since(c, 0)) if _is_long(each)]
    assert not any(one.shards.overlap(other.shards) for one in hours for other in hours if one != other)


def _is_long(outage: processes.Outage) -> bool:
    return outage.resumed - outage.lost_from > timedelta(minutes=30)


async def test_shards_that_a_process_holds_cannot_be_claimed_by_another(several: Several) -> None:
    lease = several.bot._lease
    assert lease is not None
    waiting = Lease(lease.store, several.with_server, several.now)
    guard = lease.store.guard
    lease.store.guard = None
    try:
        from bot.storage import processes

        assert (
            await lease.store.write(lambda c: processes.claim(c, "another", several.with_server, several.now())) is None
        )
        everything = type(several.with_server)(0, 0, 1)
        assert await lease.store.write(lambda c: processes.claim(c, "another", everything, several.now())) is None
    finally:
        lease.store.guard = guard
    assert waiting.is_sure() is False
