"""Test that an old process gives way to a new one.

On SIGTERM it releases its shards, so that the new process does not have to wait until the lease expires.
"""

import asyncio
from datetime import datetime

import pytest
from sqlalchemy import Connection, func, select

from bot.settings import Shards
from bot.sharing import lease
from bot.sharing.lease import Lease
from bot.storage import schema
from bot.storage.store import Store
from tests.clock import utc_now


def until(connection: Connection) -> tuple[datetime, datetime]:
    """Return the time at which a process's lease ends and the current time, both by the database's clock."""
    lasts = connection.execute(select(schema.processes.c.until)).scalar_one()
    return lasts, connection.execute(select(func.clock_timestamp())).scalar_one()


async def test_a_new_process_gets_the_shards_as_soon_as_the_old_one_releases_them(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "LOOKS", 0.05)
    stores = [await Store.open(postgresql_url) for _ in range(2)]
    old, new = (Lease(store, Shards(0, 0, 1), lambda: utc_now()) for store in stores)
    await old.wait()
    lasts, _ = await stores[0].read(until)
    waits = asyncio.create_task(new.wait())
    await asyncio.sleep(0.2)
    assert not waits.done(), "while the old one runs, no other process has its shards"
    await old.leave()
    await waits
    now = (await stores[1].read(until))[1]
    assert now < lasts, "the lease of the old one would not have run out yet"
    await new.leave()
    for store in stores:
        await store.close()
