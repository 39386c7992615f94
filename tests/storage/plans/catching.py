"""Record the statements that the bot sends and the functions that send them, and read the statements' query plans."""

import ast
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, event

from bot import storage
from bot.storage import schema as db
from tests.storage.plans.filling import FEW

ROOM = Path(storage.__file__).parent
MACHINERY = frozenset(
    {
        "backup_files",
        "backup_notes",
        "alembic_runner",
        "database",
        "migrate",
        "moving",
        "postgresql",
        "read_only",
        "sqlite",
        "store",
        "bulk",
    }
)
"""Storage modules that pass on statements of other modules, or that only operators use."""
WORDS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
GROWING = frozenset(table.name for table in db.metadata.sorted_tables if table not in FEW)
SMALL = frozenset(
    {
        "uq_tables_live_channel",
        "ix_tables_live_guild",
        "ix_tables_behind",
        "ix_tables_unindexed",
        "ix_servers_gone",
        "ix_server_settings_replays",
    }
)
"""Indexes that cover only a few rows, such as those of live tables. They may be read from end to end."""
DEAR = 5_000.0
"""The highest cost, in PostgreSQL's units, of a statement that reads few rows.

Reading a hundred thousand rows costs more.
"""


class Said(msgspec.Struct, frozen=True):
    """Holds a statement with its values, and the storage functions that sent it. The innermost function comes last."""

    text: str
    values: Any
    by: tuple[str, ...]


class Caught:
    """Holds each recorded statement once, and the names of the functions that sent statements."""

    def __init__(self) -> None:
        self.said: dict[tuple[str, str], Said] = {}
        self.senders: set[str] = set()

    def note(self, text: str, values: Any) -> None:
        """Record a statement that is being sent."""
        by = tuple(_storage_on_the_stack())
        self.senders.update(by)
        if text.split(maxsplit=1)[0] in WORDS and by:
            self.said.setdefault((text, by[-1]), Said(text, values, by))

    @contextmanager
    def sent_by(self, *engines: Engine) -> Iterator[None]:
        """Record all statements that these engines send within the block."""

        def sends(_: Any, __: Any, text: str, values: Any, ___: Any, many: bool) -> None:
            self.note(text, values[0] if many else values)

        for engine in engines:
            event.listen(engine, "before_cursor_execute", sends)
        yield
        for engine in engines:
            event.remove(engine, "before_cursor_execute", sends)


def _storage_on_the_stack() -> Iterator[str]:
    frame, found = sys._getframe(1), list[str]()
    while (back := frame.f_back) is not None:
        frame = back
        file = Path(frame.f_code.co_filename)
        if file.parent == ROOM and file.stem not in MACHINERY:
            found.append(f"{file.stem}.{frame.f_code.co_name}")
    return reversed([name for name in found if not name.endswith(">")])


def senders() -> set[str]:
    """Return the storage functions whose code sends a statement, as "module.name"."""
    found = set()
    for file in ROOM.glob("*.py"):
        if file.stem not in MACHINERY:
            for function in ast.walk(ast.parse(file.read_text())):
                if isinstance(function, ast.FunctionDef) and any(map(_sends, ast.walk(function))):
                    found.add(f"{file.stem}.{function.name}")
    return found


def _sends(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "execute"


def scans(connection: Connection, said: Said) -> Iterator[str]:
    """Yield a sentence for each growing table or index that the statement would read from end to end."""
    of = _of_postgresql if connection.dialect.name == "postgresql" else _of_sqlite
    who, text = " > ".join(said.by), " ".join(said.text.split())
    for found in of(connection, said):
        yield f"{who}: {found}: {text}"


def _of_sqlite(connection: Connection, said: Said) -> Iterator[str]:
    for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said.text}", said.values):
        word, _, rest = str(step.detail).partition(" ")
        if word == "SCAN" and rest.split()[0] in GROWING and rest.split()[-1] not in SMALL:
            yield str(step.detail)


def _of_postgresql(connection: Connection, said: Said) -> Iterator[str]:
    told = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {said.text}", said.values).scalar_one()
    (plan,) = json.loads(told) if isinstance(told, str) else told
    yield from _nodes(plan["Plan"], is_limited=False)
    if (cost := plan["Plan"]["Total Cost"]) > DEAR:
        yield f"costs {cost:,.0f}"


def _nodes(node: dict[str, Any], is_limited: bool) -> Iterator[str]:
    kind, table, index = node["Node Type"], node.get("Relation Name"), node.get("Index Name")
    if kind == "Seq Scan" and table in GROWING:
        yield f"Seq Scan on {table}"
    elif "Index" in kind and "Index Cond" not in node and index not in SMALL and not is_limited:
        yield f"{kind} of all of {index}"
    for below in node.get("Plans", ()):
        yield from _nodes(below, is_limited or kind == "Limit")
