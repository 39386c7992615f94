"""Test that no id is used a second time, even if the newest row was deleted."""

import pytest
from sqlalchemy import delete, insert, select

from bot.people import NamedRulesRepository
from bot.storage import ids, schema
from bot.tables.model import Setup
from tests.tables.house import GUILD, House, person


@pytest.fixture
def rules(house: House) -> NamedRulesRepository:
    return NamedRulesRepository(house.store)


async def test_an_old_delete_does_not_delete_rules_that_were_saved_later(rules: NamedRulesRepository) -> None:
    """Ann's menu still offers to delete her rules, which are deleted already. Bob saves his rules meanwhile."""
    deleted = await rules.keep(GUILD, "Friday rules", Setup("common"), person("ann"))
    await rules.forget(GUILD, deleted.id)
    saved = await rules.keep(GUILD, "Sunday rules", Setup("bar"), person("bob"))
    await rules.forget(GUILD, deleted.id)
    assert [each.id for each in await rules.of(GUILD)] == [saved.id]


async def test_a_row_of_an_older_version_keeps_its_id_for_itself(house: House, rules: NamedRulesRepository) -> None:
    """An older version of the bot does not write down the last id of a table on SQLite."""
    await rules.keep(GUILD, "Friday rules", Setup("common"), person("ann"))
    it, row = schema.named_rules, {"guild": GUILD, "variant": "bar", "options": "", "by": 1, "by_name": "bob"}
    await house.store.write(lambda c: c.execute(insert(it).values(key="older", name="older", **row)))
    saved = await rules.keep(GUILD, "Sunday rules", Setup("bar"), person("bob"))
    assert saved.id == 3


async def test_rows_that_are_stored_together_get_new_ids(house: House) -> None:
    values = {"guild": GUILD, "place": GUILD, "game": "common"}
    three = [{**values, "period": each} for each in "abc"]
    await house.store.write(lambda c: ids.add_rows(c, schema.scopes, three))
    await house.store.write(lambda c: c.execute(delete(schema.scopes)))
    assert await house.store.write(lambda c: ids.add_row(c, schema.scopes, {**values, "period": "d"})) == 4


async def test_all_rows_of_an_evening_take_their_ids_from_the_same_place(sqlite_house: House) -> None:
    """A table whose rows SQLite itself would number would have no last id."""
    sitting = await sqlite_house.game("common", "ann", "bob", rounds=1, forfeit="sing")
    await sitting.a_lie()
    noted = await sqlite_house.store.read(lambda c: {row.name: row.id for row in c.execute(select(schema.last_ids))})
    assert noted == await sqlite_house.store.read(ids.last_ids)
    assert noted.keys() >= {"tables", "forfeits", "forfeit_changes", "scopes"}
