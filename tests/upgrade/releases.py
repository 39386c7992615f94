"""Take the code of an earlier release from git, and run it on a database."""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tarfile
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the code of earlier releases."""
    return tmp_path_factory.mktemp("releases")


def release(releases: Path, commit: str) -> Path:
    """Return the folder with the code of a release. Skip the test if git does not have it."""
    folder = releases / commit
    if folder.exists():
        return folder
    if shutil.which("git") is None:
        pytest.skip("The release is not here: there is no git.")
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"The release is not here: git has no commit {commit}.")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


async def said_by(release: Path, script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a script with the code of a release, and return the finished process. `words` are its arguments."""
    run = partial(
        subprocess.run,
        [sys.executable, "-c", script, *words],
        cwd=release,
        env={**os.environ, "PYTHONPATH": str(release)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return await asyncio.to_thread(run)
