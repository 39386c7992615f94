"""Keep the files of a run in memory, because a database on a disk waits whenever it is made, written and dropped."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
"""The folder that Linux keeps in memory."""
ROOM = 4 * 1024**3
"""How many bytes must be free there. A whole run needs about a third of that."""


def use(config: pytest.Config) -> None:
    """Let this process and the workers put temporary files into memory, and delete them at the end of the run.

    If TMPDIR is set, or if there is no room, temporary files stay where they usually are.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        return
    folder = Path(tempfile.mkdtemp(prefix="ld-", dir=MEMORY))
    folder.chmod(0o1777)  # like /tmp, because PostgreSQL runs as another user if the tests run as root
    os.environ["TMPDIR"], tempfile.tempdir = str(folder), None
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
