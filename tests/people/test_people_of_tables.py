"""Test the index of the people at tables. It finds the tables of a person for *Everything about me* and *Forget me*."""

from random import Random

from msgspec import json
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.storage import schema, table_rows
from bot.storage.about_person import PAGE
from bot.tables import encoding
from bot.tables.table import named
from tests.people.test_privacy import ANN, a_season, privacy, traces
from tests.tables.house import House, person

Index = tuple[dict[int, int | None], list[tuple[int, int]]]
"""The write at which each table was indexed, and the rows of the index as (table, person)."""


def index(connection: Connection) -> Index:
    """Return the present index."""
    it, people = schema.tables.c, schema.table_people.c
    at = {row.id: row.indexed for row in connection.execute(select(it.id, it.indexed))}
    query = select(people.table_id, people.user).order_by(people.table_id, people.user)
    return at, [(row.table_id, row.user) for row in connection.execute(query)]


def put_back(connection: Connection, before: Index) -> None:
    """Put the index back as it was. An older version of the bot writes tables, but does not know the index."""
    at, people = before
    it = schema.tables
    connection.execute(delete(schema.table_people))
    connection.execute(update(it).values(indexed=None))
    if at:
        back = update(it).where(it.c.id == bindparam("table")).values(indexed=bindparam("was"))
        connection.execute(back, [{"table": table, "was": was} for table, was in at.items()])
    if people:
        connection.execute(insert(schema.table_people), [{"table_id": table, "user": user} for table, user in people])


def true_index(connection: Connection) -> Index:
    """Return the index as the rows of the tables say it should be."""
    at, people = dict[int, int | None](), list[tuple[int, int]]()
    it = schema.tables.c
    for row in connection.execute(
        select(it.id, it.writes, it.host, it.seats, it.waiting, it.meanwhile).order_by(it.id)
    ):
        at[row.id] = row.writes
        users = named(
            *(row.host, encoding.seats(row.seats), encoding.waiting(row.waiting)), encoding.annotations(row.meanwhile)
        )
        people += [(row.id, user) for user in sorted(users)]
    return at, people


async def tables_in_the_copy(house: House, user: int) -> list[int]:
    """Return the tables in the copy of a person's data."""
    files = [json.decode(text) async for text in privacy(house).everything(user)]
    return [table["id"] for file in files for table in file.get("tables", [])]


async def test_the_index_follows_every_change_of_who_is_at_a_table(house: House) -> None:
    """People join, leave, wait, take seats, become hosts and are forgotten, also in games that are shown and pruned."""
    await a_season(house)
    assert await house.store.read(index) == await house.store.read(true_index)
    running = await house.game("common", "bob", "cid", computers=1, channel=9)
    await house.tables.latecomers.wait(running.id, ANN)
    assert running.id in await tables_in_the_copy(house, ANN.id)
    assert await house.store.read(index) == await house.store.read(true_index)
    await house.tables.latecomers.give_up(running.id, ANN)
    assert running.id not in await tables_in_the_copy(house, ANN.id)
    await privacy(house).forget(ANN.id)
    assert await house.store.read(index) == await house.store.read(true_index)


async def test_tables_of_an_earlier_version_are_found_before_and_after_they_are_indexed(house: House) -> None:
    await a_season(house)
    before, mine = await house.store.read(index), await tables_in_the_copy(house, ANN.id)
    await house.store.write(lambda connection: put_back(connection, ({}, [])))
    assert await tables_in_the_copy(house, ANN.id) == mine
    await house.reopen()
    assert await house.tables.time.prune()
    assert await house.store.read(index) == before
    assert await tables_in_the_copy(house, ANN.id) == mine


async def test_a_table_is_found_after_more_unindexed_ones_than_a_page_has(house: House) -> None:
    others = await house.game("common", "bob", "cid")

    def copies(connection: Connection) -> None:
        row = table_rows.table(connection, others.id)
        assert row is not None
        for number in range(1, PAGE + 1):
            table_rows.insert_table(connection, replace(row, id=0, guild=row.guild + 1, channel=row.channel + number))

    await house.store.write(copies)
    mine = await house.lobby("common", "ann", channel=PAGE + 1)
    await house.store.write(lambda connection: put_back(connection, ({}, [])))
    assert await tables_in_the_copy(house, ANN.id) == [mine.id]


async def test_a_table_that_an_older_process_writes_is_found_by_both_buttons(house: House) -> None:
    """Ann sits down at an indexed table by way of the older process beside, and plays there to the end."""
    lobby = await house.lobby("common", "bob", "cid")
    indexed = await house.store.read(index)
    await house.tables.lobbies.join(lobby.id, ANN, house.key())
    await house.start(lobby.id, person("bob"))
    await house.store.write(lambda connection: put_back(connection, indexed))
    assert await tables_in_the_copy(house, ANN.id) == [lobby.id]
    await house.tables.lobbies.end(lobby.id, person("bob"), house.key(), manager=True)
    await house.store.write(lambda connection: put_back(connection, indexed))
    await privacy(house).forget(ANN.id)
    assert await traces(house, ANN) == set()
    await house.reopen()
    assert await house.tables.time.prune()
    assert await house.store.read(index) == await house.store.read(true_index)


async def test_this_process_goes_on_with_a_table_that_an_older_one_has_written(house: House) -> None:
    """A mark that is saved beside the people does not say that they are indexed, but the next move does."""
    sitting = await house.game("common", "ann", "bob", channel=3)
    await house.store.write(lambda connection: put_back(connection, ({}, [])))
    await house.reopen()
    await house.tables.timers.put_off(sitting.id)
    assert await tables_in_the_copy(house, person("ann").id) == [sitting.id]
    await sitting.play_on(Random(3), 1)
    assert await house.store.read(index) == await house.store.read(true_index)


async def test_a_seat_that_cannot_be_read_does_not_stop_the_index(house: House) -> None:
    for channel in range(2):
        await house.lobby("common", "ann" if channel else "bob", channel=channel)
    broken = update(schema.tables).where(schema.tables.c.id == 1)
    await house.store.write(lambda connection: put_back(connection, ({}, [])))
    await house.store.write(lambda connection: connection.execute(broken.values(seats=b"{")))
    await house.reopen()
    assert await house.tables.time.prune()
    at, people = await house.store.read(index)
    assert (at, people) == ({1: None, 2: 0}, [(2, person("ann").id)])
