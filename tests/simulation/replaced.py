"""What stands in another's place for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Change = tuple[Any, str, Any]
"""An owner (a module or a class), the name of something in it, and what stands in its place."""


@contextmanager
def replaced(*changes: Change) -> Iterator[None]:
    """Let these stand in place of what was there; afterwards all is as it was."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in reversed(before):
            setattr(owner, name, value)
