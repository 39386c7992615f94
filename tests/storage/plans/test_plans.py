"""Test that no statement of the bot reads a whole table that grows with play."""

import pytest
from sqlalchemy import Engine, create_engine

from tests.storage.plans import using
from tests.storage.plans.catching import Caught, scans, senders
from tests.storage.plans.filling import fill
from tests.tables.house import House

READ_WHOLE = {
    "kept_games.not_kept": "once in each revision of the database, before anything else",
    "preferences.server_languages": "once at a start, from an index that has the servers with a language alone",
}
"""Statements that read a whole table, and why they may."""
RECOUNTED = {"kept_games.any_newer"}
"""Statements that only the command `rebuild` sends, before it counts everything again."""
EXPORTED = {"kept_games.games", "tallies.whole_boards"}
"""Statements that only an export of a whole server sends."""
MOVED = {"ids.last_ids", "ids._highest", "ids.continue_after"}
"""Statements that only a restored database and a move to another database need."""
NOT_ASKED = {"ledger.changes"}
"""Statements that only tests send."""
OF_MANY_PROCESSES = {"processes.notify", "processes._now", "limits.lock_people"}
"""Statements for PostgreSQL only."""
OF_ONE_PROCESS = {"ids._take"}
"""Statements for SQLite only."""


def engines(house: House) -> list[Engine]:
    """Return the store's engines: the one for reading, and the one for writing if it is a different one."""
    return [*house.store.engines]


async def filled(house: House) -> None:
    """Store many rows. On SQLite, this is done without syncing to disk, because that is faster."""
    await using.a_first_time(house)
    if house.store.is_shared:
        await house.store.write(fill)
        return
    await house.close()
    engine = create_engine(house.url)
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA synchronous=OFF")
        fill(connection)
    engine.dispose()
    await house.open()


async def found(house: House, caught: Caught) -> list[str]:
    """Return a sentence for each table or index that a statement reads from end to end without permission."""
    said = [each for each in caught.said.values() if not READ_WHOLE.keys() & set(each.by)]
    return await house.store.read(lambda c: [scan for each in said for scan in scans(c, each)])


@pytest.mark.long_on_postgresql
@pytest.mark.timeout(600)  # the machine may be busy
async def test_no_growing_table_is_read_from_end_to_end(house: House) -> None:
    """The statements are recorded while the bot starts, plays, answers questions and carries out timed duties.

    Every storage function that sends a statement must take part. On SQLite the statements are planned with and without
    statistics, because the bot itself never makes statistics.
    """
    await filled(house)
    caught = Caught()
    with caught.sent_by(*engines(house)):
        await using.everything(house)
    not_sent = senders() - caught.senders - RECOUNTED - EXPORTED - MOVED - NOT_ASKED
    of_others = OF_ONE_PROCESS if house.store.is_shared else OF_MANY_PROCESSES
    assert not_sent <= of_others, "the test is to do that, too"
    assert READ_WHOLE.keys() <= caught.senders
    whole = await found(house, caught)
    if not house.store.is_shared:
        await house.store.write(lambda connection: connection.exec_driver_sql("ANALYZE"))
        whole += await found(house, caught)
    assert not whole, "\n".join(whole)
