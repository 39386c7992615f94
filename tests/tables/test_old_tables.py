"""Test that the rows of old tables go, a few in each transaction, and that their games still work without them."""

from random import Random

import pytest
from sqlalchemy import delete, select

from bot.people import Privacy
from bot.storage import facts, migrate, schema
from bot.tables import old_tables
from bot.tables.bookkeeping import LOOKED_FOR
from bot.tables.model import Seat
from tests.history.evening import evening
from tests.tables.house import House, person


async def with_rows(house: House) -> list[int]:
    """Return the tables that have a row. The events of all other tables must be gone, too."""
    it, event = schema.tables.c, schema.events.c
    found = await house.store.read(lambda c: list(c.execute(select(it.id).order_by(it.id)).scalars()))
    told = await house.store.read(lambda c: set(c.execute(select(event.table_id)).scalars()))
    assert told <= set(found)
    return found


async def finished_games(house: House, many: int) -> list[int]:
    """Play games to their end, each in a channel of its own, and return their tables."""
    tables = []
    for channel in range(many):
        sitting = await house.game("common", "ann", "bob", rounds=1, channel=channel)
        await sitting.a_lie()
        tables.append(sitting.id)
    return tables


async def prune(house: House) -> None:
    """Delete everything that is old. On a busy machine this takes several calls."""
    assert await house.tables.time.prune()
    while await house.tables.time.prune():
        pass


async def test_old_tables_go_in_short_transactions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk that runs out of time goes on a minute later."""
    monkeypatch.setattr(old_tables, "MOST", 1)
    monkeypatch.setattr(old_tables, "AT_A_TIME", 0)
    _, second, third = await finished_games(house, 3)
    house.wait(days=91)
    newest = (await finished_games(house, 1))[0]
    left = []
    for _ in range(5):
        assert await house.tables.time.prune()
        left.append(await with_rows(house))
    assert left == [[second, third, newest], [third, newest], [newest], [newest], [newest]]
    assert not await house.tables.time.prune(), "the next walk begins six hours later"


async def test_lobbies_that_came_to_nothing_go_too_and_all_else_stays(house: House) -> None:
    """The running game is old as well. One game is not kept, because its events could not be read."""
    lobby = await house.lobby("common", "ann", channel=1)
    await house.tables.lobbies.cancel(lobby.id, person("ann"), house.key())
    running = await house.game("common", "ann", "bob", clock=None, channel=2)
    over, unkept = await finished_games(house, 2)
    await house.store.write(lambda c: c.execute(delete(schema.games).where(schema.games.c.id == unkept)))
    await house.store.write(lambda c: facts.set_fact(c, LOOKED_FOR, migrate.newest()))
    house.wait(days=91)
    open_lobby = await house.lobby("common", "cid", channel=3)
    await prune(house)
    assert await with_rows(house) == [running.id, unkept, open_lobby.id]
    assert await house.tables.queries.record(over)


async def test_the_newest_row_stays_for_older_versions(house: House) -> None:
    """On SQLite an older version gives the id after the highest one that is left."""
    (only,) = await finished_games(house, 1)
    house.wait(days=91)
    await prune(house)
    assert await house.store.read(lambda c: c.execute(select(schema.events.c.seq)).all()) == []
    assert await with_rows(house) == [only]


async def test_a_past_table_says_what_its_row_said(house: House) -> None:
    """Each kind of game, with computer players, house rules and a person who was forgotten."""
    luck, seen = Random(4), []
    for channel, variant in enumerate(("common", "firehouse", "perudo", "cup", "joker")):
        seen.append(await evening(house, luck, variant, channel))
    await Privacy(house.tables.changes, house.tables.queries).forget(person("ann").id)
    before = [await house.tables.queries.table(each.id) for each in seen]
    house.wait(days=91)
    newest = await house.lobby("common", "cid", channel=9)
    await prune(house)
    assert await with_rows(house) == [newest.id]
    for was in before:
        now = await house.tables.queries.table(was.id)
        for name in ("id", "status", "rules", "commitment", "seed", "game", "game_number", "view"):
            assert getattr(now, name) == getattr(was, name), name
        assert now.place.channel == was.place.channel
        assert [_told(seat) for seat in now.seats] == [_told(seat) for seat in was.seats]
        assert now.annotations.sealing is not None
        assert was.annotations.sealing is not None
        assert (now.annotations.sealing.digits, now.annotations.sealing.line) == (
            was.annotations.sealing.digits,
            was.annotations.sealing.line,
        )


def _told(seat: Seat) -> tuple[object, ...]:
    """Return what a kept game has about a seat."""
    return seat.user, seat.name, seat.salt, seat.brought, seat.since, seat.share
