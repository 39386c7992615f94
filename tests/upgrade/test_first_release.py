"""Test an upgrade with the code of the first release, taken from git.

First that release uses a database, and then this version uses the same database.
"""

import io
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, func, select

from bot.history import archive
from bot.storage import schema
from bot.tables.bookkeeping import keep_what_is_left
from engine.record import verified
from tests.databases import counted
from tests.rebuilt import rebuild, recounted
from tests.swarm.health import ails
from tests.tables.house import GUILD, House, Sitting, person
from tests.upgrade.evening import RUNNING
from tests.upgrade.releases import release, said_by

pytestmark = pytest.mark.long

COMMIT = "eea4088"
"""The first release, 0.1."""
FRESH = 1_000_000
"""The first key of requests in this version's part. The first release's evening uses lower keys."""

ITS_EVENING = """
import asyncio, sys
from tests.tables.house import House
from tests.upgrade.evening import FIRST_HALF

async def main():
    house = await House(sys.argv[1]).open()
    for scene in FIRST_HALF:
        await scene(house)
    await house.close()

asyncio.run(main())
"""
ITS_START = """
import asyncio, sys
from bot.settings import CannotStart
from bot.storage.store import Store

try:
    asyncio.run(Store.open(sys.argv[1]))
except CannotStart as why:
    sys.exit(str(why))
"""


async def test_games_of_the_first_release_go_on_and_it_cannot_start_again(database_url: str, releases: Path) -> None:
    """Each table holds a legal game that follows from its events.

    The games are played to their end and stored, and the figures stay the same. After that, the first release is
    refused.
    """
    done = await said_by(release(releases, COMMIT), ITS_EVENING, database_url)
    assert done.returncode == 0, done.stderr
    house = await House(database_url, luck="ours", first_key=FRESH).open()
    house.now = await house.store.read(latest)
    await keep_what_is_left(house.store)
    await recounted(house.store)
    await all_is_well(house)
    live = await house.tables.queries.live()
    games = [table for table in live if (await house.tables.queries.table(table)).status == "playing"]
    assert len(games) >= len(RUNNING)
    for number in games:
        sitting = Sitting(house, number)
        await sitting.play_on(Random(number), 12)
        if (await sitting.info()).status == "playing":
            await house.tables.lobbies.end(number, person("ann"), house.key(), manager=True)
    await all_is_well(house)
    assert await house.store.read(records) > len(games)
    await house.close()
    refused = await said_by(release(releases, COMMIT), ITS_START, database_url)
    assert refused.returncode == 1
    assert refused.stderr.startswith("The database is of a newer version of the bot (revision ")
    assert "which has taken away what this one needs" in refused.stderr
    assert refused.stderr.count("\n") == 1, "a sentence, and no traceback"


async def all_is_well(house: House) -> None:
    """Check that running tables hold legal games that follow from their events, and that a rebuild changes nothing."""
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    held = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == held


def latest(connection: Connection) -> datetime:
    """Return the time of the last change to any table."""
    moment = connection.execute(select(func.max(schema.tables.c.changed))).scalar_one()
    assert isinstance(moment, datetime)
    return moment


def records(connection: Connection) -> int:
    """Verify the records of all archived games, and return their number."""
    found = list(archive.records(connection, GUILD))
    for record in found:
        verified(io.BytesIO(record.text.encode()))
    return len(found)
