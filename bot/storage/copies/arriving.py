"""A file that arrives whole or not at all, for its owner alone."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PARTIAL = ".partial"
"""How the names of files end that are not whole yet; one that is left over is of a run that was killed."""


@contextmanager
def arriving(file: Path) -> Iterator[Path]:
    """A file beside `file` to write into (mode 0600), which takes its name at the end, safely on disk.

    Where the body raises, `file` is what it was before, and nothing is left. Raises `OSError`.
    """
    handle, name = tempfile.mkstemp(PARTIAL, f"{file.name}.", file.absolute().parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        on_disk(partial)
        partial.replace(file)
        on_disk(file.absolute().parent)
    finally:
        partial.unlink(missing_ok=True)


def on_disk(path: Path) -> None:
    """A file, or the names in a folder, outlast a power cut from here on. Raises `OSError`."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
