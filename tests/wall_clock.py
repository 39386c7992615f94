"""Who reads the wall clock: `python -m tests.wall_clock` fails where bot/ or tests/ does so in more than one place."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PLACES = ("bot", "engine", "migrations", "tests")


class Home(NamedTuple):
    """The file that may read it once, and what everybody else calls."""

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
"""What reads it, by where it is found; as an attribute of anything, `utcnow` counts as well."""


def readers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each place where a file takes what reads the wall clock: its line, and the full name of what it takes."""
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
    """Yield each name that a file imports, wherever it does, with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield (each.asname, each.name) if each.asname else (each.name.split(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom):
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)


def _full_name(node: ast.expr, meant: dict[str, str]) -> str:
    """Return the dotted name of an expression, its first part as imported; "?" stands for what is no name."""
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, meant)}.{node.attr}"
    return meant.get(node.id, "?") if isinstance(node, ast.Name) else "?"


def found(root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each place below a folder that should not read the wall clock, and does."""
    for place in PLACES:
        for path in sorted((root / place).rglob("*.py")):
            file, home = path.relative_to(root).as_posix(), HOMES["tests" if place == "tests" else "bot"]
            for line, name in list(readers(ast.parse(path.read_text("utf-8"))))[file == home.file :]:
                yield f"{file}:{line}: {name} reads the wall clock; call {home.name}, or take the time as an argument."


def main() -> int:
    """Print who reads the wall clock and should not; 1 where anybody does, else 0."""
    lines = list(found())
    print("\n".join(lines) or "The wall clock is read in one place of bot/ and in one of tests/.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
