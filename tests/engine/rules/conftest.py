"""Empty the engine's caches before each test.

Otherwise a result that an earlier test has stored could hide a mutant.
"""

import sys
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def caches() -> list[Callable[[], None]]:
    """Return the functions that empty the engine's caches."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("engine.")]
    values = [value for module in modules for value in vars(module).values() if callable(value)]
    return [value.cache_clear for value in values if hasattr(value, "cache_clear")]


@pytest.fixture(autouse=True)
def empty_caches(caches: list[Callable[[], None]]) -> None:
    """Empty all caches."""
    assert caches
    for forget in caches:
        forget()
