"""How a unit of work reaches the database: one plain function over a connection, driven two ways.

On SQLite one writer thread carries out all writes over a synchronous engine (faster than the same through
async sessions, and SQLite has one writer anyway); reads go through aiosqlite. On PostgreSQL both go through
asyncpg and `run_sync`; reads need no transaction there, since each statement has a snapshot of its own in any case.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal, TypeVar

from asyncpg import InterfaceError, PostgresError
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneIsFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import greenlet_spawn

from bot.metrics import STATEMENT_SECONDS, TRANSACTION_SECONDS, TRANSACTIONS_FAILED
from bot.settings import CannotStart
from bot.storage import database
from bot.storage.migrate import upgrade
from bot.storage.writer import Writer


def time_statements(engine: Engine) -> None:
    """Measure how long every statement of an engine takes, at a cost of some ten microseconds each."""

    @event.listens_for(engine, "before_cursor_execute")
    def begins(connection: Connection, *_: Any) -> None:
        connection.info["began"] = time.perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def ends(connection: Connection, *_: Any) -> None:
        STATEMENT_SECONDS.observe(time.perf_counter() - connection.info["began"])


@contextlib.contextmanager
def timed(kind: Literal["read", "write"], refused: type[Exception]) -> Iterator[None]:
    """Measure how long a unit of work takes; the exception `refused` counts as failed by the database."""
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
"""Seconds before a write is tried again where the connection broke: its outcome is unknown, its key makes it safe."""

UNREACHABLE = (OSError, PostgresError, InterfaceError)
"""The exceptions of a connection that cannot be made, or that takes too long."""

POOL, MORE, PATIENCE = 10, 10, 30.0
"""Connections that are kept, how many more there may be for a moment, and the seconds one statement may take."""

UNTIL_FREE = 10.0
"""Seconds to wait for a connection while all are in use."""

UNTIL_READ = 5.0
"""Seconds that closing waits for who still reads."""

BUSY = 5000
"""Milliseconds that a write waits for another program that holds a SQLite file."""

PASSING = ("08", "40", "57P0", "53")
"""The beginnings of PostgreSQL's codes for errors that may pass within a moment."""

OF_THE_MACHINE = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""The beginnings of SQLite's names for errors of the file, the disk or another program."""


class StoreBusy(CannotStart):
    """Another process already keeps its games in this database file."""


class StoreFailed(Exception):  # noqa: N818 - names what happened
    """The database refused or could not be reached.

    The message has the kind of the error and no more, because PostgreSQL quotes whole rows in its complaints, with the
    seed and the hidden dice in them.
    """

    def __init__(self, error: BaseException) -> None:
        code = _code(error) or _sqlite_name(error) or "no code"
        super().__init__(f"the database complained: {type(error).__name__} ({code})")
        self.is_away = _is_away(error)
        """Whether the database, its disk or the way to it failed, which no traceback would explain."""


class Store:
    """An open database, on which units of work are carried out."""

    def __init__(self, reader: AsyncEngine, writer: Engine | None = None, lock: FileLock | None = None) -> None:
        self._reader, self._lock = reader, lock
        self._writer = Writer(writer) if writer is not None else None
        self._under_way: set[asyncio.Future[Any]] = set()
        self._reading: set[asyncio.Future[None]] = set()
        for engine in (reader.sync_engine, writer):
            if engine is not None:
                time_statements(engine)
        self.guard: Callable[[Connection], None] | None = None
        """Called at the beginning of every write; it raises where this process may not write any more."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self._writer is None

    @classmethod
    async def open(cls, database_url: str, is_pooled: bool = False) -> "Store":
        """Open the database at `database_url` and migrate it to the newest revision; `is_pooled`: through a pooler.

        Raises `CannotStart` where there is none, and `StoreBusy` where another process has it.
        """
        url = database.read_url(database_url)
        if url.get_backend_name() == "sqlite":
            return await asyncio.to_thread(_open_sqlite, url)
        await asyncio.to_thread(upgrade, url)
        reads = "READ COMMITTED" if is_pooled else "AUTOCOMMIT"
        return cls(
            database.postgresql(
                url,
                PATIENCE,
                is_pooled,
                pool_size=POOL,
                max_overflow=MORE,
                pool_timeout=UNTIL_FREE,
                isolation_level=reads,
            )
        )

    async def write(self, work: Work[T]) -> T:
        """Carry out `work` in one transaction and return its result; it ends even if the caller is cancelled.

        What `work` raises rolls the transaction back and is raised here; what the database itself has to
        complain about becomes `StoreFailed`.
        """
        task = asyncio.ensure_future(self._write(work))
        self._under_way.add(task)
        task.add_done_callback(self._done)
        with timed("write", StoreFailed):
            return await asyncio.shield(task)

    async def read(self, work: Work[T]) -> T:
        """Carry out `work`, which only reads, and return its result. Raises `StoreFailed`."""
        done = asyncio.get_running_loop().create_future()
        self._reading.add(done)
        try:
            with timed("read", StoreFailed):
                return await self._patiently(lambda: self._read_once(work))
        finally:
            self._reading.discard(done)
            done.set_result(None)

    def _done(self, task: asyncio.Future[Any]) -> None:
        """Forget a write that has ended; its exception is read, since a cancelled caller will not."""
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()

    async def close(self) -> None:
        """Wait for running writes, and a while for reads: a connection that came back later would stay open."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)
        if self._reading:
            await asyncio.wait(self._reading, timeout=UNTIL_READ)
        await self._reader.dispose()
        if self._lock is not None:
            self._lock.release()

    async def _write(self, work: Work[T]) -> T:
        return await self._patiently(lambda: self._write_once(work))

    async def _patiently(self, step: Callable[[], Awaitable[T]]) -> T:
        """Await a step, and again after each pause where it may succeed then. Raises `StoreFailed`."""
        for pause in PAUSES:
            try:
                return await step()
            except (DBAPIError, NoneIsFree, *UNREACHABLE) as error:
                if not _may_be_tried_again(error):
                    raise StoreFailed(error) from None
                log.debug("The database was met at a bad moment; the same is tried again.")
            await asyncio.sleep(pause)
        try:
            return await step()
        except (DBAPIError, NoneIsFree, *UNREACHABLE) as error:
            raise StoreFailed(error) from None

    async def _read_once(self, work: Work[T]) -> T:
        async with self._reader.connect() as connection:
            return await connection.run_sync(work)

    async def _write_once(self, work: Work[T]) -> T:
        work = _guarded(self.guard, work) if self.guard is not None else work
        if self._writer is not None:
            return await self._writer.write(work)
        return await greenlet_spawn(_in_one_go, self._reader.sync_engine, work)


def _in_one_go(engine: Engine, work: Work[T]) -> T:
    """Carry out a transaction, from its connection to its commit, in one greenlet, which is cheaper than several."""
    with engine.connect() as connection:
        connection.execution_options(isolation_level="READ COMMITTED")
        with connection.begin():
            return work(connection)


def _code(error: BaseException) -> str | None:
    """Return PostgreSQL's code of an error, None where it has none."""
    code = getattr(getattr(error, "orig", error), "sqlstate", None)
    return code if isinstance(code, str) else None


def _sqlite_name(error: BaseException) -> str | None:
    """Return SQLite's name of an error, None where it has none."""
    name = getattr(getattr(error, "orig", None), "sqlite_errorname", None)
    return name if isinstance(name, str) else None


def _passes(error: BaseException) -> bool:
    """Return whether the connection broke or could not be made, or two transactions were in each other's way."""
    if not isinstance(error, DBAPIError):
        return True
    return error.connection_invalidated or (_code(error) or "").startswith(PASSING)


def _is_away(error: BaseException) -> bool:
    return _passes(error) or (_sqlite_name(error) or "").startswith(OF_THE_MACHINE)


def _may_be_tried_again(error: BaseException) -> bool:
    """Return whether the same step may succeed now.

    Passing trouble may be over, though waiting for a connection is not repeated. After an `IntegrityError` another
    transaction was quicker with the same key or channel, which this one finds when it looks again.
    """
    return isinstance(error, IntegrityError) or (_passes(error) and not isinstance(error, NoneIsFree))


def _guarded(guard: Callable[[Connection], None], work: Work[T]) -> Work[T]:
    def guarded(connection: Connection) -> T:
        guard(connection)
        return work(connection)

    return guarded


def _open_sqlite(url: URL) -> Store:
    lock = locked(url)
    try:
        upgrade(url)
        writer = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        reader = create_async_engine(url.set(drivername="sqlite+aiosqlite"), hide_parameters=True)
        _prepare(writer, begin="BEGIN IMMEDIATE")
        _prepare(reader.sync_engine, begin="BEGIN")
    except BaseException:
        lock.release()
        raise
    return Store(reader, writer, lock)


def locked(url: URL) -> FileLock:
    """Lock the file of a SQLite address for this process, and return the lock, which the caller releases.

    SQLite has one writer, and two bots would answer everything twice. Raises `StoreBusy` where another process has it.
    """
    file = database.file_of(url)
    lock = FileLock(f"{file}.lock", timeout=0, thread_local=False, mode=database.OWNER_ONLY)
    try:
        with database.explain_errors(url):
            database.make_folder(url)
            lock.acquire()
    except Timeout:
        raise StoreBusy(f"{file} is in use by another process of the bot; stop that one first.") from None
    return lock


def _prepare(engine: Engine, begin: str) -> None:
    """Let SQLAlchemy begin transactions, not the driver, with which read-then-write would fail as "locked"."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
