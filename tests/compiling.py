"""Compile the tests of a fresh clone only once.

pytest compiles each file of tests when it collects it. Without this, all workers of a first run compile all files at
the same time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

FOLDER = Path(__file__).parent


def is_compiled(folder: Path) -> bool:
    """Return whether pytest has compiled most files of tests below `folder` before."""
    compiled = {each.name.split(".")[0] for each in folder.rglob("__pycache__/test_*-pytest-*.pyc")}
    return 2 * len(compiled) > len({each.stem for each in folder.rglob("test_*.py")})


@contextmanager
def one_first(lock: Path, folder: Path = FOLDER) -> Iterator[None]:
    """Let one worker run the body alone if most tests below `folder` are not compiled yet. The others wait for it.

    `lock` is the path of a file that all workers have in common.
    """
    held = FileLock(lock)
    held.acquire()
    if is_compiled(folder):
        held.release()
    try:
        yield
    finally:
        held.release()
