"""Run units of work on the database. A unit of work is a plain function that takes a connection.

On SQLite, threads run it with a synchronous engine (`sqlite.py`). On PostgreSQL it runs with asyncpg
(`postgresql.py`).
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneIsFree

from bot.metrics import STATEMENT_SECONDS, TRANSACTION_SECONDS, TRANSACTIONS_FAILED
from bot.settings import USUAL, Connections
from bot.storage import database
from bot.storage.migrate import upgrade
from bot.storage.structs import learn_structs


def time_statements(engine: Engine) -> None:
    """Measure the time of every statement of an engine. Measuring takes about ten microseconds for each statement."""

    @event.listens_for(engine, "before_cursor_execute")
    def begins(connection: Connection, *_: Any) -> None:
        connection.info["began"] = time.perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def ends(connection: Connection, *_: Any) -> None:
        STATEMENT_SECONDS.observe(time.perf_counter() - connection.info["began"])


@contextlib.contextmanager
def timed(kind: Literal["read", "write"], refused: type[Exception]) -> Iterator[None]:
    """Measure how long the body takes, and record it as the time of a unit of work.

    The exception `refused` is counted as a failed transaction.
    """
    began = time.perf_counter()
    try:
        yield
    except refused:
        TRANSACTIONS_FAILED.labels(kind).inc()
        raise
    finally:
        TRANSACTION_SECONDS.labels(kind).observe(time.perf_counter() - began)


log = logging.getLogger(__name__)

T = TypeVar("T")

Work = Callable[[Connection], T]

PAUSES = (0.05, 0.5)
"""The seconds before a second and a third try after a broken connection.

The outcome of a broken write is unknown, but its key makes a second try safe.
"""

UNTIL_READ = 5.0
"""The seconds that closing the store waits for running reads."""

PASSING = ("08", "25006", "40", "57P0", "53")
"""The beginnings of PostgreSQL's codes for errors that may go away within moments."""

UNTIL_OVER, UNTIL_TOLD_AGAIN = 10.0, 600.0
"""The seconds without a failure after which a fault is over, and the seconds between two log lines during a fault."""

OF_THE_MACHINE = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN"),
    *database.OF_A_POOLER,
)
"""The beginnings of the names and codes of errors that the file, the disk, another program or a pooler causes."""


class StoreFailed(Exception):  # noqa: N818 - the name says what happened
    """Raised if the database refuses a statement or cannot be reached.

    The message contains only the kind of the error. PostgreSQL's own messages quote whole rows, which may contain the
    seed and hidden dice.
    """

    def __init__(self, error: BaseException) -> None:
        code = _code(error) or _sqlite_name(error) or "no code"
        known = database.meaning_of(code)
        unknown = f"the database complained: {type(error).__name__}"
        super().__init__(f"{f'the database cannot be used: {known}' if known else unknown} ({code})")
        self.is_away = _is_away(error)
        """Whether the database, its disk or the connection failed. A traceback would not explain such a failure."""
        self.reference = ""
        """The reference of the fault in the log, or "" if there is none. Further failures are counted under it."""


class Refusals:
    """Logs when the database or its disk begins to fail and when it works again. It counts the failures in between.

    A fault is over when a write succeeds and nothing has failed for `UNTIL_OVER` seconds. One success is not enough,
    because a full disk may accept a small write between two large ones.
    """

    def __init__(self) -> None:
        self._reference, self._many, self._last, self._told = "", 0, 0.0, 0.0

    def refused(self, error: StoreFailed) -> None:
        """Count a failure, and store the reference of its fault in `error`.

        The first failure of a fault is logged. After that, at most one is logged every `UNTIL_TOLD_AGAIN` seconds.
        """
        now = time.monotonic()
        self._many, self._last = self._many + 1, now
        if not self._reference:
            self._reference, self._told = secrets.token_hex(3), now
            known = {"reference": self._reference}
            log.warning("Fault %s: %s. Further failures are counted.", self._reference, error, extra=known)
        elif now - self._told > UNTIL_TOLD_AGAIN:
            self._told = now
            log.warning("Fault %s goes on: %s. Failed so far: %d.", self._reference, error, self._many)
        error.reference = self._reference

    def saved(self) -> None:
        """Record that a write succeeded, and log the end of a fault if it is over."""
        if self._reference and time.monotonic() - self._last > UNTIL_OVER:
            log.warning("Fault %s is over: the database can be used again. Failed: %d.", self._reference, self._many)
            self._reference, self._many = "", 0


class Drive(Protocol):
    """Runs units of work on one kind of database."""

    engines: tuple[Engine, ...]
    """The engine for writing and, if it is a different one, the engine for reading."""

    is_shared: bool
    """Whether other processes may work on the same database."""

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, and return its result."""

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, and return its result once the transaction is committed."""

    async def close(self, reads: Awaitable[Any]) -> None:
        """Close the database after the running writes, and after `reads`."""


class Store:
    """An open database that runs units of work."""

    clock: Callable[[], float] | None = None
    """The clock, in seconds, that times transactions of work on many rows: by default that of the event loop."""

    def __init__(self, drive: Drive) -> None:
        self._drive = drive
        self._refusals = Refusals()
        self._under_way: set[asyncio.Future[Any]] = set()
        self._reading: set[asyncio.Future[None]] = set()
        for engine in drive.engines:
            time_statements(engine)
        self.guard: Callable[[Connection], None] | None = None
        """A function that is called at the beginning of every write.

        It raises an exception if this process may no longer write.
        """

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self._drive.is_shared

    @property
    def engines(self) -> tuple[Engine, ...]:
        """Return the engine for writing and, if it is a different one, the engine for reading."""
        return self._drive.engines

    @classmethod
    async def open(cls, database_url: str, connections: Connections = USUAL) -> "Store":
        """Open the database at `database_url`, and migrate it to the newest revision.

        `connections` says how to connect to PostgreSQL. Raises `CannotStart` if there is no such database, and
        `sqlite.StoreBusy` if another process uses it.
        """
        url = database.read_url(database_url)
        learn_structs()
        if url.get_backend_name() == "sqlite":
            from bot.storage import sqlite

            return cls(await asyncio.to_thread(sqlite.opened, url))
        from bot.storage import postgresql

        await asyncio.to_thread(upgrade, url)
        return cls(postgresql.opened(url, connections))

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction and return its result. The transaction ends even if the caller is cancelled.

        An exception of `work` rolls the transaction back and is raised here. An error of the database is raised as
        `StoreFailed`.
        """
        task = asyncio.ensure_future(self._write(work))
        self._under_way.add(task)
        task.add_done_callback(self._done)
        with timed("write", StoreFailed):
            return await asyncio.shield(task)

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, and return its result. Raises `StoreFailed` if the database fails."""
        done = asyncio.get_running_loop().create_future()
        self._reading.add(done)
        try:
            with timed("read", StoreFailed):
                return await self._patiently(lambda: self._drive.read(work))
        finally:
            self._reading.discard(done)
            done.set_result(None)

    def _done(self, task: asyncio.Future[Any]) -> None:
        """Forget a write that has ended.

        Retrieve its exception, too, so that asyncio does not log it. A caller that was cancelled does not retrieve it.
        """
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()

    async def close(self) -> None:
        """Wait for running writes, and up to `UNTIL_READ` seconds for running reads, and then close the database.

        If a read ended later, its connection would stay open.
        """
        await asyncio.gather(*self._under_way, return_exceptions=True)
        await self._drive.close(self._reads_end())

    async def _reads_end(self) -> None:
        if self._reading:
            await asyncio.wait(self._reading, timeout=UNTIL_READ)

    async def _write(self, work: Work[T]) -> T:
        done = await self._patiently(lambda: self._write_once(work))
        self._refusals.saved()
        return done

    async def _patiently(self, step: Callable[[], Awaitable[T]]) -> T:
        """Await `step`.

        If it fails but may succeed later, try it again after each pause in `PAUSES`. Raises `StoreFailed`.
        """
        for pause in PAUSES:
            try:
                return await step()
            except _troubles() as error:
                if not _may_be_tried_again(error):
                    raise self._failed(error) from None
                log.debug("The database was met at a bad moment; the same is tried again.")
            await asyncio.sleep(pause)
        try:
            return await step()
        except _troubles() as error:
            raise self._failed(error) from None

    def _failed(self, error: BaseException) -> StoreFailed:
        failed = StoreFailed(error)
        if failed.is_away:
            self._refusals.refused(failed)
        return failed

    async def _write_once(self, work: Work[T]) -> T:
        return await self._drive.write(_guarded(self.guard, work) if self.guard is not None else work)


def _troubles() -> tuple[type[Exception], ...]:
    """Return the exceptions which mean that the database refuses a statement or cannot be reached."""
    return DBAPIError, NoneIsFree, OSError, *database.driver_errors()


def _code(error: BaseException) -> str | None:
    """Return the code that PostgreSQL gives to an error, or None."""
    code = getattr(getattr(error, "orig", error), "sqlstate", None)
    return code if isinstance(code, str) else None


def _sqlite_name(error: BaseException) -> str | None:
    """Return the name that SQLite gives to an error, or None."""
    name = getattr(getattr(error, "orig", None), "sqlite_errorname", None)
    return name if isinstance(name, str) else None


def _passes(error: BaseException) -> bool:
    """Return whether an error may go away by itself.

    Such an error means that the connection broke or could not be made, or that two transactions conflicted.
    """
    if not isinstance(error, DBAPIError):
        return True
    return error.connection_invalidated or (_code(error) or "").startswith(PASSING)


def _is_away(error: BaseException) -> bool:
    return _passes(error) or (_sqlite_name(error) or _code(error) or "").startswith(OF_THE_MACHINE)


def _may_be_tried_again(error: BaseException) -> bool:
    """Return whether the same step may succeed on a second try.

    It may if the error goes away by itself, but waiting for a free connection is not repeated. An `IntegrityError`
    means that another transaction with the same key or channel was faster. On a second try this one finds its rows.
    """
    return isinstance(error, IntegrityError) or (_passes(error) and not isinstance(error, NoneIsFree))


def _guarded(guard: Callable[[Connection], None], work: Work[T]) -> Work[T]:
    def guarded(connection: Connection) -> T:
        guard(connection)
        return work(connection)

    return guarded
