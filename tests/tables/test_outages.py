"""Tests of outages. An outage is saved once, and each table gets its lost time back when it is read the next time."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, event

from bot.settings import Shards
from bot.sharing.lease import Lease
from bot.storage import processes
from bot.tables import Tables
from tests.tables.house import GUILD, House


def one_of_several(house: House, shards: Shards) -> Tables:
    """Return the tables of a process that runs only these shards."""
    sharing = Lease(house.store, shards, lambda: house.now)
    return Tables(house.store, lambda: house.now, house._entropy, sharing=sharing)


async def statements_of_a_return(house: House) -> int:
    """Return how many statements the process sends when it resumes the clock after an outage of an hour."""
    await house.tables.time.beat()
    house.wait(hours=1)
    found: list[str] = []
    engine = house.store.engines[0]
    event.listen(engine, "before_cursor_execute", lambda *said: found.append(str(said[2])))
    await house.tables.time.resume()
    return len(found)


async def test_resuming_time_costs_the_same_with_one_table_and_with_twenty(house: House) -> None:
    """The process writes only the shards' time, and no table's row. So even ten thousand games go on at once."""
    await house.game("common", "ann", "bob", clock=60)
    few = await statements_of_a_return(house)
    for channel in range(1, 20):
        await house.lobby("bar", f"guest{channel}", channel=channel)
    await house.reopen()
    assert await statements_of_a_return(house) == few


async def test_a_table_that_was_not_read_gets_the_time_of_three_outages_back(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", clock=60, minutes=30)
    before = await sitting.info()
    for hours in (1, 2, 3):
        await house.tables.time.beat()
        house.wait(hours=hours)
        await house.tables.time.resume()
    await house.reopen()
    await house.tables.time.resume()
    after = await sitting.info()
    assert before.deadline is not None
    assert before.ends_at is not None
    assert after.deadline == before.deadline + timedelta(hours=6)
    assert after.ends_at == before.ends_at + timedelta(hours=6)
    await house.tables.time.catch_up()
    assert await sitting.info() == after, "once"
    assert (await house.tables.showing.pending(sitting.id)).panel_stale, "its panel tells the right time"
    assert (await house.tables.timers.due(house.now))[0][0] == sitting.id


async def test_an_outage_that_two_tasks_read_at_once_is_given_back_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tasks of the same process look for new outages at the same time, and one is quicker than the other."""
    sitting = await house.game("common", "ann", "bob", clock=60, minutes=30)
    before = (await sitting.info()).ends_at
    await house.tables.time.beat()
    house.wait(hours=1)
    outages, read = house.tables.changes.loader.outages, processes.outages_since

    def overtaken(connection: Connection, known: int) -> list[processes.Outage]:
        monkeypatch.undo()
        found = read(connection, known)
        outages.learn(connection)
        return found

    await Tables(house.store, lambda: house.now, house._entropy).time.resume()
    monkeypatch.setattr(processes, "outages_since", overtaken)
    await house.store.read(outages.learn)
    assert before is not None
    assert (await sitting.info()).ends_at == before + timedelta(hours=1)


async def test_time_lost_by_one_shard_is_not_given_back_to_others(house: House) -> None:
    """One of two processes was away for an hour. The tables of the other process have lost no time."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    before = (await sitting.info()).deadline
    mine = (GUILD >> 22) % 2
    others = one_of_several(house, Shards(1 - mine, 1 - mine, 2))
    await others.time.resume()
    house.wait(hours=1)
    assert await others.time.resume() == timedelta(hours=1)
    ours = one_of_several(house, Shards(mine, mine, 2))
    await house.store.read(ours.changes.loader.outages.learn)
    assert (await ours.queries.table(sitting.id)).deadline == before
    assert await others.timers.due(house.now + timedelta(days=30)) == ()
    assert [table for table, _ in await ours.timers.due(house.now + timedelta(days=30))] == [sitting.id]


async def test_after_resharding_each_table_gets_the_outage_back_once(house: House) -> None:
    """One shard is replaced by sixteen. Each of the new shards continues from the time at which the clock last ran."""
    sitting = await house.game("common", "ann", "bob", clock=60)
    before = (await sitting.info()).deadline
    await house.tables.time.beat()
    house.wait(minutes=10)
    for first in range(0, 16, 4):
        part = one_of_several(house, Shards(first, first + 3, 16))
        assert await part.time.resume() == timedelta(minutes=10)
    assert len(await house.store.read(lambda c: processes.outages_since(c, 0))) == 4
    await house.reopen()
    await house.store.read(house.tables.changes.loader.outages.learn)
    assert before is not None
    assert (await sitting.info()).deadline == before + timedelta(minutes=10)
