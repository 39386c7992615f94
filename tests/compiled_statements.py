"""Compile each SQL statement only once for each process and kind of database.

SQLAlchemy caches compiled statements separately for each engine. Most tests open an engine of their own, and compiling
the same statements for each of them took more than a tenth of the tests' time. The bot has only one engine.
"""

from typing import Any

from sqlalchemy import Dialect, Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

_FACTS = ("paramstyle", "server_version_info", "use_insertmanyvalues", "insertmanyvalues_page_size", "label_length")


class OfAllEngines(LRUCache[Any, Any]):
    """A cache of compiled statements that engines share if their dialects compile statements in the same way.

    The keys of an engine's own cache contain the dialect object. Here the dialect's properties replace this object.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the compiled statement for a key, or `default` if the statement was not compiled yet."""
        return super().get(of_a_kind(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        """Store a statement that an engine has compiled."""
        super().__setitem__(of_a_kind(key), compiled)


def of_a_kind(key: tuple[Dialect, Any]) -> tuple[object, ...]:
    """Return a statement's key for the shared cache.

    It has the properties of the dialect that affect compiling, and not the dialect itself.
    """
    dialect, *statement = key
    return type(dialect), *(getattr(dialect, fact, None) for fact in _FACTS), *statement


_compiled = OfAllEngines(2000)


def install() -> None:
    """Let all engines of this process that cache compiled statements share one cache."""

    def created(engine: Engine) -> None:
        if engine._compiled_cache is not None:
            engine._compiled_cache = _compiled

    setattr(DefaultDialect, "engine_created", staticmethod(created))  # noqa: B010 - SQLAlchemy's own hook
