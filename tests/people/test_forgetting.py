"""Test that a person is forgotten in short transactions, and that a kill between them does not stop it for good."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from bot.history import versions
from bot.history.versions import Version
from bot.storage import Connection, batches, facts, pseudonyms, schema
from tests.databases import counted
from tests.people.test_privacy import ANN, a_season, privacy, traces
from tests.rebuilt import rebuild, recounted
from tests.tables.house import House


class Killed(Exception):  # noqa: N818 - names what happened
    """Raised instead of a transaction, as if the process had been killed before it."""


def killed_after(house: House, transactions: int) -> None:
    """Let only this many more transactions happen."""
    honest, left = house.store.write, [transactions]

    async def write(work: Callable[[Connection], Any]) -> Any:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return await honest(work)

    house.store.write = write  # type: ignore[method-assign]


def killed_when(house: House, is_so: Callable[[Connection], bool]) -> None:
    """Let no more transactions happen once `is_so` returns True."""
    honest = house.store.write

    async def write(work: Callable[[Connection], Any]) -> Any:
        if await house.store.read(is_so):
            raise Killed
        return await honest(work)

    house.store.write = write  # type: ignore[method-assign]


def numbers(connection: Connection) -> set[int]:
    """Return the numbers of forgotten people in games and forfeits."""
    owes = schema.forfeits.c
    found = (connection.execute(select(each)).scalars() for each in (schema.players.c.user, owes.debtor, owes.creditor))
    return {user for users in found for user in users if user is not None and user < 0}


def is_half_forgotten(connection: Connection) -> bool:
    users = list(connection.execute(select(schema.players.c.user)).scalars())
    return ANN.id in users and any(user is not None and user < 0 for user in users)


async def test_a_person_is_forgotten_although_the_bot_is_killed_again_and_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person asks once. After each kill, the next process goes on by itself, and nothing is counted wrong."""
    monkeypatch.setattr(batches, "MOST", 10)
    await a_season(house)
    killed_after(house, 3)
    with pytest.raises(Killed):
        await privacy(house).forget(ANN.id)
    kills = 0
    while await house.store.read(lambda c: facts.facts_named(c, pseudonyms.FORGETS)):
        await house.reopen()
        await privacy(house).resume()
        assert await traces(house, ANN), "another process may be at work still"
        house.wait(minutes=11)
        killed_after(house, 3 + kills)
        try:
            await privacy(house).resume()
        except Killed:
            kills += 1
    assert kills > 3
    await house.reopen()
    assert await traces(house, ANN, "ann was here") == set()
    assert len(await house.store.read(numbers)) == 1, "the games and forfeits show one Somebody"
    after = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == after


async def test_a_recount_meanwhile_counts_the_games_of_a_half_forgotten_person_as_those_of_one_person(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is killed when some of the games have the person's number. After an upgrade it counts all games again."""
    monkeypatch.setattr(batches, "MOST", 2)
    await a_season(house)
    killed_when(house, is_half_forgotten)
    with pytest.raises(Killed):
        await privacy(house).forget(ANN.id)
    await house.reopen()
    monkeypatch.setattr(versions, "MINE", Version(versions.MINE.counting + 1, versions.MINE.achievements))
    await recounted(house.store)
    assert await house.store.read(is_half_forgotten)
    house.wait(minutes=11)
    await privacy(house).resume()
    assert await traces(house, ANN, "ann was here") == set()
    assert len(await house.store.read(numbers)) == 1
    after = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == after
