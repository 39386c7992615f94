"""The one writer of a SQLite file: a thread that carries out all writes, and lets those that wait share a commit.

A commit waits for the disk, which takes longer than all the statements before it. So what has come in while the last
commit was under way is carried out in one transaction, each write behind a savepoint of its own; where anything but a
refusal happens there, all of them are carried out once more, one by one.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST = 64
"""The most writes that share one commit, so that nobody waits for all of a crowd."""


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
        """Carry out all writes that wait by now; there are none where an earlier turn has taken them."""
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
        """Carry these out in one transaction; return False where the database complained and it was rolled back.

        Where another program holds the file, all fail at once, so that they do not wait for it one after another.
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
