"""The database. Only this package and migrations/ contain SQL.

`store.py` runs units of work. A unit of work is a plain function that takes a `Connection`. The queries that such
functions call are in the other files, by subject (`table_rows.py`, `ledger.py` and so on).
"""

from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection", "Size"]

Condition = ColumnElement[bool]
"""A condition on rows, which other packages get from this package and pass to its queries."""

Size = Callable[[str], int]
"""A function that returns how many rows of a kind a transaction takes (see `batches`)."""

ALL: Condition = true()
