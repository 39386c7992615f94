"""The first release's own code, from git, and this version on one database, one after the other."""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tarfile
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, func, select

from bot.history import archive
from bot.history.rebuild import rebuild, recount_if_outdated
from bot.storage import schema
from bot.tables.bookkeeping import keep_what_is_left
from engine.record import verified
from tests.databases import counted
from tests.swarm.health import ails
from tests.tables.house import GUILD, House, Sitting, person
from tests.upgrade.evening import RUNNING

pytestmark = pytest.mark.long

COMMIT = "eea4088"
"""The first release, 0.1."""
ROOT = Path(__file__).parents[2]
FRESH = 1_000_000
"""Names of requests begin at this number, since the first release's evening uses none of them."""

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


@pytest.fixture(scope="session")
def first_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of its code."""
    if shutil.which("git") is None:
        pytest.skip("The first release is not here: there is no git.")
    packed = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"The first release is not here: git has no commit {COMMIT}.")
    folder = tmp_path_factory.mktemp("first")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


async def said_by(first_release: Path, script: str, url: str) -> subprocess.CompletedProcess[str]:
    """Return the output of a script that its code runs on a database."""
    run = partial(
        subprocess.run,
        [sys.executable, "-c", script, url],
        cwd=first_release,
        env={**os.environ, "PYTHONPATH": str(first_release)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return await asyncio.to_thread(run)


async def test_games_of_the_first_release_are_played_on_and_it_may_not_come_back(
    database_url: str, first_release: Path
) -> None:
    """Each table is a legal game, the fold of its events; games are played to their end, kept, and count the same."""
    done = await said_by(first_release, ITS_EVENING, database_url)
    assert done.returncode == 0, done.stderr
    house = await House(database_url, luck="ours", first_key=FRESH).open()
    house.now = await house.store.read(latest)
    await keep_what_is_left(house.store)
    await recount_if_outdated(house.store)
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
    refused = await said_by(first_release, ITS_START, database_url)
    assert refused.returncode == 1
    assert refused.stderr.startswith("The database is of a newer version of the bot (revision ")
    assert "which has taken away what this one needs" in refused.stderr
    assert refused.stderr.count("\n") == 1, "a sentence, and no traceback"


async def all_is_well(house: House) -> None:
    """Check that live tables are legal games and folds of their events, and that a rebuild gives the same figures."""
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    held = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == held


def latest(connection: Connection) -> datetime:
    """Return the time of a table's last change."""
    moment = connection.execute(select(func.max(schema.tables.c.changed))).scalar_one()
    assert isinstance(moment, datetime)
    return moment


def records(connection: Connection) -> int:
    """Return how many archived games have valid records."""
    found = list(archive.records(connection, GUILD))
    for record in found:
        verified(io.BytesIO(record.text.encode()))
    return len(found)
