"""Test that a person is forgotten in short transactions, and that a kill between them does not stop it for good."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.people import privacy as privacy_module
from bot.storage import Connection, facts
from tests.databases import counted
from tests.people.test_privacy import ANN, a_season, privacy, traces
from tests.rebuilt import rebuild
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


async def test_a_person_is_forgotten_although_the_bot_is_killed_again_and_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person asks once. After each kill, the next process goes on by itself, and nothing is counted wrong."""
    monkeypatch.setattr(privacy_module, "TABLES_AT_ONCE", 1)
    monkeypatch.setattr(privacy_module, "ROWS_AT_ONCE", 40)
    await a_season(house)
    killed_after(house, 3)
    with pytest.raises(Killed):
        await privacy(house).forget(ANN.id)
    kills = 0
    while await house.store.read(lambda c: facts.facts_named(c, privacy_module.FORGETS)):
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
    after = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == after
