"""Tests that revisions only add to the database.

Data that an older version knows must stay there and stay true. Otherwise the older version must be refused.
"""

import asyncio

import pytest
import sqlalchemy
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.pool import NullPool

from bot.storage import alembic_runner, database, migrate
from bot.storage.migrate import upgrade
from bot.storage.store import StoreFailed
from tests.tables.house import House
from tests.upgrade.evening import EVENING, FIRST_HALF, play
from tests.upgrade.shape import Shape, shape, taken_away
from tests.upgrade.tomorrow import tomorrow


def since() -> list[str]:
    """Return the revisions after the first release, in order."""
    known = migrate.known_revisions()
    return list(reversed(known[: known.index(migrate.FIRST)]))


def contracts(revision: str) -> bool:
    """Return whether a revision declares that it takes something away from older versions."""
    found = ScriptDirectory.from_config(alembic_runner.config()).get_revision(revision)
    return hasattr(found.module, "WORKS_FROM")


async def found_in(url: str) -> Shape:
    """Return the shape of the database at `url`."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite":
        with create_engine(where, poolclass=NullPool).connect() as connection:
            return shape(connection)
    engine = database.postgresql(where, poolclass=NullPool)
    async with engine.connect() as connected:
        found = await connected.run_sync(shape)
    await engine.dispose()
    return found


async def filled(url: str) -> None:
    """Play the first half of an evening on the database."""
    house = await House(url).open()
    await play(house, FIRST_HALF)
    await house.close()


async def taken_back(url: str, to: str) -> None:
    """Downgrade the database to an older revision. It keeps as much of the evening as the older tables can hold."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite":
        with create_engine(where, poolclass=NullPool).begin() as connection:
            downgrade(connection, to)
        return
    engine = database.postgresql(where, poolclass=NullPool)
    async with engine.begin() as connected:
        await connected.run_sync(downgrade, to)
    await engine.dispose()


def downgrade(connection: Connection, to: str) -> None:
    asked = alembic_runner.config()
    asked.attributes["connection"] = connection
    command.downgrade(asked, to)


async def test_no_revision_takes_anything_away_from_the_previous_version(database_url: str) -> None:
    """A revision that takes something away must declare the oldest version that still works."""
    await filled(database_url)
    await taken_back(database_url, migrate.FIRST)
    before = await found_in(database_url)
    for revision in since():
        await asyncio.to_thread(upgrade, database_url, revision)
        after = await found_in(database_url)
        assert contracts(revision) or list(taken_away(before, after)) == [], revision
        before = after


# Changes that must be found ------------------------------------------------------------------------------------------

BATCH = 'with op.batch_alter_table("{}") as table: table.'
NEW = 'op.add_column("tables", sa.Column("{}", sa.Integer(), {}))'
FAULTS = {
    'op.drop_column("tables", "tries")': "column tables.tries is gone",
    BATCH.format("tables") + 'alter_column("quiet", new_column_name="silent")': "column tables.quiet is gone",
    BATCH.format("tables") + 'alter_column("seq", type_=sa.String(20))': "column tables.seq is of type VARCHAR(20)",
    BATCH.format("tables")
    + 'alter_column("outage", server_default=None)': "tables.outage has no value of its own any more",
    BATCH.format("tables") + 'create_check_constraint("ck_low", "number < 100")': "tables must hold to number < 100",
    BATCH.format("games") + 'alter_column("season", nullable=False)': "column games.season must have a value",
    BATCH.format("events") + 'create_foreign_key("fk_x", "scopes", ["seq"], ["id"])': "events must refer to scopes.id",
    'op.drop_table("closed_dms")': "table closed_dms is gone",
    'op.rename_table("people", "persons")': "table people is gone",
    'op.create_index("uq_x", "forfeits", ["debtor", "id"], unique=True)': "forfeits has only one row for debtor, id",
    "op.execute(\"UPDATE tables SET ended_by = 'nobody'\")": "rows of tables say something else",
    'op.execute("DELETE FROM seated")': "rows of seated say something else",
    "op.execute(\"UPDATE named_rules SET name = 'x' WHERE key = 'others'\")": "rows of named_rules say something else",
}
"""Changes that break an older version, and the sentences that report them."""
ADDS = (
    NEW.format("one", 'nullable=False, server_default="3"'),
    NEW.format("two", "nullable=True"),
    BATCH.format("forfeits") + 'alter_column("text", nullable=True)',
    'op.create_table("moods", sa.Column("id", sa.Integer(), primary_key=True))',
    'op.create_index("ix_new", "tables", ["host"])',
    "op.execute(\"INSERT INTO closed_dms SELECT id, CURRENT_TIMESTAMP FROM people WHERE name = 'dora'\")",
)
"""Changes that break no older version."""


def carry_out(url: str, *lines: str) -> None:
    """Carry out lines of Python as a revision would."""
    with create_engine(url, poolclass=NullPool).begin() as connection:
        for line in lines:
            exec(line, {"op": Operations(MigrationContext.configure(connection)), "sa": sqlalchemy})


async def test_changes_that_take_something_away_are_reported_and_additions_are_not(sqlite_url: str) -> None:
    await filled(sqlite_url)
    before = await found_in(sqlite_url)
    await asyncio.to_thread(carry_out, sqlite_url, *ADDS)
    assert list(taken_away(before, await found_in(sqlite_url))) == []
    await asyncio.to_thread(carry_out, sqlite_url, *FAULTS)
    said = "\n".join(taken_away(before, await found_in(sqlite_url)))
    assert [found for found in FAULTS.values() if found not in said] == [], said


@pytest.mark.parametrize(
    ("does", "refused"),
    [
        (BATCH.format("forfeits") + 'add_column(sa.Column("mood", sa.Integer(), nullable=False))', "NOT NULL"),
        (BATCH.format("tables") + 'alter_column("tries", new_column_name="attempts")', "no such column: tables.tries"),
        ('op.create_index("uq_x", "forfeits", ["debtor"], unique=True)', "UNIQUE constraint failed"),
        ('op.drop_table("closed_dms")', "no such table: closed_dms"),
    ],
)
async def test_playing_an_evening_finds_changes_that_break_this_version(
    sqlite_url: str, does: str, refused: str
) -> None:
    """This version plays the role of the older version, after a newer version has upgraded the database."""
    await (await House(sqlite_url).open()).close()
    with tomorrow(does):
        await asyncio.to_thread(upgrade, sqlite_url)
    house = await House(sqlite_url).open()
    with pytest.raises(StoreFailed) as failed:
        await play(house, EVENING)
    assert refused in str(failed.value.__context__)
    await house.close()
