"""Test the search for code that reads the wall clock.

The search finds each such place outside the two allowed files, even if the code imports a function under another name.
"""

import ast
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests import clock
from tests.clock import utc_now
from tests.wall_clock_readers import found, readers

MARK = "pytest.mark." + "real_clock"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from datetime import date\ntoday = date.today()", "datetime.date.today"),
        ("from datetime import UTC, datetime as moment\nmoment.now(UTC)", "datetime.datetime.now"),
        ("import datetime as d\nmade = field(default_factory=d.datetime.utcnow)", "datetime.datetime.utcnow"),
        ("import time\ndef f():\n    return time.time()", "time.time"),
        ("def f():\n    from time import time as seconds\n    return seconds()", "time.time"),
        ("import time as clock\nclock.time_ns()", "time.time_ns"),
        ("import discord\ndiscord.utils.utcnow()", "discord.utils.utcnow"),
        ("from discord.utils import utcnow", "discord.utils.utcnow"),
        ("from discord import utils\nutils.utcnow()", "discord.utils.utcnow"),
    ],
)
def test_code_that_reads_the_wall_clock_is_found(code: str, name: str) -> None:
    assert [found for _line, found in readers(ast.parse(code))] == [name]


@pytest.mark.parametrize(
    "code",
    [
        "import time\ntime.monotonic(), time.sleep(1), time.perf_counter()",
        "from datetime import UTC, datetime\ndatetime.fromtimestamp(0, UTC)",
        "def f(puzzles, time):\n    return puzzles.today(), time.time, bot.now()",
        "from bot.wall_clock import utc_now\nutc_now()",
    ],
)
def test_code_that_does_not_read_the_wall_clock_is_not_reported(code: str) -> None:
    assert list(readers(ast.parse(code))) == []


def test_no_code_reads_the_wall_clock_outside_the_allowed_places() -> None:
    assert list(found()) == []


def test_tests_that_keep_the_real_time_are_named_in_the_readme() -> None:
    tests = Path(__file__).parent
    keep = {path.relative_to(tests).as_posix() for path in tests.rglob("test_*.py") if MARK in path.read_text("utf-8")}
    named = (tests / "README.md").read_text("utf-8")
    assert keep
    assert {file for file in keep if f"`{file}`" not in named} == set()


@pytest.mark.parametrize("again", range(2))
def test_each_test_begins_at_the_instant_of_the_run(again: int) -> None:
    assert datetime.fromisoformat(clock.instant()).replace(tzinfo=UTC) <= utc_now()
    assert utc_now() - datetime.fromisoformat(clock.instant()).replace(tzinfo=UTC) < timedelta(minutes=2)


@pytest.mark.real_clock
def test_a_test_with_the_mark_real_clock_has_the_real_time(tmp_path: Path) -> None:
    """A test with the mark `real_clock` sees the system's time. The other tests see the instant of the run."""
    (tmp_path / "now").touch()
    assert abs((tmp_path / "now").stat().st_mtime - utc_now().timestamp()) < timedelta(minutes=2).total_seconds()
