"""Build the wheel and the sdist. The same commit always gives the same bytes."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.release.lock import ROOT


def build(into: Path, epoch: int) -> tuple[Path, Path]:
    """Build the project's wheel and sdist into a folder, and return their paths.

    The files inside them are dated `epoch`, in seconds since 1970.
    """
    into.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(into)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (wheel,), (sdist,) = into.glob("*.whl"), into.glob("*.tar.gz")
    return wheel, sdist


NO_COMMIT = (
    "git does not say when the commit of this release was made. Install git and run this in a clone of the project, or "
    "set SOURCE_DATE_EPOCH to a time in seconds since 1970."
)


def date_of_the_commit() -> int:
    """Return the time of the current commit, in seconds since 1970.

    Raises `SystemExit` with a sentence if git is missing, or if this folder is no clone.
    """
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(NO_COMMIT) from None
    return int(done.stdout)


def sums(files: list[Path]) -> str:
    """Return the checksums of files, in the format that `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
