"""Every test of this folder starts with empty caches: what another test left there would hide a mutant from it."""

import sys
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def caches() -> list[Callable[[], None]]:
    """How to empty each of the engine's caches."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("engine.")]
    values = [value for module in modules for value in vars(module).values() if callable(value)]
    return [value.cache_clear for value in values if hasattr(value, "cache_clear")]


@pytest.fixture(autouse=True)
def empty_caches(caches: list[Callable[[], None]]) -> None:
    """Forget what the engine remembers of earlier questions."""
    assert caches
    for forget in caches:
        forget()
