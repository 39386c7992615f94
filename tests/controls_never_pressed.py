"""Check that every control that a whole run of the tests offers is also pressed and works.

A control is a kind of press (by the name of its class), a command ("/table show") or the autocompletion of a command's
option ("/play game ..."). `tests.bot.controls` writes the lists while scenes are played. Each pytest process has its
own lists. They are joined at the end of a whole run, which fails if a control was never pressed or never worked.
"""

from collections.abc import Iterable, Mapping

import pytest

OFFERED, PRESSED, WORKED = "offered", "pressed", "worked"

SEEN: dict[str, set[str]] = {OFFERED: set(), PRESSED: set(), WORKED: set()}
"""The controls that this process has seen: those offered, those pressed, and those that worked."""


def join(lists: Mapping[str, Iterable[str]]) -> None:
    """Add the controls that another process has seen."""
    for name, controls in lists.items():
        SEEN[name] |= set(controls)


def as_lists() -> dict[str, list[str]]:
    """Return this process's controls as lists, which can be sent to another process."""
    return {name: sorted(controls) for name, controls in SEEN.items()}


def failures() -> list[str]:
    """Return a line for each control that was never pressed, and for each control that never worked."""
    never = sorted(SEEN[OFFERED] - SEEN[PRESSED])
    in_vain = sorted(SEEN[OFFERED] & SEEN[PRESSED] - SEEN[WORKED])
    return [f"never pressed: {name}" for name in never] + [f"pressed, and never worked: {name}" for name in in_vain]


def is_whole(config: pytest.Config, exitstatus: int) -> bool:
    """Return whether a run included all tests and reached its end. Only such a run can judge the controls."""
    chosen = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "maxfail")
    is_part = any(config.getoption(name, None) for name in chosen)
    ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not is_part and ended
