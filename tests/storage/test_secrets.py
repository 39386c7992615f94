"""Tests that no secret is shown, logged or stored where people can see it."""

import logging
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec import json
from sqlalchemy import Column, Connection, LargeBinary, Table, insert, select
from sqlalchemy.dialects import sqlite

from bot.settings import Settings
from bot.storage import event_rows, schema, table_rows
from bot.storage.columns import Utc
from bot.storage.store import StoreFailed
from bot.tables import encoding
from bot.tables.trouble import Trouble
from engine.bids.events import Thrown
from tests.tables.house import House, person

PEOPLE = ("ann", "bob", "cid")


def displayed(connection: Connection) -> list[tuple[str, str]]:
    """Return every value in a column that is not marked as secret, with the name of its column."""
    found = []
    for name, table in metadata_tables():
        columns = [column for column in table.columns if not column.info.get("secret")]
        for row in connection.execute(select(*columns)):
            found += [(f"{name}.{column.name}", _text(value)) for column, value in zip(columns, row, strict=True)]
    return found


def columns() -> list[tuple[str, Column[Any]]]:
    """Return every column of every table, with the name of the table."""
    return [(f"{name}.{column.name}", column) for name, table in metadata_tables() for column in table.columns]


def metadata_tables() -> list[tuple[str, Table]]:
    return sorted(schema.metadata.tables.items())


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


async def test_no_public_column_holds_a_hidden_die_or_a_running_games_seed(house: House) -> None:
    sitting = await house.game("firehouse", *PEOPLE)
    await sitting.bid(1, 2)
    row = await house.store.read(lambda c: table_rows.table(c, sitting.id))
    assert row is not None
    hands = [json.encode(await sitting.dice(name)).decode() for name in PEOPLE]
    found = await house.store.read(displayed)
    assert any(column == "tables.public" and len(text) > 100 for column, text in found)
    for column, text in found:
        assert row.seed not in text, column
        for hand in hands:
            assert hand not in text.replace(" ", ""), column
            assert hand.strip("[]") not in text.replace(" ", ""), column


async def test_secret_columns_are_marked(house: House) -> None:
    marked = {name for name, column in columns() if column.info.get("secret")}
    assert marked == {"tables.seed", "tables.hidden", "events.body"}
    binary = {name for name, column in columns() if isinstance(column.type, LargeBinary)}
    assert {"tables.hidden", "events.body"} <= binary


async def test_hidden_rolls_are_stored_as_secret_and_never_shown_as_news(house: House) -> None:
    house.shows = False
    sitting = await house.game("common", *PEOPLE)
    stored = await house.store.read(lambda c: event_rows.events(c, sitting.id))
    assert {row.kind for row in stored if row.secret} == {"roll"}
    assert all(row.secret for row in stored if row.kind == "roll")
    pending = await house.tables.showing.pending(sitting.id)
    assert not any(isinstance(event, Thrown) for event in pending.news)
    assert pending.table.view is not None
    assert len(pending.undelivered) == 3


async def test_no_repr_shows_dice_seed_or_token(house: House) -> None:
    house.shows = False
    sitting = await house.game("common", *PEOPLE)
    hands = [", ".join(str(die) for die in await sitting.dice(name)) for name in PEOPLE]
    row = await house.store.read(lambda c: table_rows.table(c, sitting.id))
    stored = await house.store.read(lambda c: event_rows.events(c, sitting.id))
    assert row is not None
    pending = await house.tables.showing.pending(sitting.id)

    def draft(connection: Connection) -> str:
        loaded = house.tables.changes.loader.load(connection, sitting.id)
        return f"{loaded!r} {loaded.game!r} {loaded.dice()!r} {loaded.events!r}"

    seen = [await sitting.see(name) for name in PEOPLE]
    handed_out = [
        row,
        stored,
        pending,
        pending.undelivered,
        await sitting.info(),
        *seen,
        *map(encoding.event, stored),
    ]
    for text in (*map(repr, handed_out), await house.store.write(draft)):
        assert row.seed not in text
        assert not any(hand in text for hand in hands), text
    settings = Settings(token="abc.def", database_url="postgresql://bot:hunter2@db/dice")
    assert not {"abc.def", "hunter2"} & set(repr(settings).replace("'", " ").split())
    assert "hunter2" not in repr(settings)


async def test_no_view_or_error_contains_the_seed_before_the_end(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """No reader's view contains the seed from the lobby to the end of the game.

    After the end, the table has the seed.
    """
    caplog.set_level(logging.DEBUG)
    sitting = await house.lobby("common", *PEOPLE, rounds=1)
    row = await house.store.read(lambda c: table_rows.table(c, sitting.id))
    assert row is not None

    async def handed_out() -> str:
        with pytest.raises(Trouble) as trouble:
            await house.tables.queries.record(sitting.id)
        table, pending = await sitting.info(), await house.tables.showing.pending(sitting.id)
        assert table.seed is None
        seen = [await sitting.see(name) for name in (*PEOPLE, "eve")]
        values = b"".join(map(json.encode, (table, pending.table, pending.news, seen)))
        return f"{trouble.value!r} {trouble.value} {trouble.value.facts} {values.decode()}"

    told = await handed_out()
    await house.tables.lobbies.bring_luck(sitting.id, person("bob"), "abra", house.key())
    told += await handed_out()
    await house.start(sitting.id, person("ann"))
    told += await handed_out()
    await sitting.a_lie()
    assert row.seed not in told + caplog.text
    assert (await sitting.info()).seed == row.seed
    assert row.seed in (await house.tables.queries.record(sitting.id) or "")
    assert row.seed not in caplog.text


async def test_a_database_error_does_not_quote_a_row(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """PostgreSQL's errors quote whole rows, and SQLAlchemy's quote parameters. The store hides both."""
    caplog.set_level(logging.DEBUG)
    sitting = await house.game("common", "ann", "bob")
    row = await house.store.read(lambda c: table_rows.table(c, sitting.id))
    assert row is not None

    def broken(connection: Connection) -> None:
        connection.execute(insert(schema.tables).values(id=sitting.id, seed=row.seed, hidden=row.hidden))

    with pytest.raises(StoreFailed) as failed:
        await house.store.write(broken)
    told = f"{failed.value!r} {failed.value} {failed.value.__cause__!r} {failed.value.__suppress_context__}"
    assert row.seed not in told + caplog.text
    assert failed.value.__suppress_context__


async def test_a_player_sees_their_own_dice_and_nobody_elses(house: House) -> None:
    house.shows = False
    sitting = await house.game("common", *PEOPLE)
    hands = {name: await sitting.dice(name) for name in PEOPLE}
    assert all(len(hand) == 5 for hand in hands.values())
    assert (await sitting.see("eve")).seat is None
    assert await sitting.dice("eve") == ()
    untold = (await house.tables.showing.pending(sitting.id)).undelivered
    assert {each.user: each.view.mine for each in untold} == {person(name).id: hand for name, hand in hands.items()}


def test_a_time_without_a_zone_is_refused_and_stored_times_are_utc() -> None:
    kind, dialect = Utc(), sqlite.dialect()
    with pytest.raises(ValueError, match="time zone"):
        kind.process_bind_param(datetime(2026, 1, 1), dialect)  # noqa: DTZ001 - this is refused
    assert kind.process_result_value(datetime(2026, 1, 1), dialect) == datetime(2026, 1, 1, tzinfo=UTC)  # noqa: DTZ001 - as SQLite returns it
