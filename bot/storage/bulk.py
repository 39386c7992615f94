"""Writing and deleting rows in bulk."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, bindparam, delete, insert

from bot.storage import ALL, Condition

MOST_AT_ONCE = 1000
"""The most rows of one statement: databases accept some ten thousand values at once."""

Each = TypeVar("Each")


class Upsert:
    """A statement that inserts rows into a table, and changes or keeps rows whose key exists already.

    It is built once for many rows, because building it takes longer than running it.
    """

    def __init__(
        self, into: Table, *, replaced: Collection[str] = (), added: Collection[str] = (), where: Condition = ALL
    ) -> None:
        """In an existing row, columns `replaced` take the new values, columns `added` grow by them, and others stay.

        A row for which `where` is false does not change.
        """
        self._into, self._replaced, self._added, self._where = into, tuple(replaced), tuple(added), where
        self._built: dict[str, Any] = {}

    def statement(self, connection: Connection) -> Any:
        """Return the statement in the dialect of this database, which takes values by the names of the columns."""
        name = connection.dialect.name
        if name not in self._built:
            self._built[name] = self._build(import_module(f"sqlalchemy.dialects.{name}"))  # only the dialect in use
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
