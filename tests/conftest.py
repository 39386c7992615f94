"""Set up every test.

Properties have the same examples in each run. No test fails because the machine is slow.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis.strategies import none

from tests import clock, compiled_statements, compiling, controls_never_pressed, in_memory, sentences_never_shown
from tests.effort import LONG, examples, for_later
from tests.translated import as_translated, pytest_runtest_call

__all__ = ["as_translated", "pytest_runtest_call"]

# Store compiled bytecode, so that workers and processes of tests do not compile the same files again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

compiled_statements.install()
sentences_never_shown.install()

SELDOM = 20_000, 20, 20
"""The thresholds of the garbage collector, for its three generations.

With Python's defaults, garbage collection took a twelfth of the tests' time.
"""

settings.register_profile("house", deadline=None, derandomize=True, database=None, max_examples=examples(100))
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw the instant of this run, set the clock, and choose where files are, before the workers start.

    The workers read the instant and the folder of files from the environment.
    """
    clock.set_again()
    in_memory.use(config)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the instant of this run, because a quiet run does not show pytest's own header."""
    _say_when(session.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """After a whole run, list the controls that failed, and the sentences that no test looked up.

    If the run failed, print its instant again.
    """
    if controls_never_pressed.is_whole(config, exitstatus):
        for line in _lacks():
            terminalreporter.write_line(line, red=True)
        for line in () if LONG else sentences_never_shown.failures():
            terminalreporter.write_line(line, yellow=True)
    if exitstatus:
        _say_when(config)


def _say_when(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(config, "workerinput"):
        when = clock.instant()
        reporter.write_line(f"The tests' clock: {clock.INSTANTS.get(when, 'as asked')}; NOW={when} repeats it.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Set the clock before each test.

    It is set to the instant of this run, or to the real time if the test has the mark `real_clock`.
    """
    if item.get_closest_marker("real_clock") is None:
        clock.set_again()
    else:
        clock.go_on_in_real_time()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect the tests. If nothing is compiled yet, one worker does so before the others."""
    run = getattr(session.config, "workerinput", {}).get("testrunuid")
    if run is None:
        return (yield)
    with compiling.one_first(Path(tempfile.gettempdir(), f"compiling-{run}.lock")):
        return (yield)


def pytest_collection_finish() -> None:
    """Exclude imported modules and collected tests from garbage collection, because they are needed until the end.

    Before its first property, Hypothesis makes a random generator and asks the garbage collector what refers to it.
    The garbage collector does not look at the excluded objects, and on Python 3.14 Hypothesis then warns that nothing
    refers to the generator. So a property that tests nothing runs first.
    """
    _nothing()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@given(none())
def _nothing(_: None) -> None:
    """Test nothing."""


def _lacks() -> list[str]:
    """Return a line for each reason for which a whole run fails.

    A run fails if a control was never pressed or never worked. A long run also fails if a sentence was never looked
    up. In a short run it depends on chance whether some sentences are shown, so they are no reason to fail.
    """
    return [*controls_never_pressed.failures(), *(sentences_never_shown.failures() if LONG else ())]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the controls and the sentences that another worker has seen."""
    controls_never_pressed.join(getattr(node, "workeroutput", {}).get("controls", {}))
    sentences_never_shown.join(getattr(node, "workeroutput", {}).get("sentences", ()))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Send this worker's lists of controls and sentences to the main process.

    The main process fails a whole run if a control was never pressed or never worked. It also fails a long run if a
    sentence was never looked up.
    """
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["controls"] = controls_never_pressed.as_lists()
        session.config.workeroutput["sentences"] = sentences_never_shown.as_list()
    elif controls_never_pressed.is_whole(session.config, exitstatus) and _lacks():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that only `make test-long` runs.

    If there are several workers, mix files that wait for processes with files that need the processor.
    """
    later = set(for_later(items, config.rootpath / "tests"))
    config.hook.pytest_deselected(items=[item for item in items if item in later])
    items[:] = [item for item in items if item not in later]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: crc32(item.path.relative_to(config.rootpath).as_posix().encode()))
