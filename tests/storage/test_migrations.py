"""Tests that the migrations create the schema, and that a migration runs once even if several processes start."""

import asyncio
import io
import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Boolean, Column, Connection, DateTime, LargeBinary, MetaData, inspect, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.history import archive, export
from bot.storage import alembic_runner, event_rows, ledger, migrate
from bot.storage.migrate import upgrade
from bot.storage.schema import metadata
from bot.storage.store import Store
from bot.tables import encoding
from bot.tables.bookkeeping import keep_what_is_left
from bot.tables.duties import ShowIt
from engine.bids.events import Revealed
from engine.bids.state import MadeBid
from engine.record import verified
from tests.databases import counted, of_the_server
from tests.rebuilt import rebuild, recounted
from tests.tables.house import House, Sitting, person

REVISIONS = ("0001", "0002")


def test_revisions_run_in_the_order_of_the_numbers_in_their_file_names() -> None:
    """When the bot starts, it reads only the numbers in the file names."""
    assert migrate.known_revisions() == alembic_runner.known()


async def test_the_revisions_create_exactly_the_schema(database_url: str) -> None:
    store = await Store.open(database_url)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    assert await store.read(differences) == []
    await store.close()


async def test_every_constraint_has_a_name_by_the_convention(database_url: str) -> None:
    """A later revision can change a constraint by its name on either database."""
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


async def test_processes_that_start_together_migrate_the_database_once(postgresql_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgresql_url) for _ in range(3)))
    for store in stores:
        await store.close()


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///{}", "sqlite:///{}"])
async def test_a_database_file_is_created_with_its_folder(tmp_path_factory: pytest.TempPathFactory, url: str) -> None:
    file = tmp_path_factory.mktemp("new") / "data" / "dice.sqlite"
    house = await House(url.format(file)).open()
    await house.lobby("common", "ann")
    await house.close()
    assert file.exists()


AT = {
    revision: json.loads((Path(__file__).parent / f"at_{revision}.json").read_text("utf-8")) for revision in REVISIONS
}
"""The rows of old databases, by revision.

At 0001 there is a game of firehouse in its second round, and at 0002 there are games in every state, and forfeits. The
events of game 3 were deleted, as was usual after 90 days.
"""


async def test_a_game_from_the_first_version_goes_on(database_url: str) -> None:
    await as_it_was(database_url, "0001")
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
    await sitting.liar("bob")  # six of 3 5 1 3 4, 4 2 6 4 4 and 3 2 6 1 2 count, since sixes are wild (C2)
    stored = [encoding.event(row) for row in await house.store.read(lambda c: event_rows.events(c, 1))]
    told = [(event.count, event.holds) for event in stored if isinstance(event, Revealed)]
    assert told == [(1, False), (6, True)]
    assert [player.score for player in (await sitting.view()).state.players] == [0, -2, 0]
    await house.close()


async def test_a_rebuild_keeps_old_figures(database_url: str) -> None:
    """The events of game 3 were deleted, but the game still counts."""
    await as_it_was(database_url, "0002")
    house = await House(database_url).open()
    await keep_what_is_left(house.store)
    await recounted(house.store)
    maintained = await house.store.read(counted)
    tallied = {(row["user"], row["name"]): (row["amount"], row["beside"]) for row in of_the_server(maintained)}
    for old in AT["0002"]["standings"]:
        figures = {
            "wins": (old["wins"], old["games"]),
            "washed_up": (old["washed_up"], old["games"]),
            "bads": (old["bads"], old["goods"]),
            "forfeits": (old["owed"], old["paid"]),
            "waived": (old["waived"], 0),
        }
        assert figures == {name: tallied.get((old["user"], name), (0, 0)) for name in figures}
    assert await house.store.write(rebuild) == 4
    assert await house.store.read(counted) == maintained
    await house.close()


async def test_old_games_are_kept_if_their_events_are_stored(database_url: str) -> None:
    await as_it_was(database_url, "0002")
    house = await House(database_url).open()
    await keep_what_is_left(house.store)
    kept = {game.id: game for game in await house.store.read(lambda c: list(archive.games(c)))}
    assert kept.keys() == {1, 2, 4, 5}
    for number in kept:
        text = await house.store.read(partial(export.game, game_id=number, names=True))
        assert text is not None
        assert verified(io.BytesIO(text.encode()))[0].events == kept[number].events
    await house.close()


async def test_the_bot_knows_who_settled_old_forfeits(database_url: str) -> None:
    """P1: for old forfeits it is known who paid or waived them, but not who put them on the tab."""
    await as_it_was(database_url, "0002")
    house = await House(database_url).open()
    for old in AT["0002"]["forfeits"]:
        changes = await house.store.read(partial(ledger.changes, forfeit_id=old["id"]))
        assert [change.state for change in changes] == ["waits", old["state"]]
        said = {"paid": old["debtor"], "waived": old["creditor"], "owed": None}
        assert [change.by for change in changes] == [None, said[old["state"]]]
        assert changes[-1].at.replace(tzinfo=None).isoformat() == (old["settled"] or old["at"])
    await house.close()


@pytest.mark.parametrize("table", [6, 7, 8])
async def test_old_running_games_go_on_to_their_end(database_url: str, table: int) -> None:
    """The games are a game of bids, one with a poll in progress, and a game of the cup.

    All are stored when they end.
    """
    await as_it_was(database_url, "0002")
    house = await House(database_url, first_key=10_000).open()
    sitting = Sitting(house, table)
    assert (await sitting.info()).status == "playing"
    await sitting.play_on(Random(1), 300)
    if (await sitting.info()).status == "playing":
        await house.tables.lobbies.end(table, person("ann"), house.key(), manager=True)
    text = await house.store.read(partial(export.game, game_id=table, names=False))
    assert text is not None
    verified(io.BytesIO(text.encode()))
    await house.close()


async def test_old_running_games_are_shown_at_once_and_dice_are_not_sent_twice(database_url: str) -> None:
    """A turn's time begins again when the turn is shown. A game that has ended and was shown has no duty left."""
    old = deepcopy(AT["0002"])
    for row in old["tables"]:
        row["rolls_sent"] = '{"0":2,"1":1}' if row["id"] == 6 else "{}"
        row.update({"showing": False} if row["id"] < 6 else {})
        row.update({"panel_channel": 7, "panel_message": 8, "panel_version": row["version"]} if row["id"] == 6 else {})
    await as_it_was(database_url, "0002", old)
    house = await House(database_url).open()
    house.now = datetime(2026, 7, 2, tzinfo=UTC)
    assert {table for table, _ in await house.tables.timers.due(house.now)} == {6, 7, 8, 9}
    for table in (6, 7, 8, 9):
        due = await house.tables.timers.next(table)
        assert due is not None
        assert due.duty == ShowIt()
    pending = await house.tables.showing.pending(6)
    assert [each.seat for each in pending.undelivered] == [1, 2]
    await house.show(6)
    assert (await Sitting(house, 6).info()).deadline == house.now + timedelta(seconds=180)
    await house.close()


async def as_it_was(url: str, revision: str, old: dict[str, list[dict[str, Any]]] | None = None) -> None:
    """Create a database at this revision. Its rows are those of `old`, or those stored for the revision."""
    await asyncio.to_thread(upgrade, url, revision)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[make_url(url).get_backend_name()]
    engine = create_async_engine(make_url(url).set(drivername=driver))
    async with engine.begin() as connection:
        await connection.run_sync(_insert, old or AT[revision])
    await engine.dispose()


def _insert(connection: Connection, old: dict[str, list[dict[str, Any]]]) -> None:
    known = MetaData()
    known.reflect(connection)
    for name in sorted(old, key=lambda name: (name in ("seated", "events"), name)):
        table = known.tables[name]
        connection.execute(table.insert(), [{c: _value(table.c[c], v) for c, v in row.items()} for row in old[name]])
    if connection.dialect.name == "postgresql":
        for name in ("tables", "forfeits"):
            connection.execute(text(f"SELECT setval('{name}_id_seq', (SELECT COALESCE(MAX(id), 1) FROM {name}))"))


def _value(column: Column[Any], value: Any) -> Any:
    if isinstance(column.type, DateTime) and value is not None:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    if isinstance(column.type, LargeBinary) and value is not None:
        return value.encode()
    return bool(value) if isinstance(column.type, Boolean) else value
