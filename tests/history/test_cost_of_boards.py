"""Test that a page of a leaderboard takes few statements, and that each statement uses an index.

This must not depend on the number of people on the leaderboard.
"""

from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Connection, event

from bot.history.boards import PAGE, BoardPage
from bot.history.boards import _page as page
from bot.history.counting import Where, count
from bot.storage import personal
from bot.storage.tallies import Scope, Tally
from tests.tables.house import GUILD, House

ANYWHERE = Where(GUILD, None, "common", datetime(2026, 11, 22, tzinfo=UTC))
PEOPLE = 25


def filled(connection: Connection) -> None:
    """Add 25 people to the leaderboard. Every two people have the same number of wins."""
    for user in range(1, PEOPLE + 1):
        personal.remember_name(connection, GUILD, user, f"n{user}")
    count(connection, [(ANYWHERE, Tally(user, "wins", _wins(user), 40)) for user in range(1, PEOPLE + 1)])


def read(connection: Connection, number: int, user: int) -> tuple[BoardPage, int, list[str]]:
    """Return a page as this person sees it, its number of statements, and SQLite's query plans for these statements."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: object) -> None:
        asked.extend([(statement, values)] if statement.startswith("SELECT") else [])

    event.listen(connection, "before_cursor_execute", note)
    found = page(connection, Scope(GUILD), "wins", number, user)
    event.remove(connection, "before_cursor_execute", note)
    plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asks}", values).all() for asks, values in asked]
    return found, len(asked), [str(row[3]) for plan in plans for row in plan]


@pytest.mark.parametrize(
    ("number", "user", "statements"),
    [(1, 3, 4), (1, PEOPLE, 6), (1, 99, 5), (2, 12, 5), (2, 1, 7)],
    ids=["one's own first page", "one stands below", "one stands nowhere", "one's own second page", "one stands above"],
)
async def test_a_page_of_a_leaderboard_reads_only_what_it_shows(
    sqlite_house: House, number: int, user: int, statements: int
) -> None:
    """The bot reads the scope, the number of pages, the page's rows with their names, and the first rank.

    If the viewer's own row is on another page, the bot also reads that row.
    """
    await sqlite_house.store.write(filled)
    found, asked, plan = await sqlite_house.store.read(partial(read, number=number, user=user))
    assert asked == statements
    assert any("ix_tallies_board" in line for line in plan)
    scans = [line for line in plan if line.startswith("SCAN") and line != "SCAN CONSTANT ROW"]
    assert all(line.startswith(("SCAN (subquery-", "SCAN anon_")) for line in scans), "the levels, and those are few"
    of_each_row = {after.split()[1] for line, after in pairwise(plan) if line.startswith("CORRELATED")}
    assert "people" not in of_each_row, "people who have left are read once, and not looked up one by one"
    there = _order()[PAGE * (number - 1) : PAGE * number]
    assert [(row.user, row.name) for row in found.rows] == [(each, f"n{each}") for each in there]
    assert [row.rank for row in found.rows] == [_rank(row.user) for row in found.rows]
    if user > PEOPLE:
        assert (found.own, found.own_page) == (None, None)
    else:
        assert found.own is not None
        assert (found.own.user, found.own.name, found.own.rank) == (user, f"n{user}", _rank(user))
        tied = "(scope=? AND name=? AND amount=? AND (beside,user)>(?,?))"
        away = found.own_page != number
        assert any(tied in line for line in plan) == away, "of many who are tied with somebody those above, by a range"
        assert found.own_page == _order().index(user) // PAGE + 1


def _wins(user: int) -> int:
    return (PEOPLE - user) // 2 + 1


def _order() -> list[int]:
    return sorted(range(1, PEOPLE + 1), key=lambda user: (-_wins(user), -user))


def _rank(user: int) -> int:
    return 1 + sum(_wins(other) > _wins(user) for other in range(1, PEOPLE + 1))
