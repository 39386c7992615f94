"""What holds for every test: examples of properties are the same in each run, and no loaded machine fails one."""

import gc
import os
import sys
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings

from tests import clock, compiled, controls
from tests.effort import examples, for_later
from tests.translated import as_translated, pytest_runtest_call

__all__ = ["as_translated", "pytest_runtest_call"]

# What was compiled once, assertions and all, is not compiled again by each worker, nor by a process that a test starts.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

compiled.install()

SELDOM = 20_000, 20, 20
"""After how many new objects, and looks at those, the collector of garbage looks: it took a twelfth of the time."""

settings.register_profile("house", deadline=None, derandomize=True, database=None, max_examples=examples(100))
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Draw the instant of this run before there are workers, which take it from the environment, and go there."""
    clock.set_again()


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print when this run takes place: a quiet run has no header of pytest's own."""
    _say_when(session.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Name controls that nobody pressed, or that never worked; say again when, beside what failed."""
    for line in controls.failures() if controls.is_whole(config, exitstatus) else ():
        terminalreporter.write_line(line, red=True)
    if exitstatus:
        _say_when(config)


def _say_when(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(config, "workerinput"):
        when = clock.instant()
        reporter.write_line(f"The tests' clock: {clock.INSTANTS.get(when, 'as asked')}; NOW={when} repeats it.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Set the clock to the instant of this run before each test, or to the real time where the test is about that."""
    if item.get_closest_marker("real_clock") is None:
        clock.set_again()
    else:
        clock.go_on_in_real_time()


def pytest_collection_finish() -> None:
    """What is imported and collected stays to the end: the collector of garbage need not look at it any more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Join what a process has seen that worked beside others."""
    controls.join(getattr(node, "workeroutput", {}).get("controls", {}))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Hand on which controls were pressed, or fail a whole run in which one was not, or never worked."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["controls"] = controls.as_lists()
    elif controls.is_whole(session.config, exitstatus) and controls.failures():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for `make test-long`.

    Where several work side by side, files that wait for processes come among those that need the processor.
    """
    later = set(for_later(items, config.rootpath / "tests"))
    config.hook.pytest_deselected(items=[item for item in items if item in later])
    items[:] = [item for item in items if item not in later]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: crc32(item.path.relative_to(config.rootpath).as_posix().encode()))
