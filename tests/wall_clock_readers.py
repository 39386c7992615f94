"""Find code that reads the wall clock: `python -m tests.wall_clock_readers`.

One place in bot/ and one place in tests/ may read the wall clock. The program fails if it finds another place.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PLACES = ("bot", "engine", "migrations", "tests")


class Home(NamedTuple):
    """Names the file that may read the wall clock, and its function that all other files call."""

    file: str
    name: str


HOMES = {
    "bot": Home("bot/wall_clock.py", "bot.wall_clock.utc_now"),
    "tests": Home("tests/clock.py", "tests.clock.utc_now"),
}
READERS = {
    "datetime.datetime": {"now", "today", "utcnow"},
    "datetime.date": {"today"},
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime", "CLOCK_REALTIME"},
    "discord.utils": {"utcnow"},
}
"""Functions that read the wall clock, by module or class. `utcnow` counts on any object."""


def readers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each place where a file reads the wall clock, as the line and the full name of the function."""
    meant = dict(_imported(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{each.name}") for each in node.names if _reads(node, each))
        elif isinstance(node, ast.Attribute):
            name = _full_name(node, meant)
            where, _dot, what = name.rpartition(".")
            if what in READERS.get(where, ()) or what == "utcnow":
                yield node.lineno, name


def _reads(node: ast.ImportFrom, name: ast.alias) -> bool:
    return name.name in READERS.get(node.module or "", ())


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that a file imports, with the full name of the imported object.

    Imports inside functions count, too.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield (each.asname, each.name) if each.asname else (each.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)


def _full_name(node: ast.expr, meant: dict[str, str]) -> str:
    """Return the full dotted name of an expression, or "?" if it is not a name.

    The first part of the name is replaced by the full name of the object that was imported as that name.
    """
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, meant)}.{node.attr}"
    return meant.get(node.id, "?") if isinstance(node, ast.Name) else "?"


def found(root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each place below `root` that reads the wall clock although it may not."""
    for place in PLACES:
        for path in sorted((root / place).rglob("*.py")):
            file, home = path.relative_to(root).as_posix(), HOMES["tests" if place == "tests" else "bot"]
            for line, name in list(readers(ast.parse(path.read_text("utf-8"))))[file == home.file :]:
                yield f"{file}:{line}: {name} reads the wall clock; call {home.name}, or take the time as an argument."


def main() -> int:
    """Print the places that read the wall clock although they may not. Return 1 if there are any, and 0 otherwise."""
    lines = list(found())
    print("\n".join(lines) or "The wall clock is read in one place of bot/ and in one of tests/.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
