"""The database: the only room (with migrations/) that knows SQL.

`store.py` drives a unit of work, which is a plain function over a `Connection`; `rows.py` and `ledger.py` hold
the statements that such a function calls.
"""

from sqlalchemy import Connection

__all__ = ["Connection"]
