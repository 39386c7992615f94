"""An outage is saved once. Each table gets the time back when it is next read, whatever happened to it meanwhile."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, event

from bot.settings import Shards
from bot.sharing.lease import Lease
from bot.storage import processes
from bot.tables import Tables
from tests.tables.house import GUILD, House


def one_of_several(house: House, shards: Shards) -> Tables:
    """Return the tables as a process with these shards works with them."""
    sharing = Lease(house.store, shards, lambda: house.now)
    return Tables(house.store, lambda: house.now, house._entropy, sharing=sharing)


async def statements_of_a_return(house: House) -> int:
    """Return the number of statements after an outage of an hour, until the clock runs again."""
    await house.tables.time.beat()
    house.wait(hours=1)
    found: list[str] = []
    engine = house.store.engines[0]
    event.listen(engine, "before_cursor_execute", lambda *said: found.append(str(said[2])))
    await house.tables.time.resume()
    return len(found)


async def test_resuming_time_costs_the_same_with_one_table_and_with_twenty(house: House) -> None:
    """Only the shards' time changes, and no table's row. So ten thousand games go on at the same moment."""
    await house.game("common", "ann", "bob", clock=60)
    few = await statements_of_a_return(house)
    for channel in range(1, 20):
        await house.lobby("bar", f"guest{channel}", channel=channel)
    await house.reopen()
    assert await statements_of_a_return(house) == few


async def test_a_table_that_nobody_read_for_three_outages_gets_all_of_them_back(house: House) -> None:
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


async def test_an_outage_that_two_read_at_once_is_given_back_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gateway comes back while the clock tries again. Both look for new outages, and one of them is quicker."""
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


async def test_time_that_one_shard_lost_does_not_count_for_others(house: House) -> None:
    """One of two processes was away for an hour: the tables of the other have lost nothing."""
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


async def test_servers_dealt_out_to_more_shards_lose_nothing_and_gain_nothing(house: House) -> None:
    """Shards go from one process to sixteen. For each shard the last moment at which its clock ran counts."""
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
