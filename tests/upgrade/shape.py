"""Describe the shape of a database, and find what an older version of the bot can no longer do with a newer shape."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, MetaData, Table, UniqueConstraint, column, inspect, select, table

KEPT_BY_US = ("alembic_version", "marks")
"""Tables that the migrations write. They hold the current revision, and the oldest version that can still work."""


@dataclass
class Shape:
    """Holds the tables of a database, the tables' checks, and their rows as dictionaries."""

    tables: MetaData
    checks: dict[str, set[str]]
    rows: dict[str, list[dict[str, Any]]]


def shape(connection: Connection) -> Shape:
    """Return the shape of a database, and all its rows."""
    known, look = MetaData(), inspect(connection)
    known.reflect(connection)
    checks = {name: {str(each["sqltext"]) for each in look.get_check_constraints(name)} for name in known.tables}
    rows = {
        name: [dict(row) for row in connection.execute(_plainly(there)).mappings()]
        for name, there in known.tables.items()
        if name not in KEPT_BY_US
    }
    return Shape(known, checks, rows)


def _plainly(there: Table) -> Any:
    """Return a query for all rows of a table. Its values are those that the driver returns."""
    return select(*(column(each.name) for each in there.columns)).select_from(table(there.name))


def taken_away(before: Shape, after: Shape) -> Iterator[str]:
    """Yield a sentence for each thing that a version for the earlier shape can no longer do."""
    for name, old in before.tables.tables.items():
        new = after.tables.tables.get(name)
        if new is None:
            yield f"table {name} is gone"
            continue
        yield from _columns(old, new)
        yield from (f"{name} has only one row for {', '.join(each)}" for each in sorted(_unique(new) - _unique(old)))
        yield from (f"{name} must refer to {each}" for each in sorted(_refers(new) - _refers(old)))
        yield from (f"{name} must hold to {each}" for each in sorted(after.checks[name] - before.checks[name]))
        if name in before.rows and not _same(before.rows[name], after.rows[name]):
            yield f"rows of {name} say something else"


def _columns(old: Table, new: Table) -> Iterator[str]:
    for each in old.columns:
        now = new.columns.get(each.name)
        if now is None:
            yield f"column {old.name}.{each.name} is gone"
        elif str(now.type) != str(each.type):
            yield f"column {old.name}.{each.name} is of type {now.type}"
        elif each.nullable and not now.nullable:
            yield f"column {old.name}.{each.name} must have a value"
        elif each.server_default is not None and now.server_default is None:
            yield f"column {old.name}.{each.name} has no value of its own any more"
    for each in new.columns:
        if each.name not in old.columns and not each.nullable and each.server_default is None:
            yield f"column {old.name}.{each.name} is new and must have a value"


def _unique(there: Table) -> set[tuple[str, ...]]:
    """Return the sets of columns whose values no two rows may share."""
    indexes = [[each.name for each in index.columns] for index in there.indexes if index.unique]
    said = [[each.name for each in one.columns] for one in there.constraints if isinstance(one, UniqueConstraint)]
    key = [each.name for each in there.primary_key.columns]
    return {tuple(sorted(words)) for words in (*indexes, *said, key)}


def _refers(there: Table) -> set[str]:
    return {str(each.target_fullname) for each in there.foreign_keys}


def _same(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    """Return whether all earlier rows are still there, compared by the columns that both shapes have."""
    there = before[0].keys() & after[0].keys() if before and after else set()
    left = Counter(repr([row[name] for name in sorted(there)]) for row in before)
    return left <= Counter(repr([row[name] for name in sorted(there)]) for row in after)
