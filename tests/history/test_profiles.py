"""Test a person's profile: its statistics after an evening, its months, and the SQL statements that it takes."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event

from bot.history import profiles
from bot.history.counting import months
from bot.history.profiles import LATEST, MONTHS, Profiles
from bot.storage import schema
from tests.databases import counted
from tests.history.evening import evening
from tests.tables.house import GUILD, House, person

ANN, BOB = person("ann").id, person("bob").id


@pytest.mark.long_on_postgresql
async def test_the_games_of_an_evening_appear_in_the_players_profiles(house: House) -> None:
    luck = Random(5)
    for number, variant in enumerate(("common", "dudo", "cup")):
        await evening(house, luck, variant, number)
    read = Profiles(house.store)
    found = await read.of(GUILD, ANN, house.now)
    rows = await house.store.read(counted)
    mine = {
        (row["game"], row["name"]): (row["amount"], row["beside"])
        for row in rows
        if row.get("user") == ANN and "amount" in row and not (row["place"] or row["period"])
    }
    assert found.figures, "she has played"
    assert all(mine["", name] == amounts for name, amounts in found.figures.items())
    assert {game: held["wins"] for game, held in found.games.items()} == {
        game: amounts for (game, name), amounts in mine.items() if name == "wins" and game
    }
    assert sum(held["wins"][1] for held in found.games.values()) == found.of("wins")[1]
    assert {family: worth for (family, name), worth in mine.items() if name == "rating"} == dict(found.ratings)
    last = {each.family: each.rating for each in found.latest}
    assert last == {family: rating for family, (rating, _games) in found.ratings.items()}
    assert found.months[-1] == (f"{house.now:%Y-%m}", found.of("wins")[1])
    both = await read.between(GUILD, ANN, BOB), await read.between(GUILD, BOB, ANN)
    assert both[0].meeting.ahead == both[1].meeting.behind
    assert both[0].caught_by_other == both[1].meeting.caught
    assert {rival.user for rival in await read.most_met(GUILD, ANN)} >= ({BOB} if both[0].meeting.games else set())


@pytest.mark.parametrize(("month", "first"), [(1, "2025-02"), (11, "2025-12"), (12, "2026-01")])
def test_the_twelve_months_end_with_the_current_one(month: int, first: str) -> None:
    found = months(datetime(2026, month, 22, tzinfo=UTC), MONTHS)
    assert (found[0], found[-1], len(found)) == (first, f"2026-{month:02}", MONTHS)
    assert found == sorted(found)


@pytest.fixture
def connection(sqlite_url: str) -> Iterator[Connection]:
    engine = create_engine(sqlite_url)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_reading_a_profile_scans_no_table(connection: Connection) -> None:
    """A profile takes at most twelve statements, each by an index, and reads only the newest games."""
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, parameters))

    connection.execute(
        schema.scopes.insert(),
        [
            {"guild": GUILD, "place": 0, "game": game, "period": period}
            for game, period in (("", ""), ("dudo", ""), ("common-hand", ""), ("", "2026-11"))
        ],
    )
    event.listen(connection, "before_cursor_execute", note)
    profiles._profile(connection, GUILD, ANN, datetime(2026, 11, 22, tzinfo=UTC))
    profiles._rivalry(connection, GUILD, ANN, BOB)
    event.remove(connection, "before_cursor_execute", note)
    assert len(asked) <= 12
    for statement, parameters in asked:
        plan = [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        assert plan
        assert not [step for step in plan if step.startswith("SCAN") or "TEMP B-TREE" in step], (statement, plan)
    assert any(LATEST in parameters for _statement, parameters in asked)
