"""Test that what is no longer needed of old tables is deleted, a little in each transaction."""

import pytest
from sqlalchemy import select

from bot.storage import schema
from bot.tables import old_tables
from tests.tables.house import House


async def with_events(house: House) -> list[int]:
    """Return the tables that have events."""
    query = select(schema.events.c.table_id).distinct().order_by(schema.events.c.table_id)
    return list(await house.store.read(lambda connection: connection.execute(query).scalars().all()))


async def finished_games(house: House, many: int) -> list[int]:
    """Play games to their end, each in a channel of its own, and return their tables."""
    tables = []
    for channel in range(many):
        sitting = await house.game("common", "ann", "bob", rounds=1, channel=channel)
        await sitting.a_lie()
        tables.append(sitting.id)
    return tables


async def test_the_moves_of_old_games_go_in_short_transactions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk that runs out of time goes on a minute later."""
    monkeypatch.setattr(old_tables, "EVENTS", 1)
    monkeypatch.setattr(old_tables, "AT_A_TIME", 0)
    _, second, third = await finished_games(house, 3)
    house.wait(days=91)
    newest = (await finished_games(house, 1))[0]
    left = []
    for _ in range(5):
        assert await house.tables.time.prune()
        left.append(await with_events(house))
    assert left == [[second, third, newest], [third, newest], [newest], [newest], [newest]]
    assert not await house.tables.time.prune(), "the next walk begins six hours later"
