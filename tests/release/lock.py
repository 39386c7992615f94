"""Read the lock files, which have the packages, their versions, and the machines that need them."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
ALL, RUN, PLAY = (ROOT / f"requirements{of}.txt" for of in ("", "-run", "-play"))
"""The lock files of the tests, of the bot, and of the bot with the local Discord."""
LOCKED = re.compile(r"^([\w.-]+)==(\S+)(?: ; (.+?))? \\$", re.MULTILINE)


class Locked(msgspec.Struct, frozen=True):
    """Holds a package and its version. `where` says which machines need it, and is "" for all machines."""

    name: str
    version: str
    where: str


def locked(file: Path) -> Iterator[Locked]:
    """Yield the packages of a lock file, in the order of the file."""
    for name, version, where in LOCKED.findall(file.read_text(encoding="utf-8")):
        yield Locked(canonicalize_name(name), version, where)
