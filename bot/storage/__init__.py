"""The database: the only package (with migrations/) that knows SQL.

`store.py` runs a unit of work, which is a plain function over a `Connection`. The files by subject (`table_rows.py`,
`ledger.py` and so on) have the statements that such a function calls.
"""

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection"]

Condition = ColumnElement[bool]
"""The tables that a query is about: made in this package, and passed through others to another query of it."""

ALL: Condition = true()
