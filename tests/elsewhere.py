"""Run some folders of tests in an unusual environment: `python -m tests.elsewhere`.

The run takes place at another instant, in the time zone of Samoa, with the locale C, with umask 077, and without HOME.
If root starts the program, the tests run as the user nobody. Arguments are passed to pytest: `python -m
tests.elsewhere tests/tables -k clock`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from tests.clock import INSTANTS, NOW

ROOT = Path(__file__).parents[1]
FOLDERS = [f"tests/{name}" for name in ("bot", "tables", "history", "people", "preferences")]
SIDE_BY_SIDE = ["-n", "4", "--dist", "loadgroup"]
NOBODY = 65534
PRIVATE = ("HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
"""Environment variables that say which user runs the tests, and where this user's home is."""


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a user in Samoa without a home folder. The user's temporary folder is `folder`."""
    there = {name: value for name, value in os.environ.items() if name not in PRIVATE and not name.startswith("LC_")}
    other = [when for when in INSTANTS if when != os.environ.get(NOW)]
    return there | {
        NOW: SystemRandom().choice(other),
        "TZ": "Pacific/Apia",
        "LC_ALL": "C",
        "TMPDIR": str(folder),
    }


def as_nobody() -> list[str]:
    """Return the beginning of a command line that runs a command as the user nobody.

    The list is empty if this process does not run as root.
    """
    if os.geteuid():
        return []
    words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    if any(is_closed(path) for path in (ROOT, Path(sys.executable), Path(sys.executable).resolve())):
        print("Python or the project lies in a folder that is closed to other users.", flush=True)
        words += ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    return words


def is_closed(path: Path) -> bool:
    """Return whether other users may not enter one of the folders above a path, so that they cannot reach the path."""
    return any(not folder.stat().st_mode & 0o001 for folder in path.absolute().parents)


def main(words: list[str]) -> int:
    """Run pytest with these arguments, or on `FOLDERS` if there are none. Return pytest's exit code."""
    folder = Path(tempfile.mkdtemp(prefix="elsewhere-"))
    try:
        if not os.geteuid():
            os.chown(folder, NOBODY, NOBODY)
        tests = [sys.executable, "-m", "pytest", *SIDE_BY_SIDE, "--basetemp", str(folder / "pytest")]
        command = [*as_nobody(), *tests, *(words or FOLDERS)]
        return subprocess.run(command, cwd=ROOT, env=environment(folder), umask=0o077, check=False).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
