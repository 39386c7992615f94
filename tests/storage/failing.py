"""Let one chosen statement or commit on SQLite fail, as if the database were locked or the disk were full or broken."""

import sqlite3
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from bot.storage.store import Store

KINDS = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR")


class Failing:
    """Counts a store's statements and commits since the call of `arm`, and lets the chosen one fail once."""

    def __init__(self, store: Store) -> None:
        self.count, self.failed = 0, 0
        self._at, self._kind = 0, ""
        for engine in store.engines:
            event.listen(engine, "before_cursor_execute", lambda _, __, statement, *___: self._comes(statement))
            event.listen(engine, "commit", lambda _: self._comes("COMMIT"))

    def arm(self, at: int, kind: str) -> None:
        """Start to count, and let the statement or commit with the number `at` fail with SQLite's error `kind`.

        If `at` is 0, none fails.
        """
        self.count, self._at, self._kind = 0, at, kind

    @property
    def has_struck(self) -> bool:
        """Return whether the chosen statement or commit has failed."""
        return 0 < self._at <= self.count

    def _comes(self, statement: str) -> None:
        if statement == "ROLLBACK":
            return
        self.count += 1
        if self.count == self._at:
            self.failed += 1
            error: Any = sqlite3.OperationalError("as asked")
            error.sqlite_errorname = self._kind
            raise OperationalError(statement, None, error)
