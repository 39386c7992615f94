"""A SQLite file with its own threads: one thread runs all writes in turn, and a few threads run reads.

Each thread keeps its connection from one unit of work to the next. SQLite allows only one writer anyway, and passing
work to a thread costs less than an asynchronous driver.
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
"""The most writes that share one commit. Without a limit, the first of them might wait for too many others."""


READERS = 4
"""The number of threads that read. There are several, so that a press does not wait for a slow read."""

BUSY = 5000
"""The milliseconds that a write waits for another program's lock on a SQLite file."""


class KeptConnection:
    """The connection of a thread, which stays open from one unit of work to the next.

    After an error it is replaced.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    @contextlib.contextmanager
    def begin(self) -> Iterator[Connection]:
        """Yield the connection within a transaction, which is rolled back if the body raises.

        After an error of the database, or if the transaction could not be ended, the connection is also closed.
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
        """Close the connection. The next unit of work opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class Reader:
    """The threads that read a SQLite file. Each statement sees everything that was committed before it."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True, isolation_level="AUTOCOMMIT")
        prepare(self.engine, "query_only=ON")
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._local = threading.local()
        self._all: list[KeptConnection] = []

    async def read(self, work: Work[T]) -> T:
        """Run `work` in one of the threads and return its result. An exception of `work` is raised here."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._carry_out, work)

    def close(self) -> None:
        """Wait for running reads, and close the connections. This call blocks."""
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
        """Run `work` in its turn, and return its result once it is on the disk. An exception of `work` is raised here.

        Each write adds one turn of the thread. A turn finishes every write that it takes, so a write is done at the
        latest at the end of its own turn. If it were not, this would raise `TimeoutError` instead of blocking.
        """
        done: Future[T] = Future()
        self._waiting.append((work, done))
        await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out)
        return done.result(timeout=0)

    def close(self) -> None:
        """Run the waiting writes, and close the connection. This call blocks."""
        self._thread.shutdown()
        self._kept.close()
        self.engine.dispose()

    def _carry_out(self) -> None:
        """Run at most `MOST` of the waiting writes. There are none left if an earlier turn has run them."""
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
        """Run these writes in one transaction. Return False if an error rolled the transaction back.

        If another program has locked the file, all of them fail together, because otherwise each of them would wait
        for the lock in turn.
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
    """Return whether SQLite itself still has an open transaction.

    Return True, too, if the connection is closed or unusable.
    """
    return connection.closed or connection.invalidated or bool(connection.connection.in_transaction)


def _is_held(error: OperationalError) -> bool:
    return getattr(error.orig, "sqlite_errorname", "") == "SQLITE_BUSY"


def _behind_a_savepoint(connection: Connection, work: Work[T]) -> tuple[T | None, BaseException | None]:
    """Return the result of `work`, or the exception that it raised. Raises errors of the database.

    A savepoint undoes what `work` did before an exception. Its name is always the same. SQLAlchemy would make a new
    name for each savepoint, which would push all other statements out of the driver's cache.
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
    """Raised when another process of the bot already uses this database file."""


class SqliteFile:
    """A SQLite file that only this process uses."""

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
        """Close the file after the waiting writes and after `reads`, and release its lock for other processes."""
        await asyncio.to_thread(self._writer.close)
        await reads
        await asyncio.to_thread(self._reader.close)
        self._lock.release()


def opened(url: URL) -> SqliteFile:
    """Lock, migrate and open the file at `url`. This call blocks.

    Raises `CannotStart` if the bot cannot use the file, and `StoreBusy` if another process uses it.
    """
    lock = locked(url)
    try:
        upgrade(url)
        return SqliteFile(url, lock)
    except BaseException:
        lock.release()
        raise


def locked(url: URL) -> FileLock:
    """Lock the file of a SQLite address for this process, and return the lock. The caller has to release it.

    SQLite has one writer, and two bots would answer every press twice. Raises `StoreBusy` if another process has the
    lock.
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
    """Set up each new connection of an engine. `more` contains additional pragmas.

    Connections use a write-ahead log, write every commit to the disk, and check foreign keys.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}", *more):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def begin_by(engine: Engine, statement: str) -> None:
    """Make SQLAlchemy begin each transaction with `statement`, so that the driver does not begin it.

    In a transaction that the driver begins, a write after a read can fail as "locked".
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(statement)
