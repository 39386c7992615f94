"""Test a PostgreSQL server with too few connections.

People wait or get an error, but nobody waits forever, and nothing counts twice.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import asyncpg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot import running
from bot.settings import CannotStart, Connections, Settings
from bot.storage import postgresql as storing
from bot.storage.postgresql import Postgresql
from bot.storage.store import StoreFailed
from tests.tables.house import House, Sitting

TABLES = 8
FEW = 2
"""The number of connections that the bot may use (`DATABASE_POOL`)."""


@pytest.fixture
async def narrow(postgresql_url: str) -> AsyncIterator[House]:
    """Yield a house with only two connections."""
    house = await House(postgresql_url, connections=Connections(FEW)).open()
    yield house
    await house.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each house that is opened later wait at most a second for a free connection."""
    monkeypatch.setattr(storing, "UNTIL_FREE", 1.0)


def engine_of(house: House) -> AsyncEngine:
    """Return the engine of a house on PostgreSQL, which has the connection pool."""
    drive = house.store._drive
    assert isinstance(drive, Postgresql)
    return drive._engine


async def sat_down(house: House) -> list[Sitting]:
    names = [(f"guest{2 * number}", f"guest{2 * number + 1}") for number in range(TABLES)]
    return [await house.game("bar", *pair, channel=channel) for channel, pair in enumerate(names)]


@asynccontextmanager
async def all_held(house: House) -> AsyncIterator[None]:
    """Occupy all connections of the house during the block."""
    async with AsyncExitStack() as held:
        for _ in range(FEW):
            await (await held.enter_async_context(engine_of(house).connect())).execute(text("SELECT 1"))
        yield


async def refused(asked: Awaitable[object]) -> str:
    try:
        await asked
    except StoreFailed as error:
        return str(error) if error.is_away else f"blamed on us: {error}"
    return ""


THIS_DATABASES = text(
    "SELECT count(*), pg_sleep(0.1) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = "
    "'client backend'"
)
"""A query that returns the number of connections to its database, and keeps its own connection busy for a moment."""


def connections_now(connection: Connection) -> int:
    return int(connection.execute(THIS_DATABASES).scalar_one())


@pytest.mark.parametrize("most", [1, 3])
async def test_the_setting_limits_the_connections_of_a_process(postgresql_url: str, most: int) -> None:
    """Eight reads at once open as many connections as DATABASE_POOL says, and no more."""
    settings = Settings.from_environment({"DATABASE_URL": postgresql_url, "DATABASE_POOL": str(most)})
    store = await running._open(settings)
    try:
        assert max(await asyncio.gather(*(store.read(connections_now) for _ in range(8)))) == most
    finally:
        await store.close()


@pytest.mark.parametrize("typed", ["0", "-1", "many", "1.5", "1000000"])
def test_an_impossible_number_of_connections_is_refused(typed: str) -> None:
    with pytest.raises(CannotStart, match="DATABASE_POOL is a whole number from 1 to 1000"):
        Settings.from_environment({"DATABASE_POOL": typed})


async def test_eight_tables_play_over_two_connections(narrow: House) -> None:
    """Writers wait for each other, but not forever."""
    sittings = await sat_down(narrow)
    async with asyncio.timeout(60):
        tables = await asyncio.gather(*(sitting.play_on(Random(1), moves=15) for sitting in sittings))
    assert all(table.version > 15 for table in tables)


@pytest.mark.usefixtures("impatient")
async def test_a_player_gets_an_error_if_no_connection_is_free(narrow: House) -> None:
    """The error counts as an outage of the database and not as a fault of the bot.

    Afterwards everything goes on.
    """
    sittings = await sat_down(narrow)
    before = [(await sitting.info()).version for sitting in sittings]
    who = [await sitting.turn() for sitting in sittings]
    async with all_held(narrow), asyncio.timeout(30):
        told = await asyncio.gather(
            *(refused(sitting.quit(name)) for sitting, name in zip(sittings, who, strict=True)),
            refused(sittings[0].info()),
        )
    assert all("TimeoutError" in word for word in told), told
    assert [(await sitting.info()).version for sitting in sittings] == before
    tables = await asyncio.gather(*(sitting.play_on(Random(2), moves=2) for sitting in sittings))
    assert all(table.version > version for table, version in zip(tables, before, strict=True))


async def test_a_database_that_accepts_no_more_connections_counts_as_away(postgresql_url: str, narrow: House) -> None:
    """Other programs use all connections that the server allows.

    A player whose move needs a new connection gets an error.
    """
    (sitting,) = (await sat_down(narrow))[:1]
    before, name = (await sitting.info()).version, await sitting.turn()
    await engine_of(narrow).dispose()  # the old connections are gone
    async with AsyncExitStack() as held:
        first = await held.enter_async_context(others(postgresql_url))
        most = int(await first.fetchval("SHOW max_connections"))
        for _ in range(most):
            try:
                await held.enter_async_context(others(postgresql_url))
            except asyncpg.TooManyConnectionsError:
                break
        assert "53300" in await refused(sitting.quit(name))
    assert (await sitting.play_on(Random(3), moves=2)).version > before


@asynccontextmanager
async def others(url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()
