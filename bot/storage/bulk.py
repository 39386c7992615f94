"""Write and delete many rows at once."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, bindparam, delete

from bot.storage import ALL, Condition

MOST_AT_ONCE = 1000
"""The most rows in one statement, because databases accept only some ten thousand values in one statement."""

Each = TypeVar("Each")


class Upsert:
    """A statement that inserts rows. If a row with the same key exists, the statement changes or keeps it.

    It is built once for many rows, because building it takes longer than running it.
    """

    def __init__(
        self, into: Table, *, replaced: Collection[str] = (), added: Collection[str] = (), where: Condition = ALL
    ) -> None:
        """Prepare the statement for the table `into`.

        In an existing row, the columns in `replaced` take the new values. The new values are added to the columns in
        `added`. The other columns stay as they are. An existing row for which `where` is false does not change.
        """
        self._into, self._replaced, self._added, self._where = into, tuple(replaced), tuple(added), where
        self._built: dict[str, Any] = {}

    def statement(self, connection: Connection) -> Any:
        """Return the statement in the SQL dialect of this database. It takes the values by the names of the columns."""
        name = connection.dialect.name
        if name not in self._built:
            self._built[name] = self._build(import_module(f"sqlalchemy.dialects.{name}"))  # only the dialect in use
        return self._built[name]

    def write(self, connection: Connection, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows. Each row has a value for every column of the table, in the order of the columns."""
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
    """A statement that deletes rows of a table by their primary keys, one row at a time.

    For several rows at once, SQLite would not use the index of a key with several columns.
    """

    def __init__(self, of: Table) -> None:
        key = {f"of_{column.name}": column for column in of.primary_key.columns}
        self._names = tuple(key)
        self._statement = delete(of).where(*(column == bindparam(name) for name, column in key.items()))

    def carry_out(self, connection: Connection, keys: Iterable[Sequence[Any]]) -> None:
        """Delete the rows with these keys. Each key has its columns in the order of the table."""
        if gone := [dict(zip(self._names, key, strict=True)) for key in keys]:
            connection.execute(self._statement, gone)


def batched(rows: Iterable[Each]) -> Iterator[list[Each]]:
    """Yield rows in lists of at most `MOST_AT_ONCE` rows."""
    left = iter(rows)
    while some := list(islice(left, MOST_AT_ONCE)):
        yield some


def _named(table: Table, rows: Iterable[Sequence[Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows as dictionaries by column name, in lists of at most `MOST_AT_ONCE` rows."""
    names = table.c.keys()
    for some in batched(rows):
        yield [dict(zip(names, row, strict=True)) for row in some]
