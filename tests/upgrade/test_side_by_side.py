"""The previous release and this one on one database: in turn, and side by side."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection, func, make_url, select

from bot.history import archive
from bot.history.rebuild import COUNTING, rebuild
from bot.storage import schema
from bot.storage.migrate import upgrade
from bot.tables.bookkeeping import keep_what_is_left
from bot.tables.model import Place, Setup
from engine.record import verified
from tests.databases import counted
from tests.swarm.health import ails, is_no_fold
from tests.tables.house import CHANNEL, GUILD, House, Sitting, person
from tests.upgrade import previous
from tests.upgrade.evening import EVENING, FIRST_HALF, RUNNING
from tests.upgrade.replaying import older
from tests.upgrade.tape import Tape

Houses = Callable[[str], Awaitable[House]]
ALL, BEFORE = (tuple(scene.__name__ for scene in some) for some in (EVENING, FIRST_HALF))


FRESH = 1_000_000
"""Where the names of requests begin that the tape has none of."""


@pytest.fixture
async def houses() -> AsyncIterator[Houses]:
    """Starts this version of the bot, at the moment at which a table was changed last."""
    there: list[House] = []

    async def opened(url: str) -> House:
        house = await House(url, luck="ours", first_key=FRESH).open()
        there.append(house)
        house.now = await house.store.read(latest)
        return house

    yield opened
    for house in there:
        await house.close()


def tape_for(url: str) -> Tape:
    """The tape of this kind of database."""
    return previous.taped(make_url(url).get_backend_name())


@pytest.mark.parametrize("until", [0, len(BEFORE)], ids=["before", "in the middle"])
async def test_the_previous_release_works_on_as_the_database_is_upgraded_beneath_it(
    database_url: str, houses: Houses, until: int
) -> None:
    """Before its evening or in the midst of it: each statement does what it did, and what comes of it is whole."""
    tape = tape_for(database_url)
    await asyncio.to_thread(upgrade, database_url, tape.revision)
    async with older(tape, database_url) as before:
        await before.far_off()
        await before.play(*ALL[:until])
        await asyncio.to_thread(upgrade, database_url)
        await before.play(*ALL[until:])
        assert before.notes == []
    await all_is_well(await houses(database_url))


async def test_what_the_previous_release_leaves_is_played_on(database_url: str, houses: Houses) -> None:
    """Each table is a legal game, the fold of its events; games are played to their end, kept, and count the same."""
    tape = tape_for(database_url)
    await asyncio.to_thread(upgrade, database_url, tape.revision)
    async with older(tape, database_url) as before:
        await before.far_off()
        await before.play(*BEFORE)
    house = await houses(database_url)
    await keep_what_is_left(house.store)
    await all_is_well(house)
    live = await house.tables.queries.live()
    games = [table for table in live if (await house.tables.queries.table(table)).status == "playing"]
    assert len(games) >= len(RUNNING)
    for number in games:
        sitting = Sitting(house, number)
        await sitting.play_on(Random(number), 12)
        if (await sitting.info()).status == "playing":
            await house.tables.moves.end(number, person("ann"), house.key(), manager=True)
    await all_is_well(house)
    assert await house.store.read(records) > len(games)


async def test_two_versions_play_side_by_side(database_url: str, houses: Houses) -> None:
    """The previous release plays its tables and this one its own, move by move in turn; both come out whole."""
    async with older(tape_for(database_url), database_url) as before:
        await asyncio.to_thread(upgrade, database_url)
        await before.far_off()
        await before.play(*BEFORE)
        house = await houses(database_url)
        ours, luck, many, over = await elsewhere(house), Random(8), 0, 0
        before.beside = True
        async for _ in before.play_slowly("one_table_alone"):
            if (many := many + 1) % 3 == 0:
                await ours.play_on(luck, 1)
            if (await ours.info()).status == "over":
                ours, over = await elsewhere(house), over + 1
        assert before.notes == []
        assert over > 1, "games of ours that came to their end meanwhile"
        await all_is_well(house)


async def test_the_previous_release_writes_over_no_move_of_this_one(database_url: str, houses: Houses) -> None:
    """A press in a direct message arrives at the other process: whoever saves second finds another version."""
    async with older(tape_for(database_url), database_url) as before:
        await asyncio.to_thread(upgrade, database_url)
        await before.far_off()
        await before.play(*BEFORE, "the_end_of_a_process", "one_table_alone")
        house = await houses(database_url)
        for channel in RUNNING.values():
            table = await house.tables.queries.at(CHANNEL + channel)
            assert table is not None
            await Sitting(house, table.id).play_on(Random(1), 1)
        before.beside = True
        async for _ in before.play_slowly("games_go_on"):
            if before.notes:
                break
        assert [note for note in before.notes if note.startswith("0 rows, where there were 1: UPDATE tables SET")]


async def elsewhere(house: House) -> Sitting:
    """A short game on another server."""
    where = Place(GUILD + 7, CHANNEL + 700, "The Mole", "dice")
    table = await house.tables.lobbies.open(where, person("ann"), Setup("bar", {"dice": "1"}), house.key())
    await house.tables.lobbies.join(table.id, person("bob"), house.key())
    await house.tables.lobbies.start(table.id, person("ann"), house.key())
    await house.follow(table.id)
    return Sitting(house, table.id)


async def all_is_well(house: House) -> None:
    """Live tables are legal games, all of them folds of their events, and what is counted comes out once more."""
    assert [sentence async for sentence in ails(house.store, house.tables)] == []
    for number in await house.store.read(with_events):
        assert await house.store.read(partial(is_no_fold, table=number)) == ""
    held = await house.store.read(counted)
    await house.store.write(rebuild)
    if previous.release()["counting"] == COUNTING:
        assert await house.store.read(counted) == held


def with_events(connection: Connection) -> list[int]:
    """The tables whose events are still there."""
    return list(connection.scalars(select(schema.events.c.table_id).distinct()))


def latest(connection: Connection) -> datetime:
    """When a table was changed last."""
    moment = connection.execute(select(func.max(schema.tables.c.changed))).scalar_one()
    assert isinstance(moment, datetime)
    return moment


def records(connection: Connection) -> int:
    """How many games are kept, whose records are true."""
    found = list(archive.records(connection, GUILD))
    for record in found:
        verified(io.BytesIO(record.text.encode()))
    return len(found)
