"""The database. Only this package and migrations/ contain SQL.

`store.py` runs units of work. A unit of work is a plain function that takes a `Connection`. The queries that such
functions call are in the other files, by subject (`table_rows.py`, `ledger.py` and so on).
"""

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection"]

Condition = ColumnElement[bool]
"""A condition on rows, which other packages get from this package and pass to its queries."""

ALL: Condition = true()
