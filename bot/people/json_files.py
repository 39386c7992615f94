"""Write rows into JSON files of a limited size. Each file is complete, and begins with the person and the time."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import msgspec
from msgspec import json

LARGEST = 6_000_000
"""The largest size of one file in bytes. Discord accepts ten million."""

EXACT = 2**53
"""The largest number that is written as a number. Many readers of JSON round larger ones, such as Discord's ids."""

Row = Mapping[str, Any]


class JsonFiles:
    """Writes the rows of one section after another into a file, and returns each file once it is full.

    A file is never copied, so that it takes its size in memory once.
    """

    def __init__(self, user: int, made: datetime) -> None:
        self._head = b"{\n" + json.encode(_exact({"user": user, "made": made}))[1:-1]
        self._section, self._has_rows, self._goes_on = "", False, False
        self._begin_file()

    def add(self, section: str, rows: Sequence[Row]) -> list[bytes]:
        """Add rows to a section. Return the files that they have filled, without the rows that are left.

        A section without rows is written as an empty list. No other section may follow before the section is complete.
        """
        full = []
        if section != self._section:
            self._begin(section)
        for row in rows:
            text = json.format(json.encode(_exact(row)), indent=1)
            if self._has_rows and self._file.tell() + len(text) > LARGEST:
                full.append(self.end())
                self._begin(section)
            self._file.writelines((b",\n" if self._goes_on else b"\n", text))
            self._has_rows = self._goes_on = True
        return full

    def end(self) -> bytes:
        """Return the present file, and begin the next one."""
        self._end_section()
        self._file.write(b"\n}")
        done = self._file.getvalue()
        self._begin_file()
        return done

    def _begin_file(self) -> None:
        self._file, self._has_rows = BytesIO(), False
        self._file.write(self._head)

    def _begin(self, section: str) -> None:
        self._end_section()
        self._section, self._goes_on = section, False
        self._file.write(f',\n"{section}": ['.encode())

    def _end_section(self) -> None:
        if self._section:
            self._file.write(b"\n]" if self._goes_on else b"]")
        self._section = ""


def _exact(value: Any) -> Any:
    """Return a value for JSON in which numbers above `EXACT` are given as text."""
    return _with_texts(msgspec.to_builtins(value, str_keys=True))


def _with_texts(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _with_texts(each) for key, each in plain.items()}
    if isinstance(plain, list | tuple):
        return [_with_texts(each) for each in plain]
    return str(plain) if isinstance(plain, int) and abs(plain) > EXACT else plain
