"""Find readers of the wall clock: `python -m tests.wall_clock` fails if bot/ or tests/ has more than one."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PLACES = ("bot", "engine", "migrations", "tests")


class Home(NamedTuple):
    """Names the one file that may read the wall clock, and the function that all other files call."""

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
"""Functions that read the wall clock, by module; `utcnow` counts as an attribute of anything."""


def readers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of each place where a file uses a function that reads the wall clock."""
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
    """Yield each name that a file imports, anywhere in it, with the full name of the imported object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield (each.asname, each.name) if each.asname else (each.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)


def _full_name(node: ast.expr, meant: dict[str, str]) -> str:
    """Return the dotted name of an expression, or "?" if it is no name.

    The first part of the name is replaced by the full name that was imported.
    """
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, meant)}.{node.attr}"
    return meant.get(node.id, "?") if isinstance(node, ast.Name) else "?"


def found(root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each place below a folder that reads the wall clock without being allowed to."""
    for place in PLACES:
        for path in sorted((root / place).rglob("*.py")):
            file, home = path.relative_to(root).as_posix(), HOMES["tests" if place == "tests" else "bot"]
            for line, name in list(readers(ast.parse(path.read_text("utf-8"))))[file == home.file :]:
                yield f"{file}:{line}: {name} reads the wall clock; call {home.name}, or take the time as an argument."


def main() -> int:
    """Print the places that read the wall clock and should not; return 1 if there are any, 0 otherwise."""
    lines = list(found())
    print("\n".join(lines) or "The wall clock is read in one place of bot/ and in one of tests/.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
