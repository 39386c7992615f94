"""The old process gives way: on SIGTERM it releases its shards, and the new one need not wait for the lease."""

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
    """Return the end of a process's lease, and the time, by the database's clock."""
    lasts = connection.execute(select(schema.processes.c.until)).scalar_one()
    return lasts, connection.execute(select(func.clock_timestamp())).scalar_one()


async def test_the_new_process_has_the_shards_as_soon_as_the_old_one_lets_go(
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
