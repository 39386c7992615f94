"""Every control is pressed: what people were offered, what they pressed and what worked, joined over a whole run.

A control is a kind of press, by the name of its class, a command ("/table show") or the completions of an option of a
command ("/play game ..."). `tests.bot.controls` writes the lists while scenes are played. Each process of pytest has
its own; once a whole run is over they are joined, and a control that was never pressed, or never worked, fails the run.
"""

from collections.abc import Iterable, Mapping

import pytest

OFFERED, PRESSED, WORKED = "offered", "pressed", "worked"

SEEN: dict[str, set[str]] = {OFFERED: set(), PRESSED: set(), WORKED: set()}
"""What this process has seen: which controls people were offered, which they pressed, and which of those worked."""


def join(lists: Mapping[str, Iterable[str]]) -> None:
    """Add what another process has seen."""
    for name, controls in lists.items():
        SEEN[name] |= set(controls)


def as_lists() -> dict[str, list[str]]:
    """Return what this process has seen, as it can be sent to another one."""
    return {name: sorted(controls) for name, controls in SEEN.items()}


def failures() -> list[str]:
    """Return a line for each control that was never pressed, and for each that never worked."""
    never = sorted(SEEN[OFFERED] - SEEN[PRESSED])
    in_vain = sorted(SEEN[OFFERED] & SEEN[PRESSED] - SEEN[WORKED])
    return [f"never pressed: {name}" for name in never] + [f"pressed, and never worked: {name}" for name in in_vain]


def is_whole(config: pytest.Config, exitstatus: int) -> bool:
    """Return whether a run was of all tests and came to its end: only such a run can judge."""
    chosen = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "maxfail")
    is_part = any(config.getoption(name, None) for name in chosen)
    ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not is_part and ended
