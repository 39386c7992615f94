"""Tests of a bot that is started on the database of a newer version, during an upgrade or after one."""

import asyncio
import logging
from functools import partial
from random import Random

import pytest
from sqlalchemy import select

from bot.history import versions
from bot.operating.doctor import Weight, of_database
from bot.people.privacy import Privacy
from bot.settings import CannotStart, NotYet
from bot.storage import countings, migrate, personal, read_only, schema
from bot.storage.migrate import upgrade
from bot.storage.store import Store
from bot.tables.bookkeeping import place_debts
from tests.rebuilt import recounted
from tests.swarm.health import ails
from tests.tables.house import GUILD, House, person
from tests.upgrade.evening import FIRST_HALF, SECOND_HALF, play
from tests.upgrade.tomorrow import TOMORROW, tomorrow

ADDS = 'op.add_column("tables", sa.Column("mood", sa.Integer(), nullable=False, server_default="3"))'


async def test_the_older_version_plays_on_if_the_newer_one_only_adds(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The older version plays its evening to the end, both in the same process and in a new process."""
    house = await House(database_url).open()
    await play(house, FIRST_HALF)
    with tomorrow(ADDS):
        await asyncio.to_thread(upgrade, database_url)
        assert await house.store.read(migrate.can_work_on)
    sitting = await house.game("common", "ann", "bob", channel=50)
    await sitting.bid(2, 6)
    with caplog.at_level(logging.WARNING, "bot.storage.migrate"):
        await house.reopen()
    assert f"(revision {TOMORROW}), beside which this one can work" in caplog.text
    await sitting.liar()
    await house.tables.lobbies.end(sitting.id, person("ann"), house.key(), manager=True)
    await play(house, SECOND_HALF)
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    assert await house.store.read(migrate.revision_of) == TOMORROW
    assert await asyncio.to_thread(read_only.read, database_url, migrate.can_work_on), "exports work, too"
    found = {each.what: each for each in await asyncio.to_thread(of_database, database_url)}
    assert (found["revision"].weight, "can work" in found["revision"].said) == (Weight.NOTE, True)
    await house.close()


async def test_the_older_version_is_refused_if_a_column_that_it_needs_is_gone(database_url: str) -> None:
    """The bot exits with a sentence and changes nothing, because waiting would not help."""
    await (await Store.open(database_url)).close()
    with tomorrow('op.drop_column("tables", "tries")', works_from=TOMORROW):
        await asyncio.to_thread(upgrade, database_url)
    with pytest.raises(CannotStart, match=f"revision {TOMORROW}.*Start that version, or restore a backup"):
        await Store.open(database_url)
    with pytest.raises(CannotStart, match="Start that version, or restore a backup"):
        await asyncio.to_thread(read_only.read, database_url, migrate.revision_of)


AT = "UPDATE alembic_version SET version_num = "


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (
            AT + "'0000'",
            "revision 0000, which this version of the bot does not know",
        ),
        (
            AT + "'a1b2c3'",
            "revision a1b2c3, which this version of the bot does not",
        ),
        (
            AT + "'9999'",
            "newer version of the bot .revision 9999., which has taken",
        ),
        (AT + "'0005'", "is not what its revision says, and cannot be brought up"),
        ("DELETE FROM alembic_version", "has tables and events, but does not say of which revision they are"),
        ("DROP TABLE alembic_version", "has tables and events, but does not say of which revision they are"),
    ],
)
async def test_a_database_with_an_unusable_revision_is_refused_with_a_sentence(
    database_url: str, done: str, said: str
) -> None:
    """The bot does not start, and commands that only read are refused. Alembic's own message never appears."""
    store = await Store.open(database_url)
    for statement in ("DELETE FROM marks", done):
        await store.write(lambda c, statement=statement: c.exec_driver_sql(statement))  # type: ignore[misc]
    await store.close()
    with pytest.raises(CannotStart, match=said):
        await Store.open(database_url)
    with pytest.raises(CannotStart):
        await asyncio.to_thread(read_only.read, database_url, migrate.revision_of)
    (found,) = [each for each in await asyncio.to_thread(of_database, database_url) if each.what == "revision"]
    assert found.weight is not Weight.OK


async def test_a_database_of_a_newer_version_is_refused_with_an_explanation(sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    with tomorrow('op.drop_table("marks")'):
        await asyncio.to_thread(upgrade, sqlite_url, TOMORROW)
    with pytest.raises(CannotStart, match=f"revision {TOMORROW}.*Start that version, or restore a backup"):
        await Store.open(sqlite_url)


@pytest.mark.parametrize(
    ("statement", "kind", "said"),
    [
        ("SELECT 1 / 0", CannotStart, r"could not be brought up to date \(22012\)\. Nothing was changed"),
        ("DO $$ BEGIN RAISE deadlock_detected; END $$", NotYet, r"could not be brought up to date \(40P01\)"),
    ],
)
async def test_nobody_is_told_to_restore_a_backup_if_the_revision_is_right(
    postgresql_url: str, statement: str, kind: type[CannotStart], said: str
) -> None:
    """The next start tries again after a failure that may pass by itself."""
    with (
        tomorrow(f'op.get_bind().exec_driver_sql("{statement}")'),
        pytest.raises(CannotStart, match=said) as refused,
    ):
        await asyncio.to_thread(upgrade, postgresql_url)
    assert type(refused.value) is kind
    assert "estore" not in str(refused.value)


async def test_the_older_version_starts_if_only_unused_things_were_removed(database_url: str) -> None:
    """The revision declares that the bot works from the revision before it, which is that of the older version."""
    await (await Store.open(database_url)).close()
    with tomorrow("pass", works_from=migrate.newest()):
        await asyncio.to_thread(upgrade, database_url)
    await (await Store.open(database_url)).close()


async def test_figures_that_a_newer_version_has_counted_are_not_counted_again(sqlite_url: str) -> None:
    house = await House(sqlite_url).open()
    await (await house.game("common", "ann", "bob", rounds=1)).a_lie()
    await recounted(house.store)
    await house.store.write(partial(countings.change, number=GUILD, figures=versions.MINE.figures + 1, games=0))
    before = await house.store.read(partial(countings.of, guild=GUILD))
    await recounted(house.store)
    assert await house.store.read(partial(countings.of, guild=GUILD)) == before
    await house.close()


FORGETS = tuple(set(personal.DROPPED) - {schema.forfeit_people, schema.table_people})
"""The database tables from which the version of 2026-11-24 deletes a person's rows."""


async def where_they_sat(house: House, name: str) -> list[int]:
    """Return the tables with debts at which this person was, according to the database."""
    it = schema.forfeit_people.c
    query = select(it.table_id).where(it.user == person(name).id).order_by(it.table_id)
    return list(await house.store.read(lambda connection: connection.execute(query).scalars().all()))


async def test_a_person_whom_an_older_version_forgot_is_forgotten_by_the_newer_one(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older version does not know the rows that say which people were at a table with debts.

    A computer played in one of the games. After that, Ann plays again, and Bob does not.
    """
    house = await House(database_url).open()
    tables = []
    for channel in range(2):
        sitting = await house.game(
            "common", "ann", "bob", "cid", computers=channel, channel=channel, rounds=1, forfeit="sing"
        )
        await sitting.a_lie()
        await sitting.play_on(Random(7))
        tables.append(sitting.id)
    running = await house.game("common", "dora", "cid", channel=2, forfeit="hum")
    await running.a_lie()
    with monkeypatch.context() as older:
        older.setattr(personal, "DROPPED", FORGETS)
        older.setattr(personal, "LONGEST", tuple(set(personal.LONGEST) - {schema.forfeit_people}))
        for name in ("ann", "bob"):
            await Privacy(house.tables.changes, house.tables.queries).forget(person(name).id)
    assert await where_they_sat(house, "ann") == await where_they_sat(house, "bob") == tables
    await house.lobby("common", "ann", channel=3)
    await place_debts(house.store)
    assert await where_they_sat(house, "ann") == await where_they_sat(house, "bob") == []
    assert await where_they_sat(house, "cid") == [*tables, running.id]
    assert await where_they_sat(house, "dora") == [running.id]
    await house.close()
