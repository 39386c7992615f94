"""Write rows into JSON files of a limited size. Each file is complete, and begins with the person and the time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import json

LARGEST = 7_500_000
"""The largest size of one file in bytes. Discord accepts ten million."""

EXACT = 2**53
"""The largest number that is written as a number. Many readers of JSON round larger ones, such as Discord's ids."""

Row = Mapping[str, Any]


class JsonFiles:
    """Collects the rows of several sections, and returns each file once it is full."""

    def __init__(self, user: int, made: datetime) -> None:
        self._head = json.encode(_exact({"user": user, "made": made})).decode()[1:-1]
        self._sections: dict[str, list[str]] = {}
        self._size = 0

    def add(self, section: str, rows: Sequence[Row]) -> list[str]:
        """Add rows to a section. Return the files that they have filled, without the rows that are left.

        A section without rows is written as an empty list, into the present file.
        """
        full = []
        self._sections.setdefault(section, [])
        for row in rows:
            text = json.format(json.encode(_exact(row)), indent=1).decode()
            size = len(text.encode()) + 2
            if self._size and self._size + size > LARGEST:
                full.append(self.end())
                self._sections[section] = []
            self._sections[section].append(text)
            self._size += size
        return full

    def end(self) -> str:
        """Return the present file, and begin the next one."""
        parts = [self._head, *(f'"{name}": [{_lines(rows)}]' for name, rows in self._sections.items())]
        self._sections, self._size = {}, 0
        return "{\n" + ",\n".join(parts) + "\n}"


def _lines(rows: Sequence[str]) -> str:
    return "\n" + ",\n".join(rows) + "\n" if rows else ""


def _exact(value: Any) -> Any:
    """Return a value for JSON in which numbers above `EXACT` are given as text."""
    plain = msgspec.to_builtins(value, str_keys=True)
    if isinstance(plain, dict):
        return {key: _exact(each) for key, each in plain.items()}
    if isinstance(plain, list | tuple):
        return [_exact(each) for each in plain]
    return str(plain) if isinstance(plain, int) and abs(plain) > EXACT else plain
