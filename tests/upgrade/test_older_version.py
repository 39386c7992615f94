"""A version of the bot that is started on the database of a newer one: in the minute of an upgrade, or to go back."""

import asyncio
import logging

import pytest

from bot.history import rebuild
from bot.operating.doctor import Weight, of_database
from bot.settings import CannotStart
from bot.storage import marks, migrate, read_only
from bot.storage.migrate import upgrade
from bot.storage.store import Store
from tests.swarm.health import ails
from tests.tables.house import House, person
from tests.upgrade.evening import FIRST_HALF, SECOND_HALF, play
from tests.upgrade.tomorrow import TOMORROW, tomorrow

ADDS = 'op.add_column("tables", sa.Column("mood", sa.Integer(), nullable=False, server_default="3"))'


async def test_where_the_newer_version_only_adds_the_older_one_plays_on(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In the midst of its evening, which goes on to its end, as the same process and as one that starts there."""
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
    await house.tables.moves.end(sitting.id, person("ann"), house.key(), manager=True)
    await play(house, SECOND_HALF)
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    assert await house.store.read(migrate.revision_of) == TOMORROW
    assert await asyncio.to_thread(read_only.read, database_url, migrate.can_work_on), "exports work, too"
    found = {each.what: each for each in await asyncio.to_thread(of_database, database_url)}
    assert (found["revision"].weight, "can work" in found["revision"].said) == (Weight.NOTE, True)
    await house.close()


async def test_where_it_takes_away_what_the_older_one_needs_that_one_says_so(database_url: str) -> None:
    """In a sentence, with nothing changed; it is no matter of waiting."""
    await (await Store.open(database_url)).close()
    with tomorrow('op.drop_column("tables", "tries")', works_from=TOMORROW):
        await asyncio.to_thread(upgrade, database_url)
    with pytest.raises(CannotStart, match=f"revision {TOMORROW}.*Start that version, or restore a backup"):
        await Store.open(database_url)
    with pytest.raises(CannotStart, match="not of this version"):
        await asyncio.to_thread(read_only.read, database_url, migrate.revision_of)


async def test_what_takes_away_what_nobody_uses_any_more_hinders_nobody(database_url: str) -> None:
    """A contraction that says from which revision on the bot can work, which is that of the older version."""
    await (await Store.open(database_url)).close()
    with tomorrow("pass", works_from=migrate.newest()):
        await asyncio.to_thread(upgrade, database_url)
    await (await Store.open(database_url)).close()


async def test_what_a_newer_version_has_counted_its_own_way_is_not_counted_back(sqlite_url: str) -> None:
    house = await House(sqlite_url).open()
    newer = str(int(rebuild.COUNTING) + 1)
    await house.store.write(lambda c: marks.set_mark(c, "counting", newer))
    await rebuild.recount_if_outdated(house.store)
    assert await house.store.read(lambda c: marks.mark(c, "counting")) == newer
    await house.close()
