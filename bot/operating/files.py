"""Files that an operator names: what is wrong with one is said in a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.settings import CannotStart


@contextmanager
def written(path: Path | None) -> Iterator[None]:
    """Say it in a sentence where a file or a folder (None: standard output) cannot be written: `CannotStart`."""
    try:
        yield
    except OSError as error:
        raise CannotStart(f"{path or 'The output'} cannot be written: {error.strerror}.") from None


@contextmanager
def opened(path: Path) -> Iterator[None]:
    """Say it in a sentence where a file cannot be read: `CannotStart`."""
    try:
        yield
    except OSError as error:
        raise CannotStart(f"{path} cannot be read: {error.strerror}.") from None
