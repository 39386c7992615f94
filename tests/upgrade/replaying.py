"""A tape played to a database: the version that it was taken of, as far as the database can tell."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from bot.storage import database
from tests.upgrade.tape import (
    NUMBER,
    Step,
    Tape,
    Transaction,
    count_from_far_off,
    digest,
    is_far_off,
    numbers,
    outcome,
    placeholders,
    reads,
)


class Older:
    """The version of the tape, at work on a database over one connection.

    `notes` what came of it otherwise than it did: a statement that is refused, or touches other rows, or gives others
    (to the letter). Where it plays `beside` another version it sees rows of that one, too, and only what it touches is
    compared.
    """

    def __init__(self, tape: Tape, connection: Connection | AsyncConnection) -> None:
        self._tape, self._connection = tape, connection
        self.beside = False
        self.notes: list[str] = []
        self._stands_for: dict[int, int] = {}

    async def play(self, *scenes: str) -> None:
        """All that was said in these scenes."""
        async for _ in self.play_slowly(*scenes):
            pass

    async def play_slowly(self, *scenes: str) -> AsyncIterator[Transaction]:
        """All that was said in these scenes, one transaction at a time; gives each after it."""
        for transaction in self._tape.transactions:
            if transaction.scene in scenes:
                await self._one(transaction)
                yield transaction

    async def far_off(self) -> None:
        """Count from the numbers on which the tape counts; once, before anything is played."""
        await self._done(count_from_far_off)
        await self._done(Connection.commit)

    def stands_for(self, number: int) -> int:
        """The number that a row of the tape has here."""
        return self._stands_for.get(number, number)

    async def _one(self, transaction: Transaction) -> None:
        try:
            await self._done(partial(self._all_said, steps=transaction.steps))
        except DBAPIError as refused:
            said = str(refused.orig).partition("\n")[0]
            self.notes.append(f"{transaction.scene}: {said}")
            await self._done(Connection.rollback)
        else:
            await self._done(Connection.commit if transaction.kept else Connection.rollback)

    async def _done(self, work: Callable[[Connection], None]) -> None:
        if isinstance(self._connection, Connection):
            work(self._connection)
        else:
            await self._connection.run_sync(work)

    def _all_said(self, connection: Connection, steps: Sequence[Step]) -> None:
        with _listening(connection) as heard:
            for step in steps:
                statement = self._tape.statements[step.statement]
                values = [tuple(map(self._here, row)) for row in (step.values if step.many else [step.values])]
                connection.exec_driver_sql(statement, values if step.many else values[0])
                self._compare(step, statement, *heard.pop())

    def _compare(self, step: Step, statement: str, rows: int, given: list[tuple[Any, ...]]) -> None:
        if rows != step.rows and not (self.beside and reads(statement)):
            self.notes.append(f"{rows} rows, where there were {step.rows}: {statement}")
        elif not self.beside and digest(statement, given) != step.given:
            self.notes.append(f"other rows than there were: {statement}")
        here = numbers(given)
        if len(here) == len(step.numbers):  # else rows of another version are among them
            self._stands_for |= dict(zip(step.numbers, here, strict=True))

    def _here(self, value: Any) -> Any:
        """A value of the tape, with the numbers that stand here for those in it."""
        if isinstance(value, int) and is_far_off(value):
            return self.stands_for(value)
        if isinstance(value, str):
            return NUMBER.sub(lambda found: str(self.stands_for(int(found[0]))), value)
        return value


@asynccontextmanager
async def older(tape: Tape, url: str) -> AsyncIterator[Older]:
    """The version of a tape, connected with a database."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite":
        file = create_engine(where.set(drivername="sqlite"), poolclass=NullPool)
        event.listen(file, "connect", _as_the_bot_does)
        with file.connect() as connection:
            yield Older(tape, connection)
        return
    engine = database.postgresql(where, poolclass=NullPool)
    async with engine.connect() as connected:
        yield Older(tape, connected)
    await engine.dispose()


def _as_the_bot_does(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("foreign_keys=ON", "busy_timeout=5000", "synchronous=OFF"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextmanager
def _listening(connection: Connection) -> Iterator[list[tuple[int, list[tuple[Any, ...]]]]]:
    """What comes of each statement within, as it comes."""
    heard: list[tuple[int, list[tuple[Any, ...]]]] = []

    def said(_: Connection, cursor: Any, statement: str, values: Any, *__: Any) -> None:
        heard.append(outcome(cursor, statement, values))
        if connection.dialect.name == "sqlite":
            for word in placeholders(statement):
                cursor.execute(word)

    event.listen(connection, "after_cursor_execute", said)
    try:
        yield heard
    finally:
        event.remove(connection, "after_cursor_execute", said)
