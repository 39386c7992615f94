"""What a press means, written into the id of what is pressed: it works after a restart, in any process."""

import re

import msgspec

PATTERN = r"ld:(?P<verb>[a-z]+):(?P<table>\d+):(?P<version>\d+):(?P<rest>[\w.,-]*)"
"""Every id of ours: what to do, at which table, at which of its versions (0: whichever), and the rest."""

_READ = re.compile(PATTERN)


class Press(msgspec.Struct, frozen=True):
    """An id, read: `version` 0 stands for a press that is right at any time."""

    verb: str
    table: int = 0
    version: int = 0
    rest: str = ""

    def written(self) -> str:
        """The id, at most 100 characters."""
        return f"ld:{self.verb}:{self.table}:{self.version}:{self.rest}"

    def numbers(self) -> tuple[int, ...]:
        """The rest as whole numbers. Raises ValueError where it is none."""
        return tuple(int(part) for part in self.rest.split("."))


def read(text: str) -> Press | None:
    """The press that an id stands for, or None for an id that is not ours."""
    match = _READ.fullmatch(text)
    return None if match is None else Press(match["verb"], int(match["table"]), int(match["version"]), match["rest"])


def press(verb: str, table: int = 0, version: int = 0, rest: str = "") -> str:
    """An id for a button, menu or form."""
    return Press(verb, table, version, rest).written()
