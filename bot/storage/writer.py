"""Writes rows in bulk, and carries out the writes to a SQLite file one after the other."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Table, bindparam, delete, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bot.storage import ALL, Condition

MOST_AT_ONCE = 1000
"""The most rows of one statement: databases accept some ten thousand values at once."""

Each = TypeVar("Each")


class Upsert:
    """A statement that inserts rows into a table, and changes or keeps the rows whose key exists already.

    It is built once and carried out for many rows, because building it takes longer than carrying it out.
    """

    def __init__(
        self, into: Table, *, replaced: Collection[str] = (), added: Collection[str] = (), where: Condition = ALL
    ) -> None:
        """In an existing row, columns `replaced` take the new values, columns `added` grow by them, others stay.

        A row for which `where` does not hold stays whole.
        """
        self._into, self._replaced, self._added, self._where = into, tuple(replaced), tuple(added), where
        self._built: dict[str, Any] = {}

    def statement(self, connection: Connection) -> Any:
        """Return the statement in the dialect of this database, which takes values by the names of the columns."""
        name = connection.dialect.name
        if name not in self._built:
            self._built[name] = self._build(postgresql if name == "postgresql" else sqlite)
        return self._built[name]

    def write(self, connection: Connection, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows, each with a value for every column, in the order of the table."""
        for some in _named(self._into, rows):
            connection.execute(self.statement(connection), some)

    def _build(self, dialect: Any) -> Any:
        row, keys = dialect.insert(self._into), list(self._into.primary_key.columns)
        changes = {name: row.excluded[name] for name in self._replaced}
        changes |= {name: self._into.c[name] + row.excluded[name] for name in self._added}
        if not changes:
            return row.on_conflict_do_nothing(index_elements=keys)
        only = None if self._where is ALL else self._where
        return row.on_conflict_do_update(index_elements=keys, set_=changes, where=only)


class Removal:
    """A statement that deletes rows of a table by their keys, one by one.

    SQLite uses no index to find one of many rows by several columns.
    """

    def __init__(self, of: Table) -> None:
        key = {f"of_{column.name}": column for column in of.primary_key.columns}
        self._names = tuple(key)
        self._statement = delete(of).where(*(column == bindparam(name) for name, column in key.items()))

    def carry_out(self, connection: Connection, keys: Iterable[Sequence[Any]]) -> None:
        """Delete the rows of these keys, each with its columns in the order of the table."""
        if gone := [dict(zip(self._names, key, strict=True)) for key in keys]:
            connection.execute(self._statement, gone)


def fill(connection: Connection, into: Table, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, each with a value for every column, in the order of the table."""
    for some in _named(into, rows):
        connection.execute(insert(into), some)


def batched(rows: Iterable[Each]) -> Iterator[list[Each]]:
    """Yield rows in lists that fit one statement each."""
    left = iter(rows)
    while some := list(islice(left, MOST_AT_ONCE)):
        yield some


def _named(table: Table, rows: Iterable[Sequence[Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows by the names of their columns, in lists that fit one statement each."""
    names = table.c.keys()
    for some in batched(rows):
        yield [dict(zip(names, row, strict=True)) for row in some]


T = TypeVar("T")

Work = Callable[[Connection], T]

MOST = 64
"""The most writes that share one commit, so that nobody waits for a whole crowd of them."""


class Writer:
    """The thread that carries out all writes to a SQLite file."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: deque[tuple[Work[Any], Future[Any]]] = deque()

    async def write(self, work: Work[T]) -> T:
        """Carry out `work` in its turn, and return its result, or raise its exception, once that is on the disk.

        There are as many turns as writes, so each write is done at the end of its own turn at the latest.
        """
        done: Future[T] = Future()
        self._waiting.append((work, done))
        await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out)
        return done.result()

    def close(self) -> None:
        """Carry out the writes that wait, and close the database. Blocks."""
        self._thread.shutdown()
        self.engine.dispose()

    def _carry_out(self) -> None:
        """Carry out at most `MOST` of the writes that wait; there are none where an earlier turn has taken them."""
        some = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]
        if len(some) > 1 and self._together(some):
            return
        for work, done in some:
            try:
                given = in_transaction(self.engine, work)
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(given)

    def _together(self, some: list[tuple[Work[Any], Future[Any]]]) -> bool:
        """Carry out these writes in one transaction; return False where a database error rolled it back.

        Where another program holds the file, all of them fail at once instead of waiting for it one after another.
        """
        told: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self.engine.begin() as connection:
                for work, done in some:
                    told.append((done, *_behind_a_savepoint(connection, work)))
        except OperationalError as error:
            if told or not _is_held(error):
                return False
            for _, done in some:
                done.set_exception(error)
            return True
        except SQLAlchemyError:
            return False
        for done, given, refused in told:
            if refused is not None:
                done.set_exception(refused)
            else:
                done.set_result(given)
        return True


def _is_held(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorname", "") == "SQLITE_BUSY"


def in_transaction(engine: Engine, work: Work[T]) -> T:
    """Carry out `work` in a transaction of its own and return its result."""
    with engine.begin() as connection:
        return work(connection)


def _behind_a_savepoint(connection: Connection, work: Work[T]) -> tuple[T | None, BaseException | None]:
    """Return the result of `work`, or the exception with which it refused. Raises errors of the database."""
    try:
        with connection.begin_nested():
            return work(connection), None
    except SQLAlchemyError:
        raise
    except BaseException as refused:
        return None, refused
