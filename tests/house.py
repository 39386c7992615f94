"""Measure how the code of bot/ is divided into files and functions.

`python -m tests.house` fails if a number exceeds its limit. There are limits for the length of files and functions,
for the number of short files and of files that know of other processes, and for how often a custom id is decoded.
Other numbers are only printed, such as layers, imports among packages, and files that a press enters.
"""

import ast
import asyncio
import re
import sys
import tempfile
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from bot.presses import codec
from bot.presses.bids import PlaceBid
from tests.bot.stage import Stage, discord_in_memory, make_bot

ROOT = Path(__file__).parents[1]
APART = ("bot/sandbox/", "bot/demo/")
"""Programs in bot/ that are not part of the bot."""
FENCED = re.compile(r"\bbot\.sharing\b|\bbot\.storage\.processes\b|\b(ALL_SHARDS|Shards|Lease|NOTIFY)\b")
"""Names that show that a file knows of several processes. Only the files in `AT_HOME` should use these names."""
AT_HOME = ("bot/sharing/", "bot/storage/", "bot/app.py", "bot/running.py", "bot/settings.py")
SHORT = 40
"""A file with fewer lines than this counts as short."""


class Figure(msgspec.Struct, frozen=True):
    """Holds one figure: its name, its value and its limit. A limit of None allows any value."""

    name: str
    value: float
    most: float | None = None

    def line(self) -> str:
        """Return the figure as a line of the report."""
        most = "" if self.most is None else f"   at most {self.most:g}"
        return f"{self.value:>9.4g}  {self.name}{most}{'   TOO MANY' if self.is_too_many() else ''}"

    def is_too_many(self) -> bool:
        """Return whether the figure exceeds its limit."""
        return self.most is not None and self.value > self.most


class File(msgspec.Struct, frozen=True):
    """Describes a Python file of the bot.

    `lines` is the number of its lines, and `longest` is the length of its longest function. `imports` has the modules
    of the bot that it imports.
    """

    path: str
    module: str
    lines: int
    longest: int
    imports: frozenset[str]


def files() -> tuple[File, ...]:
    """Return a description of every Python file of bot/."""
    paths = sorted((ROOT / "bot").rglob("*.py"))
    modules = {_module(path): path for path in paths}
    return tuple(_file(path, modules) for path in paths)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _file(path: Path, modules: dict[str, Path]) -> File:
    text = path.read_text()
    tree = ast.parse(text)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    longest = max((_length(node) for node in functions), default=0)
    imports = frozenset(_imports(tree, modules)) - {_module(path)}
    return File(path.relative_to(ROOT).as_posix(), _module(path), len(text.splitlines()), longest, imports)


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _imports(tree: ast.Module, modules: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of the bot that a file imports.

    If the file imports a submodule from a package, yield the submodule and not the package.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            submodules = [f"{node.module}.{name.name}" for name in node.names]
            yield from (each if each in modules else str(node.module) for each in submodules)


def counted_files(everything: tuple[File, ...]) -> Iterator[Figure]:
    """Count the files of the bot, and measure how long they are. The local Discord and the demo are left out."""
    found = [file for file in everything if not file.path.startswith(APART)]
    short = [file for file in found if file.lines < SHORT and not file.path.endswith("__init__.py")]
    importers: Counter[str] = Counter()
    only: dict[str, File] = {}
    for file in found:
        for module in file.imports:
            importers[module] += 1
            only[module] = file
    single = [file for file in found if importers[file.module] == 1]
    neighbours = [file for file in single if Path(only[file.module].path).parent == Path(file.path).parent]
    lines = sum(file.lines for file in found)
    yield Figure("Python files of bot/", len(found))
    yield Figure("lines of bot/", lines)
    yield Figure("files for a thousand lines", 1000 * len(found) / lines, LIMITS["files"])
    yield Figure("files with fewer than 40 lines, in a hundred", 100 * len(short) / len(found), LIMITS["short"])
    yield Figure("modules with one importer, in a hundred", 100 * len(single) / len(found))
    yield Figure("modules of one neighbour alone, in a hundred", 100 * len(neighbours) / len(found))
    yield Figure("lines of the longest file", max(file.lines for file in found), LIMITS["file"])
    yield Figure("lines of the longest function", max(file.longest for file in found), LIMITS["function"])


def counted_rooms(everything: tuple[File, ...]) -> Iterator[Figure]:
    """Count how the files and folders directly below bot/ import each other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each.get("containers") == ["bot"])
    pairs = {(_room(file.module), _room(other)) for file in everything for other in file.imports}
    yield Figure("floors of bot/", len(layers))
    yield Figure("arrows among its rooms", len([pair for pair in pairs if pair[0] != pair[1]]))
    others = [file for file in everything if not file.path.startswith(AT_HOME)]
    know = [file for file in others if FENCED.search((ROOT / file.path).read_text())]
    yield Figure("files beyond the fence that know of several processes", len(know), LIMITS["know"])


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


class Entered:
    """Records which files of the project a call enters, in all threads."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.decoded = 0
        self.counts = False

    def begin(self) -> None:
        """Watch this thread, and every thread that starts later."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def _profile(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self.counts or event != "call":
            return
        code = frame.f_code
        path = code.co_filename.removeprefix(f"{ROOT}/")
        if path.startswith(("bot/", "engine/")) and not path.startswith(APART):
            self.files.add(path)
            self.decoded += code is codec.decode.__code__

    async def during(self, act: Callable[[], Any]) -> tuple[int, int]:
        """Call `act` and wait for it.

        Return the number of files that the call entered, and how often it decoded a custom id.
        """
        self.files, self.decoded, self.counts = set(), 0, True
        await act()
        self.counts = False
        return len(self.files), self.decoded


async def counted_ways() -> tuple[Figure, ...]:
    """Count the files that a bid and two commands enter."""
    entered = Entered()
    entered.begin()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.sqlite"
        env = discord_in_memory(make_bot(url, "house"))
        await env.start()
        stage = Stage(env, url)
        try:
            await stage.start("Ann", "Ben", "Cleo")
            name, panel = await stage.to_move(), stage.panel()
            press = next(each for each in stage.presses(panel) if isinstance(each, PlaceBid))
            button = codec.encode(press)
            bid, decoded = await entered.during(lambda: stage.people[name].click(panel, custom_id=button))
            dice, _ = await entered.during(lambda: stage.people[name].slash(stage.channel, "dice"))
            board, _ = await entered.during(lambda: stage.people[name].slash(stage.channel, "leaderboard"))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
            await stage.bot.close()
            await env.shutdown()
    return (
        Figure("files entered for a bid by button", bid),
        Figure("files entered for /dice", dice),
        Figure("files entered for /leaderboard", board),
        Figure("times a custom id is decoded for one press", decoded, LIMITS["decoded"]),
    )


LIMITS = {
    "short": 10.0,
    "files": 8.0,
    "file": 350.0,
    "function": 30.0,
    "know": 10.0,
    "decoded": 1.0,
}
"""The highest allowed value of each figure."""


def main() -> int:
    """Print every figure. Return 1 if a figure exceeds its limit, and 0 otherwise."""
    found = files()
    figures = [*counted_files(found), *counted_rooms(found), *asyncio.run(counted_ways())]
    print("\n".join(figure.line() for figure in figures))
    return int(any(figure.is_too_many() for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
