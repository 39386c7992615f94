"""The schema and the revisions say the same, and revisions run once however many start."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Boolean, Column, Connection, DateTime, LargeBinary, MetaData, inspect, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage import rows
from bot.storage.migrate import upgrade
from bot.storage.schema import metadata
from bot.storage.store import Store
from bot.tables import codec
from engine.common_hand.events import Revealed
from engine.common_hand.state import MadeBid
from tests.tables.house import House, Sitting


async def test_the_revisions_make_exactly_the_schema(database_url: str) -> None:
    store = await Store.open(database_url)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    assert await store.read(differences) == []
    await store.close()


async def test_every_constraint_has_the_name_that_the_convention_gives_it(database_url: str) -> None:
    """So that a later revision can name what it changes, on either database."""
    store = await Store.open(database_url)

    def names(connection: Connection) -> set[str]:
        look = inspect(connection)
        found: set[str] = set()
        for table in metadata.tables:
            found.add(str(look.get_pk_constraint(table)["name"]))
            found |= {str(each["name"]) for each in look.get_foreign_keys(table)}
        return found

    found = await store.read(names)
    assert all(name.startswith(("pk_", "fk_")) for name in found)
    assert "fk_events_table_id_tables" in found
    await store.close()


async def test_upgrading_again_changes_nothing(database_url: str) -> None:
    house = await House(database_url).open()
    sitting = await house.game("common", "ann", "bob")
    before = await sitting.see("ann")
    await house.close()
    await asyncio.to_thread(upgrade, database_url)
    await house.open()
    assert await sitting.see("ann") == before
    await house.close()


async def test_two_processes_that_start_at_once_migrate_once(postgresql_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgresql_url) for _ in range(3)))
    for store in stores:
        await store.close()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///{}", "sqlite:///{}"])
async def test_a_database_file_is_made_with_its_folder(tmp_path_factory: pytest.TempPathFactory, url: str) -> None:
    file = tmp_path_factory.mktemp("new") / "data" / "dice.sqlite"
    house = await House(url.format(file)).open()
    await house.lobby("common", "ann")
    await house.close()
    assert file.exists()


OLD = json.loads((Path(__file__).parent / "at_0001.json").read_text("utf-8"))
"""A game of firehouse in its second round, as the first version stored it."""


async def test_a_game_begun_under_the_first_version_goes_on(database_url: str) -> None:
    await asyncio.to_thread(upgrade, database_url, "0001")
    await fill(database_url)
    house = await House(database_url).open()
    sitting = Sitting(house, 1)
    seen = await sitting.view("ann")
    assert (seen.state.round, seen.state.turn, seen.state.standing, seen.mine) == (
        2,
        1,
        MadeBid(3, 4, 0),
        (3, 5, 1, 3, 4),
    )
    assert seen.state.seats_in() == (0, 1, 2)
    await sitting.liar("bob")  # of 3 5 1 3 4, 4 2 6 4 4 and 3 2 6 1 2 six count, sixes being wild (C2)
    stored = [codec.event(row) for row in await house.store.read(lambda c: rows.events(c, 1))]
    told = [(event.count, event.holds) for event in stored if isinstance(event, Revealed)]
    assert told == [(1, False), (6, True)]
    assert [player.score for player in (await sitting.view()).state.players] == [0, -2, 0]
    await house.close()


async def fill(url: str) -> None:
    """Put the old rows in, by the columns that the first revision made."""
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[make_url(url).get_backend_name()]
    engine = create_async_engine(make_url(url).set(drivername=driver))
    async with engine.begin() as connection:
        await connection.run_sync(_insert)
    await engine.dispose()


def _insert(connection: Connection) -> None:
    known = MetaData()
    known.reflect(connection)
    for name in ("people", "tables", "seated", "events"):
        table = known.tables[name]
        connection.execute(table.insert(), [{c: _value(table.c[c], v) for c, v in row.items()} for row in OLD[name]])


def _value(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, DateTime) and value is not None:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    if isinstance(column.type, LargeBinary) and value is not None:
        return value.encode()
    return bool(value) if isinstance(column.type, Boolean) else value
