"""A database that `tests.bench.million` fills is like one in which all games were played."""

from random import Random

import pytest
from sqlalchemy import Connection, func, select

from bot.storage import countings, schema
from bot.tables import encoding
from tests.bench.million import fill
from tests.databases import counted
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House

pytestmark = pytest.mark.long

REAL = 7
"""The number of games that are really played: one of each preset."""


async def test_copied_games_have_the_figures_of_real_games(database_url: str) -> None:
    """Four blocks of games lie on two servers, so that each server has two blocks of different people.

    After that, the next game counts like any other.
    """
    await fill(database_url, 4 * REAL, servers=2, real=REAL)
    house = await House(database_url, first_key=1_000_000).open()
    assert await house.store.read(lambda c: [each.games for each in countings.of(c, GUILD + 1)]) == [2 * REAL]
    sitting = await house.game("bar", "ann", "bob", channel=50)
    await sitting.a_lie()
    await sitting.play_on(Random(1))
    shown = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == shown
    of_all = await house.store.read(_seated)
    assert len(of_all) == 4 * REAL + 1
    assert all(at_table == kept for at_table, kept in of_all)
    highest = max(user or 0 for at_table, _ in of_all for user in at_table)
    assert await house.store.read(lambda c: c.execute(select(func.max(schema.people.c.id))).scalar()) == highest
    await house.close()


def _seated(connection: Connection) -> list[tuple[list[int | None], list[int | None]]]:
    """Return the people in the seats of each table, and those among the players of its game."""
    seat = schema.players.c
    kept: dict[int, list[int | None]] = {}
    for row in connection.execute(select(seat.game, seat.user).order_by(seat.game, seat.seat)):
        kept.setdefault(row.game, []).append(row.user)
    tables = connection.execute(select(schema.tables.c.id, schema.tables.c.seats))
    return [([each.user for each in encoding.seats(row.seats)], kept[row.id]) for row in tables]
