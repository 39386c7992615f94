"""Tests of finding the servers about which the bot has stored something, and of the cost of this search."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, event, insert

from bot.storage import personal, schema, servers
from tests.tables.house import House

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
COUNTED, NAMED, CHOSEN, RULES, SEASON = 11, 22, 33, 44, 55


def kept(connection: Connection) -> None:
    """Store a different kind of row for each of five servers. One of the servers has many known people."""
    servers.hold(connection, COUNTED, 1)
    for user in range(1, 200):
        personal.remember_name(connection, NAMED, user, f"n{user}")
    settings = {"game": "common", "pace": "normal", "stakes": True, "threads": False, "hints": True, "pings": True}
    connection.execute(insert(schema.server_settings).values(guild=CHOSEN, channels=b"[]", **settings))
    connection.execute(
        insert(schema.named_rules).values(
            guild=RULES, key="friday", name="Friday", variant="common", options="", by=1, by_name="Ann"
        )
    )
    servers.begin_season(connection, SEASON, "Winter", NOON)


async def test_a_server_is_known_if_any_kind_of_row_is_stored_about_it(house: House) -> None:
    await house.store.write(kept)
    found = await house.store.read(servers.known)
    assert found == {COUNTED, NAMED, CHOSEN, RULES, SEASON}
    for guild in (*found, 66):
        assert await house.store.read(partial(servers.is_known, guild=guild)) == (guild in found)


async def test_servers_are_found_without_reading_all_people(sqlite_house: House) -> None:
    """An index finds one server or all servers, no matter how many people are stored."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.extend([(statement, values)] if statement != "BEGIN" else [])

    def look(connection: Connection) -> list[str]:
        event.listen(connection, "before_cursor_execute", note)
        servers.known(connection)
        servers.is_known(connection, NAMED)
        event.remove(connection, "before_cursor_execute", note)
        plans = (connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asks}", values) for asks, values in tuple(asked))
        return [str(row[3]) for plan in plans for row in plan]

    await sqlite_house.store.write(kept)
    plan = await sqlite_house.store.read(look)
    assert len(asked) == 2
    assert [line for line in plan if line.startswith("SEARCH people")]
    scanned = tuple(f"SCAN {table.name}" for table in servers.KEPT)
    assert not [line for line in plan if line.startswith(scanned)], plan
