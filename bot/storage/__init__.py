"""The database: the only room (with migrations/) that knows SQL.

`store.py` drives a unit of work, which is a plain function over a `Connection`. The files by subject (`table_rows.py`,
`ledger.py` and so on) hold the statements that such a function calls.
"""

from sqlalchemy import ColumnElement, Connection, true

__all__ = ["ALL", "Condition", "Connection"]

Condition = ColumnElement[bool]
"""Which tables a query is about: made in this room, and handed through others to another query of this room."""

ALL: Condition = true()
