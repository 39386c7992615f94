"""Replace attributes of objects within a block."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Change = tuple[Any, str, Any]
"""An owner (a module or a class), the name of its attribute, and the replacement."""


@contextmanager
def replaced(*changes: Change) -> Iterator[None]:
    """Replace these attributes, and restore the originals afterwards."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in reversed(before):
            setattr(owner, name, value)
