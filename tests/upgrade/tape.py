"""What a version of the bot says to its database, word for word: each statement, its values, and what came of it.

Numbers that the database gives (of a table, a forfeit, a scope) are set far apart from all others before anything is
played, so that they can be told from seats and versions: where a tape is played beside a bot that makes rows of its
own, they come out otherwise, and stand for others in all that follows.
"""

import hashlib
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, text

FIRST, EACH = 7_000_000, 100_000
"""Where the numbers of the first table begin that counts by itself, and how far from there those of the next one."""
COUNTING = ("tables", "forfeits", "forfeit_changes", "named_rules", "seasons", "scopes")
NUMBER = re.compile(r"\b7[0-5]\d{5}\b")
OWN_CLOCK = "clock_timestamp"
"""What says that PostgreSQL's own clock is asked, whose answer nobody can foresee."""


class Step(msgspec.Struct, array_like=True):
    """One statement by its number, its values (of each row, where it was said of `many`), and what came of it.

    `rows` is how many it gave or touched (-1 where the driver does not say); `given` a hash of those it gave, "" for
    none or where nobody can know; `numbers` the far-off numbers among them, in order.
    """

    statement: int
    many: bool
    values: list[Any]
    rows: int
    given: str
    numbers: list[int]


class Transaction(msgspec.Struct, array_like=True):
    """What was said in one transaction; the scene in which it was, and whether it was kept."""

    scene: str
    kept: bool
    steps: list[Step]


class Tape(msgspec.Struct):
    """The revision of the database and all that was said to it, one transaction after another."""

    revision: str
    statements: list[str]
    transactions: list[Transaction]


def read(file: Path) -> Tape:
    """The tape in a file."""
    return msgspec.msgpack.decode(lzma.decompress(file.read_bytes()), type=Tape)


def write(file: Path, tape: Tape) -> None:
    """Pack a tape into a file."""
    file.write_bytes(lzma.compress(msgspec.msgpack.encode(tape), preset=9 | lzma.PRESET_EXTREME))


def outcome(cursor: Any, statement: str, values: Any) -> tuple[int, list[tuple[Any, ...]]]:
    """What came of a statement that a driver has just carried out: how many rows, and those that it gave."""
    if statement.startswith("INSERT") and cursor.rowcount == 1 and (getattr(cursor, "lastrowid", None) or 0) > 0:
        rows = [(cursor.lastrowid,)]
    elif hasattr(cursor, "_rows"):  # the drivers for asyncio have read them all
        rows = [tuple(row) for row in cursor._rows]
    else:
        rows = cursor.connection.execute(statement, values).fetchall() if reads(statement) else []
    touched = -1 if "RETURNING" in statement else cursor.rowcount  # which SQLite does not know before they are read
    return (len(rows) if reads(statement) else touched), rows


def digest(statement: str, rows: Sequence[tuple[Any, ...]]) -> str:
    """A hash of rows, in whatever order they came; "" where there are none or nobody can know them."""
    if not rows or OWN_CLOCK in statement or not reads(statement):
        return ""
    return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()[:8]


def numbers(rows: Sequence[tuple[Any, ...]]) -> list[int]:
    """The far-off numbers that stand in rows, in order."""
    found = {value for row in rows for value in row if isinstance(value, int) and is_far_off(value)}
    return sorted(found)


def is_far_off(value: int) -> bool:
    """Whether it is a number that the database gave."""
    return FIRST < value < FIRST + EACH * len(COUNTING)


def reads(statement: str) -> bool:
    """Whether a statement changes nothing."""
    return statement.startswith(("SELECT", "WITH"))


def count_from_far_off(connection: Connection) -> None:
    """Let each table that counts by itself begin at a number far from those of all others.

    SQLite goes on from the greatest number there is: a row that `placeholders` takes away again. Figures are said to be
    counted already, or a start would count them anew, and take such a row away.
    """
    connection.execute(text("INSERT INTO marks (name, value) VALUES ('counting', '999')"))
    for place, name in enumerate(COUNTING):
        first = FIRST + EACH * place
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"ALTER SEQUENCE {name}_id_seq RESTART WITH {first + 1}"))
        else:
            asked = connection.execute(
                text(f"SELECT name FROM pragma_table_info('{name}') WHERE \"notnull\" AND NOT pk")
            )
            row = {"id": first} | {
                str(column): first - EACH if column == "forfeit" else 0 for column in asked.scalars()
            }
            words = ", ".join(f'"{column}"' for column in row)
            connection.execute(text(f"INSERT INTO {name} ({words}) VALUES ({', '.join(map(str, row.values()))})"))


def placeholders(statement: str) -> Iterator[str]:
    """What takes away the row from which SQLite counted on, after a statement that has inserted another one."""
    found = re.match(r"INSERT INTO (\w+)", statement)
    if found and found[1] in COUNTING and found[1] != "forfeits":
        # The change of a forfeit that nobody owes goes with it.
        name = "forfeits" if found[1] == "forfeit_changes" else found[1]
        yield f"DELETE FROM {name} WHERE id = {FIRST + EACH * COUNTING.index(name)}"
