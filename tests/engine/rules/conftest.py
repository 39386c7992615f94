"""Every test of this folder starts with empty caches: what another test left there would hide a mutant from it."""

import sys

import pytest


@pytest.fixture(autouse=True)
def empty_caches() -> None:
    """Forget what the engine remembers of earlier questions."""
    for name, module in list(sys.modules.items()):
        if name.startswith("engine"):
            for value in list(vars(module).values()):
                if callable(forget := getattr(value, "cache_clear", None)):
                    forget()
