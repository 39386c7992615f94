"""Test the move of all data to another kind of database. All data arrives, and games go on with the same dice."""

import asyncio
from datetime import datetime, timedelta, timezone
from functools import partial
from random import Random
from typing import Any

import pytest
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    LargeBinary,
    String,
    insert,
    select,
    text,
    update,
)

from bot.operating.maintenance import move_data
from bot.people import NamedRulesRepository
from bot.settings import CannotStart
from bot.storage import event_rows, moving, schema
from bot.storage.migrate import upgrade
from bot.storage.moving import Digest, MovedTable
from bot.storage.read_only import look
from bot.storage.store import Store
from bot.tables.model import Setup
from tests.databases import counted
from tests.tables.house import GUILD, House, Sitting, person

WAYS = [("sqlite", "postgresql"), ("postgresql", "sqlite")]


@pytest.fixture(params=[WAYS[0], pytest.param(WAYS[1], marks=pytest.mark.long)], ids=[" to ".join(way) for way in WAYS])
def way(request: pytest.FixtureRequest, tmp_path: Any) -> tuple[str, str]:
    """Return two URLs: a database to move from, on which the bot was started, and an empty database to move to."""
    source, target = request.param
    old = request.getfixturevalue(f"{source}_url")
    new = f"sqlite:///{tmp_path / 'new.sqlite'}"
    return old, request.getfixturevalue("empty_postgresql_url") if target == "postgresql" else new


async def an_evening(url: str) -> Sitting:
    """Play two games to their end and one to the middle of a round. Add a row to each table that is still empty."""
    house = await House(url).open()
    for number, variant in enumerate(("dudo", "joker")):
        sitting = await house.game(variant, "ann", "bob", computers=1, channel=number + 1)
        assert (await sitting.play_on(Random(number))).status == "over"
    sitting = await house.game("firehouse", "ann", "bob", computers=2)
    await sitting.play_on(Random(3), 5)
    await house.store.write(_leave_none_empty)
    await house.close()
    return sitting


def _leave_none_empty(connection: Connection) -> None:
    for table in moving.tables():
        if connection.execute(select(1).select_from(table).limit(1)).first() is None:
            connection.execute(insert(table).values({column.name: _far_out(column) for column in table.columns}))


def _far_out(column: Column[Any]) -> Any:
    """Return a value at the edge of a column's range."""
    if column.foreign_keys or column.autoincrement is True:
        return 1
    match column.type:
        case BigInteger():
            return -(2**63)
        case Integer():
            return 2**31 - 1
        case Boolean():
            return True
        case Double():
            return 0.1 + 0.2
        case LargeBinary():
            return bytes(range(256))
        case String(length=length):
            return "Zoë’s 🎲\n"[: length or 100]
        case _:
            return datetime(2026, 11, 22, 1, 2, 3, 4, tzinfo=timezone(timedelta(hours=1)))


async def test_moved_games_are_complete_and_go_on_with_the_same_dice(
    way: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moves on both databases must give the same dice and the same figures."""
    monkeypatch.setattr(moving, "BATCH", 7)
    old, new = way
    sitting = await an_evening(old)
    told: list[MovedTable] = []
    await asyncio.to_thread(move_data, old, new, told.append)
    many = {each.table: each.rows for each in told}
    assert list(many) == [table.name for table in moving.tables()]
    assert (many["tables"], many["games"]) == (3, 2)
    assert min(many.values()) > 0
    stories, figures = [], []
    for url in way:
        house = await House(url, first_key=1000).open()
        again = Sitting(house, sitting.id)
        await again.play_on(Random(4), 30)
        stories.append([row.body for row in await house.store.read(partial(event_rows.events, table_id=sitting.id))])
        figures.append(await house.store.read(counted))
        await house.close()
    assert stories[0] == stories[1]
    assert figures[0] == figures[1]


async def test_rows_that_are_added_after_a_move_get_the_next_ids(way: tuple[str, str]) -> None:
    old, new = way
    await an_evening(old)
    await asyncio.to_thread(move_data, old, new, lambda _: None)
    numbers = []
    for url in way:
        house = await House(url, first_key=1000).open()
        sitting = await house.game("dudo", "ann", "bob", channel=5)
        await sitting.play_on(Random(5))
        numbers.append((sitting.id, [scope for (scope,) in await house.store.read(_scopes)]))
        await house.close()
    assert numbers[0][0] == numbers[1][0] == 4
    assert len(set(numbers[1][1])) == len(numbers[1][1])
    assert numbers[0] == numbers[1]


def _scopes(connection: Any) -> list[Any]:
    return list(connection.execute(select(schema.scopes.c.id).order_by(schema.scopes.c.id)))


async def test_an_id_that_was_deleted_before_a_move_is_not_given_after_it(way: tuple[str, str]) -> None:
    """A *Delete* that Discord still shows must not delete the rules that somebody saves after the move."""
    old, new = way
    house = await House(old).open()
    rules = NamedRulesRepository(house.store)
    deleted = await rules.keep(GUILD, "Friday rules", Setup("common"), person("ann"))
    await rules.forget(GUILD, deleted.id)
    await house.close()
    await asyncio.to_thread(move_data, old, new, lambda _: None)
    house = await House(new).open()
    rules = NamedRulesRepository(house.store)
    saved = await rules.keep(GUILD, "Sunday rules", Setup("bar"), person("bob"))
    await rules.forget(GUILD, deleted.id)
    assert [each.id for each in await rules.of(GUILD)] == [saved.id]
    await house.close()


async def test_moving_there_and_back_changes_nothing(way: tuple[str, str], tmp_path: Any) -> None:
    """A checksum is made of values, so it does not depend on how a database stores them."""
    old, new = way
    await an_evening(old)
    there: list[MovedTable] = []
    back: list[MovedTable] = []
    await asyncio.to_thread(move_data, old, new, there.append)
    await asyncio.to_thread(move_data, new, f"sqlite:///{tmp_path / 'back.sqlite'}", back.append)
    assert there == back


NAMED = r"(the file \S+|PostgreSQL's database t\w+ on \S+)"
"""The pattern for the name of a database in a refusal."""


async def test_a_move_to_a_database_with_games_is_refused(way: tuple[str, str]) -> None:
    old, new = way
    await an_evening(old)
    house = await House(new).open()
    sitting = await house.lobby("common", "eve")
    await house.close()
    with pytest.raises(CannotStart, match=f"to move to, {NAMED}, is not empty"):
        await asyncio.to_thread(move_data, old, new, lambda _: None)
    await house.open()
    assert await house.tables.queries.live() == (sitting.id,)
    await house.close()


@pytest.mark.parametrize("behind", ["from", "to"])
async def test_a_move_from_or_to_another_revision_is_refused(way: tuple[str, str], behind: str) -> None:
    old, new = way
    for url in way:
        await asyncio.to_thread(upgrade, url)
    store = await Store.open(way[behind == "to"])
    await store.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0001'")))
    await store.close()
    with pytest.raises(CannotStart, match=f"to move {behind}, {NAMED}, is at revision 0001, and this version"):
        await asyncio.to_thread(move_data, old, new, lambda _: None)


@pytest.mark.parametrize("side", [0, 1])
async def test_a_move_is_refused_while_a_bot_uses_either_database(way: tuple[str, str], side: int) -> None:
    for url in way:
        await asyncio.to_thread(upgrade, url)
    house = await House(way[side]).open()
    await house.tables.queries.live()
    with pytest.raises(CannotStart, match=rf"in use by another process|{NAMED}, has other connections \(\d\)"):
        await asyncio.to_thread(move_data, *way, lambda _: None)
    await house.close()


async def test_a_move_is_undone_if_a_row_arrives_changed(way: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The move notices that the new database has different values, and leaves nothing there."""
    old, new = way
    await an_evening(old)
    honest, read = moving._batches, list[str]()

    def changed(table: Any, connection: Any) -> Any:
        read.append(table.name)
        if table.name == "players" and read.count("players") == 2:
            connection.execute(update(table).where(table.c.seat == 0).values(rating=1))
        return honest(table, connection)

    monkeypatch.setattr(moving, "_batches", changed)
    with pytest.raises(CannotStart, match="The rows of players are not the same on the other side; nothing was moved"):
        await asyncio.to_thread(move_data, old, new, lambda _: None)
    assert await asyncio.to_thread(look, new, moving.is_empty)


async def test_a_move_is_undone_if_the_new_database_refuses_a_row(sqlite_url: str, empty_postgresql_url: str) -> None:
    """SQLite stores a name that is longer than the column allows, but PostgreSQL does not. The error quotes no row."""
    store = await Store.open(sqlite_url)
    name = "x" * 101
    await store.write(lambda c: c.execute(insert(schema.people).values(guild=1, id=2, name=name)))
    await store.close()
    with pytest.raises(CannotStart, match=r"The rows of people cannot be written .* \(22001\)\.$") as why:
        await asyncio.to_thread(move_data, sqlite_url, empty_postgresql_url, lambda _: None)
    assert name not in str(why.value)
    assert await asyncio.to_thread(look, empty_postgresql_url, moving.is_empty)


async def test_a_move_from_a_missing_or_the_same_database_is_refused(sqlite_url: str, tmp_path: Any) -> None:
    for source, wanted in (
        (f"sqlite:///{tmp_path / 'none'}", "There is no database in"),
        (sqlite_url, "name the same"),
    ):
        with pytest.raises(CannotStart, match=wanted):
            await asyncio.to_thread(move_data, source, sqlite_url, lambda _: None)
    assert not (tmp_path / "none").exists()


def test_a_checksum_depends_on_the_rows_but_not_on_their_order() -> None:
    rows = [(1, "a", None), (2, "b", b"b"), (2, "b", b"b")]
    sums = []
    for some in (rows, rows[::-1], rows[:2], [*rows[:2], (2, "b", "b")], [(1, "a", 0), *rows[1:]], []):
        digest = Digest()
        digest.add(some)
        sums.append(str(digest))
    assert sums[0] == sums[1]
    assert len(set(sums)) == 5
