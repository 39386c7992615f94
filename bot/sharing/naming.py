"""What a process is called in its lease, and whether one of that name has died here, so that nobody need wait."""

import os
import platform
import re
from pathlib import Path

NAME = re.compile(r"(?P<here>[0-9a-f-]{36}:\d+):(?P<process>\d+) on .*")


def name() -> str:
    """This process: by the start of its machine, by whom it sees there, by its number; and the machine's name."""
    return f"{here() or '?'}:{os.getpid()} on {platform.node()}"[:100]


def has_died(name: str) -> bool:
    """Whether a process that was called so has surely died: it ran where we see all processes, and is gone."""
    found = NAME.fullmatch(name)
    if found is None or found["here"] != here():
        return False
    try:
        os.kill(int(found["process"]), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def here() -> str:
    """This machine since it was started, and the processes that see each other on it; "" where nobody can say."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""
