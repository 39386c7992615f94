"""What holds for every test: examples of properties are the same in each run, and no loaded machine fails one."""

from zlib import crc32

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several work side by side, files that wait for processes come among those that need the processor."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: crc32(item.path.relative_to(config.rootpath).as_posix().encode()))
