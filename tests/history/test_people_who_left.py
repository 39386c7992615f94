"""Test that pages, ranks and numbers of pages are those of a board without the people who have left the server."""

from datetime import UTC, datetime
from functools import partial
from random import Random

import pytest

from bot.history.boards import PAGE, Boards
from bot.history.counting import Where, count
from bot.people.members import Members
from bot.storage import Connection, personal
from bot.storage.tallies import Scope, Tally
from tests.tables.house import GUILD, House

ANYWHERE = Where(GUILD, None, "common", datetime(2026, 11, 22, tzinfo=UTC))
PEOPLE = range(1, 61)


def filled(connection: Connection, wins: dict[int, int]) -> None:
    for user in PEOPLE:
        personal.remember_name(connection, GUILD, user, f"n{user}")
    count(connection, [(ANYWHERE, Tally(user, "wins", many, 100)) for user, many in wins.items()])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 1.0])
async def test_a_board_is_the_same_as_if_people_who_left_had_never_been_there(house: House, share: float) -> None:
    luck = Random(share)
    wins = {user: luck.randint(1, 12) for user in PEOPLE}
    left = {user for user in PEOPLE if luck.random() < share}
    await house.store.write(partial(filled, wins=wins))
    members, boards = Members(house.store, lambda: house.now), Boards(house.store)
    await members.note(GUILD, [user for user in PEOPLE if user not in left], left)
    here = sorted((user for user in PEOPLE if user not in left), key=lambda user: (-wins[user], -user))
    pages = max(1, -(-len(here) // PAGE))
    for number in range(1, pages + 2):
        reader = luck.choice(PEOPLE)
        page = await boards.page(Scope(GUILD), "wins", number, reader)
        shown = here[PAGE * (min(number, pages) - 1) :][:PAGE]
        assert [row.user for row in page.rows] == shown
        assert [row.rank for row in page.rows] == [1 + sum(wins[one] > wins[user] for one in here) for user in shown]
        assert (page.page, page.pages) == (min(number, pages), pages)
        assert (page.own is not None) == (reader in here)
        if page.own is not None:
            assert page.own_page == here.index(reader) // PAGE + 1
            assert page.own.rank == 1 + sum(wins[one] > wins[reader] for one in here)
    assert [row.user for row in (await boards.winners(Scope(GUILD))).rows] == here[:PAGE]


async def test_everybody_in_the_rows_of_a_page_is_asked_about_even_if_they_left(house: House) -> None:
    """The first page has the people with 60 to 51 wins if nobody has left."""
    await house.store.write(partial(filled, wins={user: user for user in PEOPLE}))
    members, boards = Members(house.store, lambda: house.now), Boards(house.store)
    await members.note(GUILD, [], [60, 55, 45])
    first = await boards.near(Scope(GUILD), "wins", 1)
    assert first.here == (59, 58, 57, 56, 54, 53, 52, 51, 50, 49)
    assert first.rows == tuple(range(60, 0, -1))
    second = await boards.near(Scope(GUILD), "wins", 2)
    assert second.here == (48, 47, 46, 44, 43, 42, 41, 40, 39, 38)
    assert second.rows == tuple(range(48, 0, -1))
    assert await members.to_ask_about(GUILD, first) == (*first.here, *(48, 47, 46), *range(44, 0, -1))
    house.wait(days=1)
    assert {60, 55, 45} < {*await members.to_ask_about(GUILD, first)}


async def test_nobody_is_asked_about_whose_name_is_not_stored(house: House) -> None:
    """There would be no row for the mark."""
    members, boards = Members(house.store, lambda: house.now), Boards(house.store)
    await house.store.write(lambda c: count(c, [(ANYWHERE, Tally(7, "wins", 1, 1))]))
    assert await members.to_ask_about(GUILD, await boards.near(Scope(GUILD), "wins", 1)) == ()


async def test_another_process_learns_within_a_minute_that_somebody_left(house: House) -> None:
    seconds = [1.0]
    here, there = (Members(house.store, lambda: house.now, lambda: seconds[0]) for _ in range(2))
    await house.store.write(partial(filled, wins=dict.fromkeys(PEOPLE, 1)))
    assert await there.left(GUILD) == frozenset()
    await here.note(GUILD, [], [7])
    assert await here.left(GUILD) == {7}
    assert await there.left(GUILD) == frozenset()
    seconds[0] = 62.0
    assert await there.left(GUILD) == {7}
    await there.is_here(GUILD, 7)
    assert await there.left(GUILD) == frozenset()
