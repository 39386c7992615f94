"""The database. Only this package and migrations/ contain SQL.

`store.py` runs units of work. A unit of work is a plain function that takes a `Connection`. The queries that such
functions call are in the other files, by subject (`table_rows.py`, `ledger.py` and so on).
"""

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection"]

Condition = ColumnElement[bool]
"""A condition on tables. This package makes it, other packages pass it on, and a query of this package uses it."""

ALL: Condition = true()
