"""Tests in which every statement and every commit of a game fails once.

No step is half done, and a repeated step succeeds later.
"""

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

from bot.storage.store import StoreFailed
from engine import games
from tests.storage.failing import KINDS, Failing
from tests.swarm.health import is_no_fold
from tests.tables.house import House, Sitting, person

ENOUGH = 200
"""The fewest statements and commits that must fail in a game."""


class Stubborn:
    """Plays a game and repeats each step until it succeeds. Each time, a later statement fails."""

    def __init__(self, house: House, sitting: Sitting, failing: Failing, kind: str) -> None:
        self._house, self._sitting, self._failing, self._kind = house, sitting, failing, kind

    async def step(self, step: Callable[[], Awaitable[object]]) -> object:
        """Repeat a step until no statement of it fails, and return its result."""
        for at in count(1):
            before = (await self._sitting.info()).version
            self._failing.arm(at, self._kind)
            given = None
            with contextlib.suppress(StoreFailed):
                given = await step()
            struck = self._failing.has_struck
            self._failing.arm(0, "")
            assert await self._house.store.read(partial(is_no_fold, table=self._sitting.id)) == ""
            assert (await self._sitting.info()).version - before in (0, 1)
            if not struck:
                return given
        raise AssertionError("it counts for ever")

    async def play(self) -> None:
        """Play a game to its end. A repeated step has the same key, as a repeated request has."""
        house, sitting = self._house, self._sitting
        while (await sitting.info()).status == "playing":
            while await self.step(lambda: house.one_step(sitting.id)):
                pass
            if (await sitting.info()).status != "playing":
                return
            name = sitting.name(await sitting.info(), (await sitting.view()).awaited[0])
            action, key = games.choose(await sitting.view(name), 0.5), house.key()
            await self.step(partial(house.tables.moves.act, sitting.id, person(name).id, action, key))


@pytest.mark.parametrize("kind", KINDS)
async def test_every_statement_and_commit_of_a_game_fails_once(sqlite_house: House, kind: str) -> None:
    """The database is busy, full or broken. No step is half done or done twice, and the game reaches its end."""
    sitting = await sqlite_house.game("common", "ann", "bob", computers=1, rounds=3)
    failing = Failing(sqlite_house.store)
    await Stubborn(sqlite_house, sitting, failing, kind).play()
    assert (await sitting.info()).status == "over"
    assert failing.failed > ENOUGH


async def test_every_connection_makes_commits_durable(sqlite_house: House) -> None:
    """Each connection, including those that only read, uses WAL and synchronous=FULL."""
    used = []

    def checked_out(connection: object, *_: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        found = []
        for pragma in ("journal_mode", "synchronous", "foreign_keys"):
            cursor.execute(f"PRAGMA {pragma}")
            found.append(cursor.fetchone()[0])
        cursor.close()
        used.append(tuple(found))

    event.listen(Pool, "checkout", checked_out)
    try:
        await sqlite_house.game("common", "ann", "bob", computers=1)
        await sqlite_house.reopen()
        await sqlite_house.game("common", "ann", "bob", computers=1, channel=1)
    finally:
        event.remove(Pool, "checkout", checked_out)
    assert len(used) >= 5, "before and after one that writes, one or more that read, and the one that migrates"
    assert {each for each in used if each[2]} == {("wal", 2, 1)}
    assert [each for each in used if not each[2]] == [("wal", 2, 0)], "the one that migrates at a start"
