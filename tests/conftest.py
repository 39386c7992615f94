"""What holds for every test: examples of properties are the same in each run, and no loaded machine fails one."""

import gc
import os
import sys
from zlib import crc32

import pytest
from hypothesis import settings

from tests.effort import examples, for_later

# What was compiled once, assertions and all, is not compiled again by each worker, nor by a process that a test starts.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("house", deadline=None, derandomize=True, database=None, max_examples=examples(100))
settings.load_profile("house")


def pytest_collection_finish() -> None:
    """What is imported and collected stays to the end: the collector of garbage need not look at it any more."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for `make test-long`.

    Where several work side by side, files that wait for processes come among those that need the processor.
    """
    later = set(for_later(items, config.rootpath / "tests"))
    config.hook.pytest_deselected(items=[item for item in items if item in later])
    items[:] = [item for item in items if item not in later]
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: crc32(item.path.relative_to(config.rootpath).as_posix().encode()))
