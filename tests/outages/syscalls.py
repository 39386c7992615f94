"""Read the writes and syncs of a process, in order, from the output of strace."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec

STRACE = shutil.which("strace")
TRACED = "trace=pwrite64,write,fsync,fdatasync,ftruncate"
_CALL = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<fd>\d+)<(?P<path>[^>]*)>(?P<rest>.*)$")
_RESUMED = re.compile(r"^(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>")
_BYTES = re.compile(r'^, "(?P<data>.*)", \d+(?:, (?P<offset>\d+))?(?: <unfinished|\) += )')
_SIZE = re.compile(r"^, (?P<size>\d+)")


class Write(msgspec.Struct, frozen=True):
    """A write of bytes at a position in a file."""

    file: str
    offset: int
    data: bytes


class Cut(msgspec.Struct, frozen=True):
    """A change of a file's size."""

    file: str
    size: int


class Synced(msgspec.Struct, frozen=True):
    """A sync of a file. Afterwards all changes of the file before step `upto` are on the disk."""

    file: str
    upto: int


class Said(msgspec.Struct, frozen=True):
    """A text that the process wrote to standard output."""

    text: str


Step = Write | Cut | Synced | Said


def can_trace() -> bool:
    """Return whether strace is installed and may trace a process here."""
    return STRACE is not None and subprocess.run([STRACE, "-o", "/dev/null", "true"], check=False).returncode == 0


def traced(command: list[str], log: Path) -> list[str]:
    """Return the command that runs `command` and logs the writes and syncs of all its threads to `log`."""
    assert STRACE is not None
    how = ("-f", "-qq", "-y", "--seccomp-bpf", "-s", "100000", "-e", TRACED, "-e", "signal=none", "-o", str(log))
    return [STRACE, *how, *command]


def steps(log: Path) -> list[Step]:
    """Return the steps of a traced process in order.

    A write counts when it begins, and a sync when it has finished.
    """
    found: list[Step] = []
    waiting: dict[str, tuple[str, int]] = {}
    with log.open(encoding="latin-1") as lines:
        for line in lines:
            if (resumed := _RESUMED.match(line)) is not None:
                if resumed["pid"] in waiting:
                    found.append(Synced(*waiting.pop(resumed["pid"])))
            elif (call := _CALL.match(line)) is not None:
                found += _step(call, waiting, len(found))
    return found


def _step(call: re.Match[str], waiting: dict[str, tuple[str, int]], so_far: int) -> Iterator[Step]:
    file = Path(call["path"]).name
    if call["name"] in ("fsync", "fdatasync"):
        if "unfinished" in call["rest"]:
            waiting[call["pid"]] = file, so_far
        else:
            yield Synced(file, so_far)
    elif call["name"] == "ftruncate" and (size := _SIZE.match(call["rest"])) is not None:
        yield Cut(file, int(size["size"]))
    elif (said := _BYTES.match(call["rest"])) is not None:
        data = said["data"].encode("latin-1").decode("unicode_escape").encode("latin-1")
        if said["offset"] is not None:
            yield Write(file, int(said["offset"]), data)
        elif call["fd"] == "1":
            yield Said(data.decode())
