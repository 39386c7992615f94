"""A SQLite file, used by threads of its own: one runs all writes in turn, a few run reads.

Each thread keeps its connection between two units of work. SQLite has one writer anyway, and one hop from the loop to a
thread costs less than an asynchronous driver.
"""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bot.settings import CannotStart
from bot.storage import database
from bot.storage.migrate import upgrade

T = TypeVar("T")

Work = Callable[[Connection], T]

MOST = 64
"""The most writes that share one commit, so that nobody waits for a whole crowd of them."""


READERS = 4
"""The number of threads that read, so that a press does not wait for a long list."""

BUSY = 5000
"""Milliseconds that a write waits for another program's lock on a SQLite file."""


class KeptConnection:
    """The connection of one thread, which stays open between units of work, and is replaced after an error."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    @contextlib.contextmanager
    def begin(self) -> Iterator[Connection]:
        """Yield the connection within a transaction, which is rolled back if anything is raised.

        After an error of the database, or if its transaction could not be ended, the connection is closed, too.
        """
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            with connection.begin():
                yield connection
        except BaseException as error:
            if isinstance(error, SQLAlchemyError) or _is_in_transaction(connection):
                self.close()
            raise

    def close(self) -> None:
        """Close the connection; the next unit of work opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class Reader:
    """The threads that read a SQLite file. Each statement sees everything committed by then."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True, isolation_level="AUTOCOMMIT")
        prepare(self.engine, "query_only=ON")
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._local = threading.local()
        self._all: list[KeptConnection] = []

    async def read(self, work: Work[T]) -> T:
        """Run `work`, and return its result, or raise its exception."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._carry_out, work)

    def close(self) -> None:
        """Finish running reads, and close the database. Blocks."""
        self._threads.shutdown()
        for each in self._all:
            each.close()
        self.engine.dispose()

    def _carry_out(self, work: Work[T]) -> T:
        kept: KeptConnection | None = getattr(self._local, "kept", None)
        if kept is None:
            kept = self._local.kept = KeptConnection(self.engine)
            self._all.append(kept)
        with kept.begin() as connection:
            return work(connection)


class Writer:
    """The thread that runs all writes to a SQLite file."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
        prepare(self.engine)
        begin_by(self.engine, "BEGIN IMMEDIATE")
        self._kept = KeptConnection(self.engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: deque[tuple[Work[Any], Future[Any]]] = deque()

    async def write(self, work: Work[T]) -> T:
        """Run `work` in its turn, and return its result, or raise its exception, once it is on the disk.

        There are as many turns as writes, and a turn resolves every write that it takes, so each write is done at the
        end of its own turn at the latest. If one were not, this would raise `TimeoutError`: it never blocks the loop.
        """
        done: Future[T] = Future()
        self._waiting.append((work, done))
        await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out)
        return done.result(timeout=0)

    def close(self) -> None:
        """Run the waiting writes, and close the database. Blocks."""
        self._thread.shutdown()
        self._kept.close()
        self.engine.dispose()

    def _carry_out(self) -> None:
        """Run at most `MOST` of the waiting writes; there are none if an earlier turn has taken them."""
        some = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]
        if len(some) > 1 and self._together(some):
            return
        for work, done in some:
            try:
                given = self._alone(work)
            except BaseException as error:
                done.set_exception(error)
            else:
                done.set_result(given)

    def _alone(self, work: Work[T]) -> T:
        """Run `work` in a transaction of its own and return its result."""
        with self._kept.begin() as connection:
            return work(connection)

    def _together(self, some: list[tuple[Work[Any], Future[Any]]]) -> bool:
        """Run these writes in one transaction; return False if an error of any kind rolled it back.

        If another program holds the file, all of them fail together instead of waiting for it one after another.
        """
        told: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self._kept.begin() as connection:
                for work, done in some:
                    told.append((done, *_behind_a_savepoint(connection, work)))
        except OperationalError as error:
            if told or not _is_held(error):
                return False
            for _, done in some:
                done.set_exception(error)
            return True
        except BaseException:
            return False
        for done, given, refused in told:
            if refused is not None:
                done.set_exception(refused)
            else:
                done.set_result(given)
        return True


def _is_in_transaction(connection: Connection) -> bool:
    """Return whether SQLite itself has a transaction open, in spite of SQLAlchemy's own view."""
    return connection.closed or connection.invalidated or bool(connection.connection.in_transaction)


def _is_held(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorname", "") == "SQLITE_BUSY"


def _behind_a_savepoint(connection: Connection, work: Work[T]) -> tuple[T | None, BaseException | None]:
    """Return the result of `work`, or the exception with which it refused. Raises errors of the database.

    The savepoint's name is always the same: with a new one each time, as in SQLAlchemy, these statements would push all
    others out of the driver's cache.
    """
    connection.exec_driver_sql("SAVEPOINT alone")
    try:
        given = work(connection)
    except SQLAlchemyError:
        raise
    except BaseException as refused:
        connection.exec_driver_sql("ROLLBACK TO alone")
        connection.exec_driver_sql("RELEASE alone")
        return None, refused
    connection.exec_driver_sql("RELEASE alone")
    return given, None


class StoreBusy(CannotStart):
    """Another process already keeps its games in this database file."""


class SqliteFile:
    """A SQLite file that this process has for itself."""

    is_shared = False

    def __init__(self, url: URL, lock: FileLock) -> None:
        self._writer, self._reader, self._lock = Writer(url), Reader(url), lock
        self.engines: tuple[Engine, ...] = (self._writer.engine, self._reader.engine)

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, and return its result."""
        return await self._reader.read(work)

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, and return its result once it is on the disk."""
        return await self._writer.write(work)

    async def close(self, reads: Awaitable[Any]) -> None:
        """Close the file once waiting writes are done and `reads` have ended; from then on others may have it."""
        await asyncio.to_thread(self._writer.close)
        await reads
        await asyncio.to_thread(self._reader.close)
        self._lock.release()


def opened(url: URL) -> SqliteFile:
    """Lock, migrate and open the file at `url`. Blocks. Raises `CannotStart`, and `StoreBusy` if it is taken."""
    lock = locked(url)
    try:
        upgrade(url)
        return SqliteFile(url, lock)
    except BaseException:
        lock.release()
        raise


def locked(url: URL) -> FileLock:
    """Lock the file of a SQLite address for this process, and return the lock, which the caller releases.

    SQLite has one writer, and two bots would answer everything twice. Raises `StoreBusy` if another process has it.
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


def prepare(engine: Engine, *more: str) -> None:
    """Set up each connection to the file: write-ahead log, every commit on the disk, foreign keys, and `more`."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}", *more):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def begin_by(engine: Engine, statement: str) -> None:
    """Let SQLAlchemy begin transactions, not the driver, with which a write after a read fails as "locked"."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(statement)
