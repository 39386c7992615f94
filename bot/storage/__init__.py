"""The database. Only this package and migrations/ contain SQL.

`store.py` runs a unit of work, which is a plain function over a `Connection`. The other files contain, by subject,
the queries that such a function calls (`table_rows.py`, `ledger.py` and so on).
"""

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection"]

Condition = ColumnElement[bool]
"""A condition on tables. This package makes it, other packages pass it on, and a query of this package uses it."""

ALL: Condition = true()
