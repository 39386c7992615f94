"""How long the database takes: each statement by engine events, each unit of work as its caller waits for it."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any, Literal

from sqlalchemy import Connection, Engine, event

from bot.measures import STATEMENT_SECONDS, TRANSACTION_SECONDS, TRANSACTIONS_FAILED


def time_statements(engine: Engine) -> None:
    """Time every statement of an engine, which costs some ten microseconds each."""

    @event.listens_for(engine, "before_cursor_execute")
    def begins(connection: Connection, *_: Any) -> None:
        connection.info["began"] = time.perf_counter()

    @event.listens_for(engine, "after_cursor_execute")
    def ends(connection: Connection, *_: Any) -> None:
        STATEMENT_SECONDS.observe(time.perf_counter() - connection.info["began"])


@contextlib.contextmanager
def timed(kind: Literal["read", "write"], refused: type[Exception]) -> Iterator[None]:
    """Time a unit of work; `refused` is what the database's refusal is raised as."""
    began = time.perf_counter()
    try:
        yield
    except refused:
        TRANSACTIONS_FAILED.labels(kind).inc()
        raise
    finally:
        TRANSACTION_SECONDS.labels(kind).observe(time.perf_counter() - began)
