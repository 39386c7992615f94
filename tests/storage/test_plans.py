"""No statement of an evening reads a table from end to end that grows with every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event

from tests.tables.house import CHANNEL, House, person

GROWING = (
    *("tables", "events", "answers", "forfeits", "forfeit_changes", "games", "players", "tallies", "people"),
    *("meetings", "achievements", "scopes"),
)
ONLY_LIVE = ("uq_tables_live_channel", "ix_tables_live_guild")
"""Indexes of live tables alone: to read one of them from end to end is to read what is there now."""


def scans(connection: Connection, statement: str, values: Any) -> Iterator[str]:
    """What SQLite would read from end to end. Its plan asks no statistics, for the bot never makes any."""
    for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values):
        word, _, rest = str(step.detail).partition(" ")
        if word == "SCAN" and rest.split()[0] in GROWING and not rest.endswith(ONLY_LIVE):
            yield f"{step.detail}: {statement}"


@pytest.mark.parametrize("variant", ["dudo", "joker"])
async def test_an_evening_scans_nothing_that_grows(sqlite_house: House, variant: str) -> None:
    """Games to their end, by people, computers and the clock, and all that is asked of a person's tables."""
    house, carried_out = sqlite_house, dict[str, Any]()
    assert house.store._writer is not None
    for engine in (house.store._writer.engine, house.store._reader.sync_engine):

        @event.listens_for(engine, "before_cursor_execute")
        def notes(_: Any, __: Any, statement: str, values: Any, ___: Any, many: bool) -> None:
            if statement.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH"):
                carried_out.setdefault(statement, values[0] if many else values)

    sitting = await house.game(variant, "ann", "bob", computers=1, clock=60)
    house.wait(seconds=61)
    await house.clock_strikes()
    await sitting.play_on(Random(1))
    await house.lobby("common", "ann", channel=1)
    looking = house.tables.looking
    assert await looking.at(CHANNEL + 1) is not None
    assert await looking.of(person("ann").id)
    assert await looking.live()
    assert len(carried_out) > 30
    found = await house.store.read(
        lambda c: [each for sql, values in carried_out.items() for each in scans(c, sql, values)]
    )
    assert not found, "\n".join(found)
