"""Statements that are compiled once a process for each kind of database, not once for each of the tests' engines.

SQLAlchemy keeps what it has compiled by engine and dialect, and every stage and house opens engines of its own: more
than a tenth of the tests' time went into compiling the same statements again. The bot has its engines for life.
"""

from typing import Any

from sqlalchemy import Dialect, Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

_FACTS = ("paramstyle", "server_version_info", "use_insertmanyvalues", "insertmanyvalues_page_size", "label_length")


class OfAllEngines(LRUCache[Any, Any]):
    """Compiled statements, by the kind of dialect; an engine's own cache has them by the dialect itself."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what an engine looks for."""
        return super().get(of_a_kind(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        """Keep what an engine has compiled."""
        super().__setitem__(of_a_kind(key), compiled)


def of_a_kind(key: tuple[Dialect, Any]) -> tuple[object, ...]:
    """Return the key of a statement with what its dialect may compile differently in place of the dialect."""
    dialect, *statement = key
    return type(dialect), *(getattr(dialect, fact, None) for fact in _FACTS), *statement


_compiled = OfAllEngines(2000)


def install() -> None:
    """Let all engines of this process that keep what they have compiled keep it together."""

    def created(engine: Engine) -> None:
        if engine._compiled_cache is not None:
            engine._compiled_cache = _compiled

    setattr(DefaultDialect, "engine_created", staticmethod(created))  # noqa: B010 - SQLAlchemy's own hook
