"""Tests of writes that SQLite's thread carries out together. Each of them succeeds or fails on its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from sqlalchemy import event

from bot.storage import facts
from bot.storage.store import Store


class Interrupted(BaseException):
    """An error that `except Exception` does not catch. Unlike KeyboardInterrupt, it does not end the event loop."""


WORKS = [partial(facts.set_fact, name=f"fact {number}", value="x") for number in range(20)]


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(sqlite_url)
    yield opened
    await opened.close()


def fails(store: Store, where: str, error: BaseException, times: int, statement: str = "") -> Callable[[], int]:
    """Let the next `times` events named `where` raise an error.

    Return a function that returns how many have done so.
    """
    raised = [0]

    def fail(*said: object) -> None:
        if raised[0] < times and (not statement or statement in str(said[2])):
            raised[0] += 1
            raise error

    event.listen(store.engines[0], where, fail)
    return lambda: raised[0]


@pytest.mark.parametrize(
    ("where", "statement"),
    [("begin", ""), ("commit", ""), ("before_cursor_execute", "RELEASE"), ("before_cursor_execute", "SAVEPOINT")],
)
@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("dictionary changed"), Interrupted()])
async def test_a_shared_failure_is_retried_for_each_write(
    store: Store, where: str, statement: str, error: BaseException
) -> None:
    await store.write(WORKS[0])
    raised = fails(store, where, error, 1, statement)
    told = await asyncio.wait_for(asyncio.gather(*map(store.write, WORKS), return_exceptions=True), 20)
    assert raised() == 1
    assert [each for each in told if each is not None] in ([], [error])  # the first write may have a turn of its own
    await store.write(WORKS[0])
    for number in range(1, len(WORKS)):
        assert await store.read(partial(facts.fact, name=f"fact {number}")) == "x"


async def test_a_lasting_failure_is_raised_in_every_write(store: Store) -> None:
    await store.write(WORKS[0])
    fails(store, "commit", MemoryError(), 1_000)
    told = await asyncio.wait_for(asyncio.gather(*map(store.write, WORKS), return_exceptions=True), 20)
    assert [type(each) for each in told] == [MemoryError] * len(WORKS)
