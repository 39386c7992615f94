"""The schema and the revisions say the same, and revisions run once however many start."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect

from bot.storage.migrate import upgrade
from bot.storage.schema import metadata
from bot.storage.store import Store
from tests.tables.house import House


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
